# The Arkan table.
arkan-place = Place
arkan-pass = Pass
arkan-rotate-right = Rotate right
arkan-rotate-left = Rotate left
arkan-flip = Flip
arkan-board = Board, { $side } × { $side }
arkan-piece = Piece { $shape }, { $squares ->
    [one] one square
   *[other] { $squares } squares
}
arkan-held-legal = { $piece }, on { $squares }: allowed
arkan-held-illegal = { $piece }, on { $squares }: not allowed
arkan-pieces = { $pieces ->
    [0] no pieces
    [one] one piece
   *[other] { $pieces } pieces
}
arkan-stuck = { $pieces ->
    [0] all placed
   *[other] no room left
}
arkan-gone = left the table
arkan-row = Row { $row }: { $squares }
arkan-row-empty = Row { $row } is empty
arkan-open-corner = { $square } your open corner
arkan-start = Start square of { $name }, { $square }
arkan-hand = { $name }: { $pieces }: { $shapes }
arkan-key-move = Move the lifted piece by a square
arkan-key-next = To the next allowed place
arkan-key-previous = To the previous allowed place
arkan-key-place = Place the piece
arkan-key-back = Put the piece back into the tray
arkan-lesson-corners = The blue dots are blue's open corners: from these alone it builds on.
arkan-lesson-finished = The example at its end: blue 20, yellow minus 8, red minus 24, green minus 20.
