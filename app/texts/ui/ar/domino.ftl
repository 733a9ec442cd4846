# طاولة الدومينو.
domino-play-left = العب يسارًا
domino-play-right = العب يمينًا
domino-open = العب الحجر الأول
domino-draw = اسحب
domino-pass = مرّر
domino-us = لنا
domino-them = لهم
domino-us-score = لنا: { $score }
domino-them-score = لهم: { $score }
domino-tiles = { $tiles ->
    [zero] لا أحجار
    [one] حجر واحد
    [two] حجران
    [few] { $tiles } أحجار
    [many] { $tiles } حجرًا
   *[other] { $tiles } حجر
}
domino-knocked = طرق · { $tiles }
domino-gone = غادر
domino-boneyard = الردم: { $tiles }
domino-tile-fits = الحجر { $tile }، يصلح
domino-tile-sunk = الحجر { $tile }
domino-laid = على الطاولة { $place }: { $left } و{ $right }
domino-ends = الطرف الأيسر { $left }، الطرف الأيمن { $right }
domino-place-left = موضعه عند الطرف الأيسر
domino-place-right = موضعه عند الطرف الأيمن
domino-place-open = موضعه في وسط الطاولة
domino-dealing = تُخلط الأحجار وتُوزَّع
domino-asking = من معه { $tile } يفتتح
domino-you-open = لك الافتتاح، بأي حجر تشاء
domino-opens = الافتتاح لـ{ $name }
domino-round-over = انتهت الجولة { $round }
domino-blocked = أُغلقت الجولة { $round }
domino-nobody-scores = تساوٍ عند الأقل، فلا نقاط لأحد
domino-scores = كسب { $name } الجولة: { $points ->
    [zero] بلا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
   *[other] { $points } نقطة
}
domino-you-score = كسبت الجولة: { $points ->
    [zero] بلا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
   *[other] { $points } نقطة
}
domino-we-score = الجولة لنا: { $points ->
    [zero] بلا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
   *[other] { $points } نقطة
}
domino-they-score = الجولة لهم: { $points ->
    [zero] بلا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
   *[other] { $points } نقطة
}
domino-pips = { $pips ->
    [zero] بلا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $pips } نقاط
   *[other] { $pips } نقطة
}
domino-go-on = تابع
domino-key-lift = رفع أحد الأحجار التي تصلح
domino-key-back = إعادة الحجر المرفوع
domino-lesson-turn = تنعطف السلسلة عند حافة الطاولة، والدبل عرضًا دائمًا. وما ينتصب من أحجارك يصلح لأحد الطرفين.
domino-lesson-blocked = خرجت أحجار الستة كلها والطرفان ستة: لا حجر يصلح، فالجولة مغلقة.
