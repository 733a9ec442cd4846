# What is said of the people met, and of the pictures of their keys.

people-nobody = لم تلعب مع أحد بعد. افتح طاولة وأرسل رابطها إلى من تحب.
people-find = ابحث عن اسم
people-not-found = لا أحد بهذا الاسم.
people-more = هناك غيرهم؛ ابحث عنهم بأسمائهم.
people-today = اليوم
people-yesterday = أمس
people-days-ago =
    { $days ->
        [one] قبل يوم
        [two] قبل يومين
        [few] قبل { $days } أيام
        [many] قبل { $days } يومًا
       *[other] قبل { $days } يوم
    }
people-last-met = آخر لقاء: { $when }
people-matches =
    { $count ->
        [one] مباراة واحدة معًا
        [two] مباراتان معًا
        [few] { $count } مباريات معًا
        [many] { $count } مباراةً معًا
       *[other] { $count } مباراة معًا
    }
people-verified = قورنت الصور
people-blocked = طاولاته وكلامه محجوبة عنك
people-has-table = طاولة مفتوحة الآن
people-invite = طاولة جديدة
people-invite-name = طاولة جديدة للعب مع { $name }
people-call = ادعُ إلى طاولتك
people-call-name = ادعُ { $name } إلى طاولتك
people-calling = الدعوة في طريقها
people-called = وصلت الدعوة
people-call-not-wanted = لم تُقبل الدعوة
people-call-not-reached = تعذّر الوصول؛ أعد المحاولة أو أرسل الرابط
people-seated = على طاولتك الآن
people-about = المزيد
people-about-name = المزيد عن { $name }
people-standing = ما بينكما
people-met = معرفة
people-friend = صداقة
people-block = حظر
people-met-about = لعبتما معًا.
people-friend-about = طاولات الأصدقاء تظهر أولًا، ولا يُنسى منهم أحد.
people-block-about = لا ترى طاولات هذا الشخص ولا تسمع كلامه، ولا يجلس إلى طاولتك.
people-pictures = الصور
people-pictures-of = صور { $name }
people-pictures-about = اقرأها مع { $name } وجهًا لوجه أو في مكالمة. إن رأيتما الصور التسع نفسها بالترتيب نفسه فما من أحد ينتحل هذا الاسم.
people-own-pictures = صورك
people-own-pictures-about = هذه صورك التسع. اقرأها لمن يريد أن يتأكّد أنك أنت.
people-verify = نعم، هي نفسها
people-not-verified = لم تعد مؤكّدة
people-forget = نسيان
