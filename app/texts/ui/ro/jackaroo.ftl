# Masa de Jackaroo.
jackaroo-at-home = acasă
jackaroo-at-base = pe baza ei
jackaroo-at-cell = pe căsuța { $cell }
jackaroo-at-safe = în zona de siguranță, căsuța { $cell }
jackaroo-marble-own =
    { $colour ->
        [blue] Bila ta albastră { $number }
        [yellow] Bila ta galbenă { $number }
        [red] Bila ta roșie { $number }
       *[green] Bila ta verde { $number }
    }
jackaroo-marble-of =
    { $colour ->
        [blue] { $name }: bila albastră { $number }
        [yellow] { $name }: bila galbenă { $number }
        [red] { $name }: bila roșie { $number }
       *[green] { $name }: bila verde { $number }
    }
jackaroo-marble = { $marble }, { $place }
jackaroo-destination = { $marble } ajunge: { $place }
jackaroo-card-hidden = Cartea { $place }, cu fața în jos
jackaroo-card-lifted = { $card }, ridicată
jackaroo-card-dead = { $card }, nu mută nimic
jackaroo-stand-own = Tabăra noastră: { $in } din { $of } aduse
jackaroo-stand-other = Cealaltă tabără: { $in } din { $of } aduse
jackaroo-stand-of = { $one } și { $two }: { $in } din { $of } aduse
jackaroo-deck =
    { $count ->
        [0] Pachetul s-a terminat
        [one] Pachet: o carte
        [few] Pachet: { $count } cărți
       *[other] Pachet: { $count } de cărți
    }
jackaroo-fire-empty = Teancul de foc e gol
jackaroo-fire = Teancul de foc, deasupra { $card }
jackaroo-hand =
    { $count ->
        [one] { $name }: o carte
        [few] { $name }: { $count } cărți
       *[other] { $name }: { $count } de cărți
    }
jackaroo-hand-partner =
    { $count ->
        [one] Partenerul tău { $name }: o carte
        [few] Partenerul tău { $name }: { $count } cărți
       *[other] Partenerul tău { $name }: { $count } de cărți
    }
jackaroo-partner = Partener: { $name }
jackaroo-standing = La adăpost: { $in } din { $of }
jackaroo-note-shuffled = Pachetul s-a terminat: teancul de foc se amestecă și devine pachetul.
jackaroo-note-partner = Toate bilele lui { $name } au intrat; acum joacă pentru { $partner }.
jackaroo-note-burned = { $name } a ars: { $card }
jackaroo-hint-wait = E rândul lui { $name }.
jackaroo-hint-cards = Se amestecă și se împart cărțile…
jackaroo-hint-burn = Nicio carte nu se poate juca: alege una de ars.
jackaroo-hint-card = E rândul tău: ridică o carte ca să vezi ce mută.
jackaroo-hint-for-partner = Bilele tale au intrat toate: joacă acum cu ale lui { $name }.
jackaroo-hint-marble = Atinge bila pe care o muți.
jackaroo-hint-steps = Câte căsuțe?
jackaroo-hint-seven = Câte din cele șapte pentru bila aceasta?
jackaroo-hint-rest =
    { $count ->
        [one] Atinge bila care face ultimul pas.
        [few] Atinge bila care face ceilalți { $count } pași.
       *[other] Atinge bila care face ceilalți { $count } de pași.
    }
jackaroo-hint-swap = Atinge bila adversarului cu care schimbi.
jackaroo-burn = Arde
jackaroo-back = Renunță la alegere
jackaroo-key-card = Ridică o carte din mână
jackaroo-key-next = La cartea sau bila următoare
jackaroo-key-touch = Atinge ce are chenar
jackaroo-key-back = Renunță la alegere
jackaroo-key-burn = Arde cartea ridicată
jackaroo-picture-safe-zone = Un nouă duce bila de pe 70 în cea mai adâncă căsuță a zonei ei de siguranță.
jackaroo-picture-four = Un patru duce bila de pe bază înapoi pe 72, la patru pași de zona ei de siguranță.
jackaroo-picture-king = Popa merge 13 și trimite acasă două bile peste care trece.
jackaroo-picture-block = Un blocaj din două bile: capul lui e apărat și nu se trece peste el.
jackaroo-picture-out = Asul scoate o bilă și o trimite acasă pe a adversarului de pe bază, deși e capul unui blocaj.
jackaroo-picture-deepest = Trei de pe 74 se termină în zona de siguranță, iar bila se așază în cea mai adâncă căsuță liberă.
