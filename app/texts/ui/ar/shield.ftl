# What is said under the shield: what was checked, and what was found.

shield-whole = الدرع: كل ما جرى فُحص وصحّ
shield-broken = الدرع: كُشف غش
shield-title = لماذا تطمئن
shield-title-broken = كُشف غش
shield-intro = كل ما يلي فحصه هذا الجهاز بنفسه، ولم يصدّق فيه أحدًا.
shield-nothing = لم يجرِ شيء بعد.
shield-lot = القرعة أسهم فيها الجميع معًا، فلم يخترها أحد.
shield-shuffles =
    { $count ->
        [one] { $name }: خلط واحد مُثبت، لم تزد الأوراق ولم تنقص ولم يُعرف ترتيبها.
        [two] { $name }: خلطان مُثبتان، لم تزد الأوراق ولم تنقص ولم يُعرف ترتيبها.
        [few] { $name }: { $count } مرات خلط مُثبتة، لم تزد الأوراق ولم تنقص ولم يُعرف ترتيبها.
       *[other] { $name }: { $count } مرة خلط مُثبتة، لم تزد الأوراق ولم تنقص ولم يُعرف ترتيبها.
    }
shield-shares =
    { $count ->
        [one] { $name }: ساعد في كشف ورقة واحدة لمن حقّه أن يراها، بمفتاح صحيح.
        [two] { $name }: ساعد في كشف ورقتين لمن حقّه أن يراهما، بمفتاح صحيح.
        [few] { $name }: ساعد في كشف { $count } أوراق لمن حقّه أن يراها، بمفتاح صحيح.
       *[other] { $name }: ساعد في كشف { $count } ورقة لمن حقّه أن يراها، بمفتاح صحيح.
    }
shield-moves =
    { $count ->
        [one] { $name }: نقلة واحدة موقّعة وفق القواعد.
        [two] { $name }: نقلتان موقّعتان وفق القواعد.
        [few] { $name }: { $count } نقلات موقّعة وفق القواعد.
       *[other] { $name }: { $count } نقلة موقّعة وفق القواعد.
    }
shield-proved-highest = { $name }: ثبت أن الحجر المطلوب للافتتاح ليس في هذه اليد.
shield-proved-draw = { $name }: ثبت قبل السحب أن لا حجر في هذه اليد يصلح للعب.
shield-proved-knock = { $name }: ثبت قبل الطَّرق أن لا حجر في هذه اليد يصلح للعب.
shield-proved-burn = { $name }: ثبت قبل الحرق أن لا ورقة في هذه اليد تحرّك حجرًا.
shield-proved-other = { $name }: ثبتت القاعدة { $rule } دون كشف الأوراق.
shield-times =
    { $count ->
        [one] مرة واحدة
        [two] مرتين
        [few] { $count } مرات
       *[other] { $count } مرة
    }
shield-fault = خالف { $name } القواعد في الخطوة { $step } من السجل، وتوقيعه يشهد عليه.
shield-fault-rule = القاعدة { $rule }: { $text }
shield-fault-log = البرهان المرفق لا يصحّ، أو أُرسل ما لا يُنتظر هنا ({ $rule }).
shield-equivocated = وقّع { $name } شيئين مختلفين للخطوة { $step } نفسها، والتوقيعان محفوظان برهانًا.
shield-consequence = خرج { $name } من المباراة وخسرها، ولا يمكن إنكار ذلك.
shield-hidden = ولم تُكشف أوراقك بذلك.
