# What all screens say.
score = النقاط: { $score }
seat = المقعد { $seat }
