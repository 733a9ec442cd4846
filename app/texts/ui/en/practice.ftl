# Practice matches. Names begin with practice-.
practice-broken-off = Your practice match of { $game } is not over yet
practice-go-on = Go on
practice-let-go = Let it go
