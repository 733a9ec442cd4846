# طاولة أربعة مقلوبة.
four-card-own = ورقتك { $place } مقلوبة
four-card-own-seen = ورقتك { $place } مكشوفة: { $card }
four-place-own = مكانك { $place } خالٍ
four-card-of = ورقة { $name } { $place } مقلوبة
four-card-of-seen = ورقة { $name } { $place } مكشوفة: { $card }
four-place-of = مكان { $name } { $place } خالٍ
four-stock =
    { $count ->
        [zero] كومة السحب فارغة
        [one] كومة السحب: ورقة واحدة
        [two] كومة السحب: ورقتان
        [few] كومة السحب: { $count } أوراق
        [many] كومة السحب: { $count } ورقة
       *[other] كومة السحب: { $count } ورقة
    }
four-pile = كومة الرمي، أعلاها { $card }
four-pile-empty = كومة الرمي خالية
four-hand = في يدك: { $card }
four-hand-of = في يد { $name } ورقة
four-call = ناديت
four-called = نادى
four-discard = رمي
four-match = مطابقة
four-peek = انظر إلى ورقة لك
four-spy = انظر إلى ورقة خصم
four-swap = بدّل ورقتين
four-continue = تابع
four-scores = النتائج
four-standing = الرصيد: { $total }
four-round = الجولة { $round }
four-total = الرصيد
four-note-called = { $name }: ناديت!
four-note-called-own = ناديت! لكل واحد من الآخرين دور أخير.
four-note-right = أصاب { $name }: الورقتان متطابقتان.
four-note-right-own = أصبت: الورقتان متطابقتان.
four-note-wrong = أخطأ { $name }: ليست من رتبتها، وعليه ورقة عقوبة.
four-note-wrong-own = أخطأت: ليست من رتبتها، وعليك ورقة عقوبة.
four-note-end-call = لعب كلٌّ دوره الأخير: تُقلب الصفوف.
four-note-end-row = لم تبق في صفٍّ ورقة: تنتهي الجولة.
four-note-end-stock = فرغت كومة السحب: تنتهي الجولة.
four-note-void = غادر أحدهم: تُلغى الجولة وتُوزَّع من جديد.
four-hint-turn = دورك: خذ ورقة من كومة السحب أو كومة الرمي، أو نادِ.
four-hint-last = دورك الأخير: خذ ورقة من إحدى الكومتين.
four-hint-take = المس المكان الذي تضع فيه هذه الورقة.
four-hint-hand = المس مكانًا لتحتفظ فيه بالورقة، أو اختر زرًّا.
four-hint-match = المس الورقة التي تظنها من رتبتها.
four-hint-peek = المس ورقة من أوراقك لتنظر إليها.
four-hint-spy = المس ورقة خصم لتنظر إليها.
four-hint-swap = المس الورقتين اللتين تبدّلهما.
four-hint-swap-second = المس الورقة الثانية.
four-hint-give = أصبت: المس ورقة من صفك تملأ بها الفراغ.
four-hint-wait = الدور على { $name }.
four-hint-thinks = سحب { $name } ورقة ويفكّر.
four-hint-cards = تُخلط الأوراق أو تُكشف…
four-hint-round-over = انتهت الجولة { $round }.
four-hint-over = انتهت المباراة.
four-key-stock = اسحب من كومة السحب
four-key-pile = خذ من كومة الرمي
four-key-call = نادِ
four-key-slot = المس مكانًا من صفك
four-key-discard = ارمِ الورقة
four-key-match = مطابقة
four-key-use = استعمل القدرة
four-key-next = إلى الورقة التالية
four-key-touch = المس ما عليه الإطار
four-key-back = تراجع عن الاختيار
four-picture-first-look = أقرب ورقتين في صفك تُعرضان عليك مرة واحدة، والحلقة تنقضي.
four-picture-drawn = سحبتَ ولدًا: تحتفظ به، أو ترميه، أو تستعمل قدرته، أو تغامر بمطابقة.
four-picture-hole = أصبتَ في ورقة خصم: الفراغ في صفه تملؤه بورقة من صفك.
four-picture-count = نهاية الجولة: شايب الديناري لا يساوي شيئًا، والمكان الخالي كذلك.
four-plate = { $name }: رصيده { $total }
four-plate-called = { $name }: رصيده { $total }، ونادى
