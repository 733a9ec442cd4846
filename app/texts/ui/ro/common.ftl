# What all screens say.
score = Scor: { $score }
seat = Locul { $seat }
