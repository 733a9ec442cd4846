# Points, rating, badges, statistics and the ladder. Names begin with profile-.
profile-points = { $points ->
    [zero] لا نقاط
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
    [many] { $points } نقطة
   *[other] { $points } نقطة
}
profile-matches = { $matches ->
    [zero] لا مباريات
    [one] مباراة واحدة
    [two] مباراتان
    [few] { $matches } مباريات
    [many] { $matches } مباراة
   *[other] { $matches } مباراة
}
profile-level = المستوى { $level }
profile-next-level = بقي للمستوى { $level }: { profile-points }
profile-rating = التصنيف { $rating } ({ profile-matches })
profile-no-rating = لا تصنيف بعد: تحرّكه كل مباراة بين شخصين مقاعدها بالقرعة
profile-badges = الأوسمة: { $games }
profile-no-badges = لا أوسمة بعد: خمسة انتصارات في لعبة تمنح وسامها
profile-game = { $game }: { profile-matches }، فوز { $won }، تعادل { $drawn }، خسارة { $lost }، { profile-points }
profile-ladder = سلّم من لعبت معهم
profile-place = { $place }. { $rating } { $name } [{ $fingerprint }]
profile-more = وبعدهم في السلّم: { $people }
profile-list = المباريات
profile-match = { $game }: { $names }
profile-gives = { $outcome }، { profile-points }
profile-won = فوز
profile-drawn = تعادل
profile-lost = خسارة
profile-moves = التصنيف { $change }
profile-claimed = بكلمة طرف واحد، فلا تحرّك التصنيف
profile-annulled = أُلغيت قبل القرعة
profile-practice = تدريب مع برنامج، فلا تُحسب
profile-contested = متنازع عليها، فلا تُحسب
profile-lacking = تنقصها توقيعات، فلا تُحسب بلا سجلّها
profile-never-was = لم تبدأ، فلا تُحسب
profile-unfinished = لم تنتهِ بعد: { profile-matches }
profile-refused = ملفات لا تُحسب لأن فيها خطأ: { $files }
profile-renewed = كان فهرس ملفّك تالفًا فأُعيد بناؤه من سجلّاتك وشهاداتك، ولم يضع شيء
profile-nobody = لا هوية في هذا المجلّد بعد: تُنشأ مع أول طاولة، أو استعد نسخة منها
profile = الملف الشخصي
profile-rating-name = التصنيف
profile-badges-title = الأوسمة
profile-badge-had = نلت الوسام
profile-badge-so-far = { $won } من { $of } انتصارات
profile-statistics = بحسب اللعبة
profile-played = لُعبت
profile-won-many = فوز
profile-drawn-many = تعادل
profile-lost-many = خسارة
profile-points-many = النقاط
profile-ladder-of = سلّم من لعبوا مع { $name }
profile-ladder-empty = لا أحد بعد: يطول السلّم بكل مباراة بين شخصين.
profile-behind = أظهر المباريات التي وراءه
