# What is said at a table before play, and while it begins.

waiting-title = Masa
waiting-host = gazda
waiting-new = n-ați mai jucat împreună
waiting-ready = Gata de joc
waiting-not-ready = Încă nu e gata
waiting-free = Un loc liber
waiting-by-lot = Locurile se trag la sorți la începutul partidei.
waiting-watchers = La această partidă pot privi și cei care nu joacă.
waiting-bot = Joacă și un robot: e un antrenament și nu se schimbă punctele nimănui.
waiting-choose = Alege-ți locul
waiting-place-free = liber
waiting-host-away = Gazda nu răspunde acum; încercăm mai departe.
waiting-asking = Cerem un loc la masă.
waiting-to-watch = Cerem să privim partida.
waiting-no-seating = Așteptăm răspunsul gazdei.
waiting-seats-free =
    { $count ->
        [one] A mai rămas un loc liber.
       *[few] Au mai rămas { $count } locuri libere.
    }
waiting-for-you = Masa e completă; mai lipsește cuvântul tău.
waiting-for = Îi așteptăm pe: { $names }.
waiting-begins = Toți sunt gata: partida începe.
waiting-begin = Să începem
waiting-wait = Încă nu
waiting-stand = Mă ridic
waiting-close = Închide masa
waiting-close-title = Închizi masa?
waiting-close-about = La ea stau și alții. Dacă o închizi, trebuie să-și caute alta.
waiting-close-now = O închid
waiting-invite = Invită pe cineva
waiting-invite-about = Trimite linkul celor cu care vrei să joci sau lasă-i să scaneze codul.
waiting-invite-private = Masa ta e privată: cine are linkul se poate așeza, așa că trimite-l doar cui vrei.
waiting-invite-private-guest = Masa e privată: cine are linkul se poate așeza. Dă-l mai departe doar cui ar vrea gazda.
waiting-ask = Cheamă pe cineva cunoscut
waiting-ask-one = Cheamă
waiting-mute = Nu asculta
waiting-hear = Ascultă din nou
waiting-hear-name = Ascultă din nou: { $name }
waiting-muted = Nu auzi ce spune
waiting-no-address = Căutăm o adresă la care ceilalți te pot găsi.
waiting-copy = Copiază linkul
waiting-copied = Copiat
waiting-code = Invitația, drept cod de scanat
waiting-refused = Nu stai la această masă
waiting-over = Masa nu mai este deschisă.
waiting-dealing = Partida începe
waiting-dealing-arkan = Toți iau parte la tragerea la sorți a locurilor și nimeni n-o poate influența.
waiting-dealing-about = Fiecare amestecă pe rând și dovedește că n-a schimbat nimic, așa că ordinea n-o știe nimeni.
waiting-lot-drawn = S-a tras la sorți
waiting-shuffled = { $name } a amestecat și a dovedit-o
waiting-no-table = Gazda nu mai are această masă sau invitația a fost schimbată; cere una nouă.
waiting-full = Toate locurile sunt ocupate; cere altă invitație.
waiting-unwanted = Gazda nu dorește să joace cu tine.
waiting-dissolved = Gazda a închis masa înainte de începerea partidei.
waiting-foreign = În partea cealaltă e altă versiune a programului; la o masă toți au nevoie de aceeași.
waiting-too-many = Stai la prea multe mese; ridică-te întâi de la una.
waiting-too-many-open =
    { $count ->
        [one] Ai deja o masă deschisă; închide-o întâi.
        [few] Ai deja { $count } mese deschise; închide întâi una.
       *[other] Ai deja { $count } de mese deschise; închide întâi una.
    }
waiting-changed = Gazda a schimbat condițiile mesei; așază-te din nou dacă ești de acord.
waiting-not-watched = Partida de la această masă nu poate fi privită.
waiting-other = La această masă nu te poți așeza. { $reason }
