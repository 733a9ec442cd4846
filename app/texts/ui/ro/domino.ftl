# Masa de domino.
domino-play-left = Joacă la stânga
domino-play-right = Joacă la dreapta
domino-open = Joacă prima piesă
domino-draw = Trage
domino-pass = Pas
domino-us = Noi
domino-them = Ei
domino-us-score = Noi: { $score }
domino-them-score = Ei: { $score }
domino-tiles = { $tiles ->
    [0] nicio piesă
    [one] o piesă
    [few] { $tiles } piese
   *[other] { $tiles } de piese
}
domino-knocked = pas · { $tiles }
domino-gone = a plecat
domino-boneyard = Talon: { $tiles }
domino-tile-fits = Piesa { $tile }, se potrivește
domino-tile-sunk = Piesa { $tile }
domino-laid = Pe masă { $place }: { $left } și { $right }
domino-ends = Capătul stâng { $left }, capătul drept { $right }
domino-place-left = Locul ei la capătul stâng
domino-place-right = Locul ei la capătul drept
domino-place-open = Locul ei în mijloc
domino-dealing = Piesele se amestecă și se împart
domino-asking = Cine are { $tile } deschide
domino-you-open = Tu deschizi, cu orice piesă
domino-opens = Deschide { $name }
domino-round-over = Runda { $round } s-a încheiat
domino-blocked = Runda { $round } s-a blocat
domino-nobody-scores = Egalitate la cel mai mic: nimeni nu primește puncte
domino-scores = { $name } ia runda: { $points ->
    [0] niciun punct
    [one] un punct
    [few] { $points } puncte
   *[other] { $points } de puncte
}
domino-you-score = Iei runda: { $points ->
    [0] niciun punct
    [one] un punct
    [few] { $points } puncte
   *[other] { $points } de puncte
}
domino-we-score = Runda e a noastră: { $points ->
    [0] niciun punct
    [one] un punct
    [few] { $points } puncte
   *[other] { $points } de puncte
}
domino-they-score = Runda e a lor: { $points ->
    [0] niciun punct
    [one] un punct
    [few] { $points } puncte
   *[other] { $points } de puncte
}
domino-pips = { $pips ->
    [0] niciun punct
    [one] un punct
    [few] { $pips } puncte
   *[other] { $pips } de puncte
}
domino-go-on = Continuă
domino-key-lift = Ridică una dintre piesele care se potrivesc
domino-key-back = Pune piesa ridicată la loc
domino-lesson-turn = Șirul cotește la marginea mesei, iar dublele stau mereu de-a curmezișul. Piesele tale care stau ridicate se potrivesc la un capăt.
domino-lesson-blocked = Toți cei șapte de șase sunt în șir și ambele capete arată șase: nu se potrivește nimic, runda este blocată.
