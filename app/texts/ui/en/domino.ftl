# The domino table.
domino-play-left = Play left
domino-play-right = Play right
domino-open = Play the first tile
domino-draw = Draw
domino-pass = Pass
domino-us = Us
domino-them = Them
domino-us-score = Us: { $score }
domino-them-score = Them: { $score }
domino-tiles = { $tiles ->
    [0] no tiles
    [one] one tile
   *[other] { $tiles } tiles
}
domino-knocked = pass · { $tiles }
domino-gone = left the table
domino-boneyard = Boneyard: { $tiles }
domino-tile-fits = Tile { $tile }, fits
domino-tile-sunk = Tile { $tile }
domino-laid = On the table { $place }: { $left } and { $right }
domino-ends = Left end { $left }, right end { $right }
domino-place-left = Its place at the left end
domino-place-right = Its place at the right end
domino-place-open = Its place in the middle
domino-dealing = Tiles are shuffled and dealt
domino-asking = Whoever holds { $tile } opens
domino-you-open = You open, with any tile
domino-opens = { $name } opens
domino-round-over = Round { $round } is over
domino-blocked = Round { $round } is blocked
domino-nobody-scores = A tie at the lowest: nobody scores
domino-scores = { $name } takes the round: { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}
domino-you-score = You take the round: { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}
domino-we-score = The round is ours: { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}
domino-they-score = The round is theirs: { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}
domino-pips = { $pips ->
    [0] no pips
    [one] one pip
   *[other] { $pips } pips
}
domino-go-on = Continue
domino-key-lift = Lift one of the tiles that fit
domino-key-back = Put the lifted tile back
domino-lesson-turn = The line turns at the table's edge, and doubles always lie across it. Your tiles that stand up fit one of the ends.
domino-lesson-blocked = All seven sixes lie in the line and both ends show six: nothing fits, the round is blocked.
