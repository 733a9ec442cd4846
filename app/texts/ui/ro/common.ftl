# What all screens and the frame round a table say.

app-name = Majlis
score = Scor: { $score }
seat = Locul { $seat }
game-arkan = Arkan
game-domino = Domino
game-four = Patru cu fața în jos
game-jackaroo = Jackaroo
back = Înapoi
close = Închide
rules = Reguli
settings = Setări
keys = Taste (F1)
keys-title = Tastatură
keys-here = La această masă
keys-everywhere = Peste tot
key-help = Această listă
key-next = La elementul următor; cu Shift la cel dinainte
key-press = Ca un clic
key-back = Închide sau înapoi
key-quit = Închide programul
key-shield = Scutul
key-moves = Mutările
key-rules = Regulile jocului
your-turn = Rândul tău
turn-of = La rând: { $name }
waits-lot = Se trage la sorți
waits-shuffle = Amestecă { $name }
waits-cards = Se împart cărțile
waits-tiles = Se împart piesele
waits-answers = Se caută cine deschide
waits-ack = Se confirmă o plecare
waits-result = Se semnează rezultatul
match-over = Partida s-a încheiat
last-move = Ultima mutare: { $name }, { $move }
no-move-yet = Nicio mutare încă
moves = Mutări
move-line = { $number }. { $name }: { $move }
left-line = { $name } a ieșit
persons = La masă
me = { $name } (tu)
bot = { $name } (robot)
away = Absent
left = A plecat
to-move = La rând
clock-none = Fără ceas
clock-left = Timp: { $time }
leave = Pleacă
leave-title = Pleci din partidă?
leave-loses = Pierzi partida, iar cealaltă parte o câștigă.
leave-partner = Partenerul tău, { $name }, pierde odată cu tine.
leave-goes-on = Pentru tine e o înfrângere; ceilalți joacă mai departe.
leave-practice = E un antrenament: nu se schimbă punctele nimănui.
leave-points = Punctele tale din această partidă: { $points }.
leave-stay = Rămân
end-won = Ai câștigat!
end-draw = Egalitate
end-lost = De data asta ai pierdut
end-annulled = Partida a fost anulată înainte de tragerea la sorți
end-line-won = { $name }: câștigă, { $score }
end-line-draw = { $name }: egalitate, { $score }
end-line-lost = { $name }: pierde, { $score }
end-points =
    { $points ->
        [one] { $points } punct pentru profilul tău
        [few] { $points } puncte pentru profilul tău
       *[other] { $points } de puncte pentru profilul tău
    }
end-practice = Antrenament: nu se schimbă punctele nimănui
end-log = Jurnalul: { $path }
play-again = Joacă din nou
to-home = La început
to-table = La masă
failed = Partida nu poate continua. { $reason }
