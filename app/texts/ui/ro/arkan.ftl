# Masa de Arkan.
arkan-place = Pune
arkan-pass = Pas
arkan-rotate-right = Rotește la dreapta
arkan-rotate-left = Rotește la stânga
arkan-flip = Întoarce
arkan-board = Tabla, { $side } × { $side }
arkan-piece = Piesa { $shape }, { $squares ->
    [one] un pătrat
    [few] { $squares } pătrate
   *[other] { $squares } de pătrate
}
arkan-held-legal = { $piece }, pe { $squares }: permis
arkan-held-illegal = { $piece }, pe { $squares }: nepermis
arkan-pieces = { $pieces ->
    [0] nicio piesă
    [one] o piesă
    [few] { $pieces } piese
   *[other] { $pieces } de piese
}
arkan-stuck = { $pieces ->
    [0] a pus tot
   *[other] nu mai are loc
}
arkan-gone = a plecat
arkan-row = Rândul { $row }: { $squares }
arkan-row-empty = Rândul { $row } este gol
arkan-open-corner = { $square } colț deschis al tău
arkan-start = Pătratul de pornire: { $name }, { $square }
arkan-hand = { $name }: { $pieces }: { $shapes }
arkan-key-move = Mută piesa ridicată cu un pătrat
arkan-key-next = La următorul loc permis
arkan-key-previous = La locul permis dinainte
arkan-key-place = Pune piesa
arkan-key-back = Pune piesa înapoi în sertar
arkan-lesson-corners = Punctele albastre sunt colțurile deschise ale albastrului: numai de acolo construiește mai departe.
arkan-lesson-finished = Exemplul la sfârșit: albastru 20, galben minus 8, roșu minus 24, verde minus 20.
