# What all screens say.
score = Score: { $score }
seat = Seat { $seat }
