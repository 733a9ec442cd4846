# Points, rating, badges, statistics and the ladder. Names begin with profile-.
profile-points = { $points ->
    [one] { $points } punct
    [few] { $points } puncte
   *[other] { $points } de puncte
}
profile-matches = { $matches ->
    [one] { $matches } partidă
    [few] { $matches } partide
   *[other] { $matches } de partide
}
profile-level = Nivelul { $level }
profile-next-level = Până la nivelul { $level }: { profile-points }
profile-rating = Clasament { $rating } ({ profile-matches })
profile-no-rating = Încă fără clasament: îl mișcă orice partidă în doi, cu locuri trase la sorți
profile-badges = Insigne: { $games }
profile-no-badges = Încă nicio insignă: cinci victorii la un joc aduc insigna lui
profile-game = { $game }: { profile-matches }, câștigate { $won }, egale { $drawn }, pierdute { $lost }, { profile-points }
profile-ladder = Clasamentul celor cu care ai jucat
profile-place = { $place }. { $rating } { $name } [{ $fingerprint }]
profile-more = Mai jos în clasament: { $people }
profile-list = Partide
profile-match = { $game }: { $names }
profile-gives = { $outcome }, { profile-points }
profile-won = victorie
profile-drawn = egal
profile-lost = înfrângere
profile-moves = clasament { $change }
profile-claimed = pe cuvântul unei singure părți, deci nu mișcă clasamentul
profile-annulled = anulată înainte de tragerea la sorți
profile-practice = antrenament cu un program, nu contează
profile-contested = contestată, nu contează
profile-lacking = îi lipsesc semnături, nu contează fără jurnal
profile-never-was = nu a început, nu contează
profile-unfinished = Încă neterminate: { profile-matches }
profile-refused = Fișiere care nu contează fiindcă ceva din ele e greșit: { $files }
profile-renewed = Indexul profilului era deteriorat și a fost refăcut din jurnale și certificate; nu s-a pierdut nimic
profile-nobody = În acest dosar nu există încă o identitate: prima masă creează una, sau restaurează o copie
profile = Profil
profile-rating-name = Clasament
profile-badges-title = Insigne
profile-badge-had = Insignă obținută
profile-badge-so-far = { $won } din { $of } victorii
profile-statistics = Pe jocuri
profile-played = Jucate
profile-won-many = Câștigate
profile-drawn-many = Egale
profile-lost-many = Pierdute
profile-points-many = Puncte
profile-ladder-of = Clasamentul celor cu care a jucat { $name }
profile-ladder-empty = Încă nimeni: clasamentul crește cu fiecare partidă în doi.
profile-behind = Arată partidele din spatele cifrei
