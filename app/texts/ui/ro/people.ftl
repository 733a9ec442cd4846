# What is said of the people met, and of the pictures of their keys.

people-nobody = Încă n-ai jucat cu nimeni. Deschide o masă și trimite linkul cui vrei.
people-find = Caută un nume
people-not-found = Nimeni cu acest nume.
people-more = Mai sunt și alții; caută-i după nume.
people-today = azi
people-yesterday = ieri
people-days-ago =
    { $days ->
        [one] acum o zi
        [few] acum { $days } zile
       *[other] acum { $days } de zile
    }
people-last-met = ultima întâlnire: { $when }
people-matches =
    { $count ->
        [one] o partidă împreună
        [few] { $count } partide împreună
       *[other] { $count } de partide împreună
    }
people-verified = imagini comparate
people-blocked = Persoană blocată
people-has-table = Are o masă deschisă acum
people-invite = Masă nouă
people-invite-name = Masă nouă, ca să joci cu { $name }
people-call = Invită la masa ta
people-call-name = Invită la masa ta: { $name }
people-calling = Invitația e pe drum
people-called = Invitația a ajuns
people-call-not-wanted = Invitația nu a fost primită
people-call-not-reached = Persoana nu a fost găsită; încearcă din nou sau trimite linkul
people-seated = La masa ta acum
people-about = Mai multe
people-about-name = Mai multe despre { $name }
people-standing = Această persoană
people-met = Întâlnită
people-friend = Prietenă
people-block = Blocată
people-met-about = Ați jucat împreună.
people-friend-about = Mesele prietenilor apar primele, iar prietenii nu se uită niciodată.
people-block-about = Nu-i vezi mesele și nu auzi ce spune, iar la masa ta nu se poate așeza.
people-pictures = Imagini
people-pictures-of = Imaginile pentru { $name }
people-pictures-about = Citiți-le împreună, { $name } și cu tine, față în față sau la telefon. Dacă vedeți amândoi aceleași nouă imagini în aceeași ordine, nimeni altcineva nu poartă aici acest nume.
people-own-pictures = Imaginile tale
people-own-pictures-about = Acestea sunt cele nouă imagini ale tale. Citește-le cui vrea să fie sigur că ești tu.
people-verify = Da, sunt aceleași
people-not-verified = Nu mai e sigur
people-forget = Uită
