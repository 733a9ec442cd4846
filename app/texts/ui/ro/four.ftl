# Masa de Patru cu fața în jos.
four-card-own = Cartea ta { $place }, cu fața în jos
four-card-own-seen = Cartea ta { $place }, cu fața în sus: { $card }
four-place-own = Locul tău { $place }, gol
four-card-of = { $name }, cartea { $place }, cu fața în jos
four-card-of-seen = { $name }, cartea { $place }, cu fața în sus: { $card }
four-place-of = { $name }, locul { $place }, gol
four-stock =
    { $count ->
        [0] Teancul de tras e gol
        [one] Teancul de tras: o carte
        [few] Teancul de tras: { $count } cărți
       *[other] Teancul de tras: { $count } de cărți
    }
four-pile = Teancul de decartare, deasupra { $card }
four-pile-empty = Teancul de decartare e gol
four-hand = În mâna ta: { $card }
four-hand-of = { $name } ține o carte
four-call = Anunț
four-called = a anunțat
four-discard = Decartează
four-match = Potrivește
four-peek = Privește o carte a ta
four-spy = Privește o carte a altuia
four-swap = Schimbă două cărți
four-continue = Mai departe
four-scores = Scoruri
four-standing = Total: { $total }
four-round = Runda { $round }
four-total = Total
four-note-called = { $name } anunță!
four-note-called-own = Ai anunțat! Fiecare dintre ceilalți mai are un rând.
four-note-right = { $name } a nimerit: cele două cărți se potrivesc.
four-note-right-own = Ai nimerit: cele două cărți se potrivesc.
four-note-wrong = { $name } a greșit: alt rang, deci o carte de pedeapsă.
four-note-wrong-own = Ai greșit: alt rang, deci o carte de pedeapsă.
four-note-end-call = Toți și-au jucat ultimul rând: se întorc șirurile.
four-note-end-row = Cineva nu mai are nicio carte: runda s-a încheiat.
four-note-end-stock = Teancul de tras e gol: runda s-a încheiat.
four-note-void = Cineva a plecat: runda se anulează și se împarte din nou.
four-hint-turn = E rândul tău: ia o carte dintr-un teanc sau anunță.
four-hint-last = Ultimul tău rând: ia o carte dintr-un teanc.
four-hint-take = Atinge locul unde pui cartea aceasta.
four-hint-hand = Atinge un loc ca să păstrezi cartea acolo sau alege un buton.
four-hint-match = Atinge cartea care crezi că are rangul ei.
four-hint-peek = Atinge una dintre cărțile tale ca s-o privești.
four-hint-spy = Atinge o carte a altui jucător ca s-o privești.
four-hint-swap = Atinge cele două cărți de schimbat.
four-hint-swap-second = Atinge a doua carte.
four-hint-give = Ai nimerit: atinge o carte de-a ta cu care umpli golul.
four-hint-wait = E rândul lui { $name }.
four-hint-thinks = { $name } a tras o carte și se gândește.
four-hint-cards = Se amestecă sau se întorc cărți…
four-hint-round-over = Runda { $round } s-a încheiat.
four-hint-over = Partida s-a încheiat.
four-key-stock = Trage din teancul de tras
four-key-pile = Ia din teancul de decartare
four-key-call = Anunță
four-key-slot = Atinge un loc din șirul tău
four-key-discard = Decartează cartea
four-key-match = Potrivește
four-key-use = Folosește puterea
four-key-next = La cartea următoare
four-key-touch = Atinge ce are chenar
four-key-back = Renunță la alegere
four-picture-first-look = Cele două cărți mai apropiate din șirul tău ți se arată o singură dată, cât se scurge inelul.
four-picture-drawn = Ai tras un valet: îl păstrezi, îl decartezi, îi folosești puterea sau riști o potrivire.
four-picture-hole = Ai potrivit cartea unui adversar: umpli golul din șirul lui cu o carte de-a ta.
four-picture-count = Sfârșitul rundei: popa de romb nu valorează nimic, nici locul gol.
four-plate = { $name }: total { $total }
four-plate-called = { $name }: total { $total }, a anunțat
