# What is said under the shield: what was checked, and what was found.

shield-whole = Scut: totul a fost verificat și e corect
shield-broken = Scut: s-a descoperit o înșelătorie
shield-title = De ce poți avea încredere
shield-title-broken = S-a descoperit o înșelătorie
shield-intro = Acest calculator a verificat singur tot ce urmează, fără să creadă pe nimeni pe cuvânt.
shield-nothing = Încă nu s-a întâmplat nimic.
shield-lot = La tragerea la sorți au contribuit toți, deci nu a ales-o nimeni.
shield-shuffles =
    { $count ->
        [one] { $name }: o amestecare dovedită: nicio carte în plus sau în minus, iar ordinea n-o știe nimeni.
        [few] { $name }: { $count } amestecări dovedite: nicio carte în plus sau în minus, iar ordinea n-o știe nimeni.
       *[other] { $name }: { $count } de amestecări dovedite: nicio carte în plus sau în minus, iar ordinea n-o știe nimeni.
    }
shield-shares =
    { $count ->
        [one] { $name }: a ajutat la arătarea unei cărți cui i se cuvine, cu cheia corectă.
        [few] { $name }: a ajutat la arătarea a { $count } cărți cui i se cuvine, cu cheia corectă.
       *[other] { $name }: a ajutat la arătarea a { $count } de cărți cui i se cuvine, cu cheia corectă.
    }
shield-moves =
    { $count ->
        [one] { $name }: o mutare semnată, după reguli.
        [few] { $name }: { $count } mutări semnate, după reguli.
       *[other] { $name }: { $count } de mutări semnate, după reguli.
    }
shield-proved-highest = { $name }: s-a dovedit că piesa cerută nu e în această mână.
shield-proved-draw = { $name }: s-a dovedit înainte de tragere că nicio piesă din mână nu se potrivește.
shield-proved-knock = { $name }: s-a dovedit înainte de pas că nicio piesă din mână nu se potrivește.
shield-proved-burn = { $name }: s-a dovedit înainte de ardere că nicio carte din mână nu poate muta o bilă.
shield-proved-other = { $name }: regula { $rule } a fost dovedită fără a arăta cărțile.
shield-times =
    { $count ->
        [one] o dată
        [few] de { $count } ori
       *[other] de { $count } de ori
    }
shield-fault = { $name } a încălcat regulile la pasul { $step } din jurnal, iar semnătura o dovedește.
shield-fault-rule = Regula { $rule }: { $text }
shield-fault-log = Dovada trimisă nu ține sau mesajul nu are ce căuta aici ({ $rule }).
shield-equivocated = { $name } a semnat două lucruri diferite pentru același pas { $step }; ambele semnături sunt păstrate ca dovadă.
shield-consequence = { $name } a fost scos din partidă, a pierdut și nu poate nega.
shield-hidden = Cărțile tale nu au fost arătate.
