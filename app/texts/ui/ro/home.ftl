# What is said at the home screen, the first start, and in the settings.

home-hello = Bine ai venit, { $name }
home-play-now = Joacă acum cu roboții
home-play = Joacă
home-play-game = Joacă { $game }
home-about-arkan = Așază-ți piesele colț la colț și nu lăsa loc
home-about-domino = Un lanț care crește piesă cu piesă, până la o sută
home-about-four = Patru cărți pe care nu le vezi: ține minte și schimbă
home-about-jackaroo = Du-ți bilele acasă înainte să fie prinse
home-persons = Jucători
home-sides = Tabere
home-alone = Individual
home-partners = Parteneri
home-length = Durata
home-quick = Rapid
home-full = Complet
welcome-title = Bine ai venit la Majlis
welcome-language = Limba
welcome-name = Cum te cheamă?
welcome-name-hint = Numele pe care îl văd ceilalți
welcome-start = Începe
bot-names = Ilinca, Matei, Sanda, Radu
settings-name = Numele tău
settings-language = Limba
settings-digits = Cifre
settings-digits-western = 123
settings-digits-arabic = ١٢٣
settings-theme = Aspect
settings-theme-system = Ca sistemul
settings-theme-light = Luminos
settings-theme-dark = Întunecat
settings-text = Mărimea textului
settings-text-small = Mic
settings-text-usual = Obișnuit
settings-text-large = Mare
settings-text-larger = Foarte mare
settings-sounds = Sunete
settings-volume = Volum
settings-motion = Mișcare redusă
settings-motion-about = Piesele ajung la loc fără animație
settings-marks = Semne pe culori
settings-marks-about = Un model pentru fiecare culoare, pentru cine confundă culorile
settings-profile = Dosarul profilului
settings-report = Jurnalul programului, pentru semnalarea unei erori
settings-unsaved = Setările nu au fost salvate. { $reason }
home-open = Masă nouă
home-open-game = Masă nouă: { $game }
home-open-hint = Joacă cu oameni, de aproape sau de departe
home-people = Cunoscuți
home-matches = Joacă mai departe
home-resume = Continuă
home-resume-match = Continuă { $game } cu { $names }
home-with = cu { $names }
home-comma = ,
home-on = Partida e în curs
home-resting = Așteaptă până se întorc toți
home-paused = Pauză
home-watching = Privești { $game }
home-your-tables = Mesele tale
home-own-table = Masa ta
home-table-of = Masă deschisă de { $name }
home-game-with = { $game } cu { $name }
home-back-to-table = La masă
home-seats = { $taken } din { $persons } locuri ocupate
home-invited = Invitații pentru tine
home-invites = { $name } te invită la { $game }
home-invited-minutes =
    { $minutes ->
        [one] Mai e valabilă un minut
        [few] Mai e valabilă { $minutes } minute
       *[other] Mai e valabilă { $minutes } de minute
    }
home-invited-over = Invitația a expirat.
home-not-now = Nu acum
home-not-now-name = Nu acum: invitația de la { $name }
home-around = În jurul tău
home-more =
    { $count ->
        [one] încă o masă
        [few] încă { $count } mese
       *[other] încă { $count } de mese
    }
home-friend = dintre prietenii tăi
home-local = în rețeaua ta
home-internet = prin internet
home-full-table = se joacă deja
home-sit = Așază-te
home-sit-with = Așază-te cu { $name }
home-watch = Privește
home-watch-table = Privește masa deschisă de { $name }
home-version-newer = Masa cere o versiune mai nouă a programului ({ $what }); actualizează-l pe al tău ca să te așezi.
home-version-older = Masa e de la o versiune mai veche ({ $what }); roagă gazda să actualizeze programul.
home-version-protocol = protocol
home-version-rules = reguli
home-version-proofs = dovezi
home-link = Am un link
home-link-title = Așază-te cu un link
home-link-about = Lipește linkul pe care ți l-a trimis gazda mesei.
home-link-field = Invitația
home-link-paste = Lipește
home-link-none = Nu este o invitație; o invitație începe cu majlis:
home-link-long = E prea lung pentru o invitație; copiază numai linkul.
home-link-character = Caracterul { $at }, „{ $character }”, nu apare în niciun link; copiază linkul din nou.
home-link-mistyped = Linkul e incomplet sau greșit; copiază-l din nou, în întregime.
home-link-format = Invitația e de la o versiune mai nouă; actualizează programul.
home-link-content = Invitația nu poate fi folosită; cere una nouă.
home-link-own = E o invitație la masa ta; trimite-o altora.
home-handler = Deschide invitațiile cu acest program
home-handler-about = Apoi ajunge un clic pe link, oriunde l-ai primit. Încă un clic aici anulează alegerea.
home-handler-failed = Programul nu a fost înregistrat pentru linkuri. { $reason }
