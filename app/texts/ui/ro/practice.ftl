# Practice matches. Names begin with practice-.
practice-broken-off = Antrenamentul tău nu s-a terminat: { $game }
practice-go-on = Continuă
practice-let-go = Renunță
