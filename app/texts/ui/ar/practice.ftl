# Practice matches. Names begin with practice-.
practice-broken-off = مباراة تدريبك لم تنتهِ بعد: { $game }
practice-go-on = تابعها
practice-let-go = دعها
