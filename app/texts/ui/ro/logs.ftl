# The logs of matches: the list, and what checking a file gives, in plain words.

logs = Jurnalele partidelor
logs-all = Toate
logs-game = Jocul
logs-open = Deschide
logs-path = Un fișier de deschis
logs-path-hint = Unde e fișierul; sau trage-l aici
logs-drop = Lasă-l aici: va fi verificat
logs-reading = Se citește: { $done } din { $all }
logs-none = Încă nicio partidă. Aici se păstrează jurnalul fiecărei partide pe care o joci și oricine îl poate verifica.
logs-none-behind = Încă nu stă nicio partidă în spatele acestei cifre.
logs-behind-points = Partidele care dau aceste puncte
logs-behind-rating = Partidele din care iese acest clasament
logs-behind-game = Partidele de { $game }
logs-behind-badge = Partide câștigate la { $game }
logs-check = Verifică { $match }, { $when }
logs-replay = Reia { $match }, { $when }
logs-unchecked = încă neverificată
logs-unfinished = încă neterminată
logs-refused = ceva din acest jurnal e greșit
logs-unreadable-here = nu poate fi citit ca jurnal
logs-checked = verificată
logs-certificate = dintr-un certificat
logs-next = Fișierul următor
logs-watch = Reia partida
logs-checking = Se verifică…
logs-percent = { $percent } la sută
logs-what-was-checked = Ce s-a verificat
logs-exactly = Mai exact: { $sentence }
logs-valid = Tot ce e în acest jurnal e corect
logs-unfinished-title = Corect până unde ajunge
logs-unfinished-at = Partida nu s-a terminat: lipsește rezultatul, urmează pasul { $step }.
logs-invalid = Acest jurnal nu e cel care a fost semnat
logs-invalid-step = Ceva e greșit la pasul { $step }, înainte de octetul { $byte } al fișierului.
logs-invalid-byte = Ceva e greșit la octetul { $byte } al fișierului.
logs-invalid-closing = E greșit începutul lui, asupra căruia s-au înțeles cei de la masă.
logs-invalid-about = A fost schimbat sau deteriorat după semnare și de acolo nu mai dovedește nimic. Cere-l altcuiva care a fost la masă.
logs-not-a-log = Fișierul nu e jurnalul unei partide.
logs-version = Acest jurnal e scris de un program mai nou; citește-l cu unul la fel.
logs-counts =
    { $moves ->
        [one] S-a verificat o mutare; semnături: { $signatures }, dovezi: { $proofs }.
        [few] S-au verificat { $moves } mutări; semnături: { $signatures }, dovezi: { $proofs }.
       *[other] S-au verificat { $moves } de mutări; semnături: { $signatures }, dovezi: { $proofs }.
    }
logs-never-was = Partida n-a început: cineva lipsea.
logs-left = { $name } a plecat la pasul { $step }.
logs-absent = { $name } n-a mai fost de găsit la pasul { $step }, iar ceilalți au continuat.
logs-grade-agreed = Toți cei prezenți au semnat acest rezultat.
logs-grade-proved = Jurnalul singur dovedește rezultatul; nu l-au semnat toți.
logs-grade-claimed = O singură parte a cerut acest rezultat după ce cealaltă a dispărut.
logs-grade-contested = Alt jurnal sau certificat arată alt rezultat al acestei partide, deci nu contează.
logs-certificate-good = Acest certificat e valabil
logs-certificate-weak = Acest certificat nu dovedește nimic singur
logs-certificate-bad = Acest certificat nu are nicio valoare
logs-certificate-line = { $game }, { $name }: { $outcome }
logs-certificate-refused = A fost schimbat, sau o semnătură de sub el nu e valabilă.
logs-certificate-impossible = Nicio partidă nu se poate termina așa.
logs-certificate-lacking = Cineva n-a semnat nici rezultatul, nici că a plecat; doar jurnalul poate arăta de ce.
logs-strength-signed = Toți cei de la masă au semnat acest rezultat.
logs-strength-left = Cine n-a semnat rezultatul a semnat că pleacă și a pierdut.
logs-unknown = Nu e un fișier de-al nostru
logs-unknown-about = Nu e nici jurnal (.mlog), nici certificat (.cert), nici partidă de Arkan (.blksgf).
logs-unreadable = Fișierul nu poate fi citit
logs-record-good = Fiecare mutare respectă regulile
logs-record-bad = În acest fișier se încalcă regulile
logs-record-unsigned = Un astfel de fișier n-are semnături: arată o partidă, dar nu dovedește nimic despre ea.
logs-record-moves =
    { $moves ->
        [one] Se poate relua un pas.
        [few] Se pot relua { $moves } pași.
       *[other] Se pot relua { $moves } de pași.
    }
logs-record-node = La nodul { $node } al partidei, linia { $line } din fișier:
logs-record-line = La linia { $line } din fișier:
logs-record-rule = Se încalcă regula { $rule }.
logs-record-other-game = E o partidă din alt joc, { $game }.
logs-record-large = Fișierul e prea mare pentru o partidă.
logs-record-two-moves = Două mutări stau într-un singur loc.
logs-record-colour = { $name } e o culoare care nu joacă aici.
logs-record-squares = Ceva de acolo nu e o piesă pe pătratele tablei.
logs-record-piece = Piesa de pe { $squares } nu poate sta acolo.
logs-record-position = O astfel de poziție nu poate exista.
logs-record-form = Forma fișierului e greșită acolo: e deteriorat sau incomplet.
