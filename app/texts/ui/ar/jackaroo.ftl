# طاولة جاكارو.
jackaroo-at-home = في بيته
jackaroo-at-base = على قاعدته
jackaroo-at-cell = على الخانة { $cell }
jackaroo-at-safe = في منطقة الأمان، الخانة { $cell }
jackaroo-marble-own =
    { $colour ->
        [blue] حجرك الأزرق { $number }
        [yellow] حجرك الأصفر { $number }
        [red] حجرك الأحمر { $number }
       *[green] حجرك الأخضر { $number }
    }
jackaroo-marble-of =
    { $colour ->
        [blue] حجر { $name } الأزرق { $number }
        [yellow] حجر { $name } الأصفر { $number }
        [red] حجر { $name } الأحمر { $number }
       *[green] حجر { $name } الأخضر { $number }
    }
jackaroo-marble = { $marble }، { $place }
jackaroo-destination = مقصد { $marble }: { $place }
jackaroo-card-hidden = الورقة { $place } مقلوبة
jackaroo-card-lifted = { $card }، مرفوعة
jackaroo-card-dead = { $card }، لا تحرّك شيئًا
jackaroo-stand-own = جهتنا: أدخلت { $in } من { $of }
jackaroo-stand-other = الجهة الأخرى: أدخلت { $in } من { $of }
jackaroo-stand-of = { $one } و{ $two }: أدخلا { $in } من { $of }
jackaroo-deck =
    { $count ->
        [zero] الشدّة فارغة
        [one] في الشدّة ورقة واحدة
        [two] في الشدّة ورقتان
        [few] في الشدّة { $count } أوراق
        [many] في الشدّة { $count } ورقة
       *[other] في الشدّة { $count } ورقة
    }
jackaroo-fire-empty = كومة النار فارغة
jackaroo-fire = كومة النار، أعلاها { $card }
jackaroo-hand =
    { $count ->
        [zero] { $name }: لا أوراق
        [one] { $name }: ورقة واحدة
        [two] { $name }: ورقتان
        [few] { $name }: { $count } أوراق
       *[other] { $name }: { $count } ورقة
    }
jackaroo-hand-partner =
    { $count ->
        [zero] شريكك { $name }: لا أوراق
        [one] شريكك { $name }: ورقة واحدة
        [two] شريكك { $name }: ورقتان
        [few] شريكك { $name }: { $count } أوراق
       *[other] شريكك { $name }: { $count } ورقة
    }
jackaroo-partner = شريكك { $name }
jackaroo-standing = في الأمان: { $in } من { $of }
jackaroo-note-shuffled = نفدت الشدّة، فخُلطت كومة النار وصارت هي الشدّة.
jackaroo-note-partner = أدخل { $name } أحجاره كلها، ويلعب الآن عن { $partner }.
jackaroo-note-burned = أحرق { $name }: { $card }
jackaroo-hint-wait = الدور على { $name }.
jackaroo-hint-cards = تُخلط الأوراق وتُوزَّع…
jackaroo-hint-burn = لا ورقة عندك تُلعب: اختر ورقة تحرقها.
jackaroo-hint-card = دورك: ارفع ورقة لترى ما تحرّكه.
jackaroo-hint-for-partner = أحجارك كلها في الأمان: العب الآن بأحجار { $name }.
jackaroo-hint-marble = المس الحجر الذي تحرّكه.
jackaroo-hint-steps = كم خانة؟
jackaroo-hint-seven = كم خانة من السبع لهذا الحجر؟
jackaroo-hint-rest =
    { $count ->
        [one] المس الحجر الذي يتقدّم الخانة الباقية.
        [two] المس الحجر الذي يتقدّم الخانتين الباقيتين.
        [few] المس الحجر الذي يتقدّم الخانات الـ{ $count } الباقية.
       *[other] المس الحجر الذي يتقدّم الخانات الـ{ $count } الباقية.
    }
jackaroo-hint-swap = المس حجر الخصم الذي تبدّله.
jackaroo-burn = احرق
jackaroo-back = تراجع عن الاختيار
jackaroo-key-card = ارفع ورقة من يدك
jackaroo-key-next = إلى الورقة أو الحجر التالي
jackaroo-key-touch = المس ما عليه الإطار
jackaroo-key-back = تراجع عن الاختيار
jackaroo-key-burn = احرق الورقة المرفوعة
jackaroo-picture-safe-zone = تسعة تُدخل الحجر من 70 إلى أعمق خانة أمانه.
jackaroo-picture-four = أربعة تُرجع الحجر من قاعدته إلى 72، على أربع خطوات من أمانه.
jackaroo-picture-king = شايب يتقدّم 13 فيعيد إلى البيت حجرين مرّ بهما.
jackaroo-picture-block = سدّ من حجرين: مقدَّمه محميّ فلا يُمرّ به.
jackaroo-picture-out = آص يُخرج حجرًا فيعيد إلى البيت حجر الخصم الواقف على القاعدة، ولو كان مقدَّم سدّ.
jackaroo-picture-deepest = ثلاثة من 74 تقع في منطقة الأمان، فيستقرّ الحجر في أعمق خانة خالية.
