# طاولة أركان.
arkan-place = ضع
arkan-pass = مرّر
arkan-rotate-right = تدوير إلى اليمين
arkan-rotate-left = تدوير إلى اليسار
arkan-flip = قلب
arkan-board = الرقعة، { $side } × { $side }
arkan-piece = القطعة { $shape }، { $squares ->
    [one] مربع واحد
    [two] مربعان
    [few] { $squares } مربعات
   *[other] { $squares } مربعًا
}
arkan-held-legal = { $piece }، على { $squares }: موضع جائز
arkan-held-illegal = { $piece }، على { $squares }: موضع ممنوع
arkan-pieces = { $pieces ->
    [zero] لا قطع
    [one] قطعة واحدة
    [two] قطعتان
    [few] { $pieces } قطع
    [many] { $pieces } قطعة
   *[other] { $pieces } قطعة
}
arkan-stuck = { $pieces ->
    [zero] وضع قطعه كلها
   *[other] ضاق به المكان
}
arkan-gone = غادر
arkan-row = الصف { $row }: { $squares }
arkan-row-empty = الصف { $row } خالٍ
arkan-open-corner = { $square } ركن مفتوح لك
arkan-start = مربع بداية { $name }، { $square }
arkan-hand = { $name }: { $pieces }: { $shapes }
arkan-key-move = تحريك القطعة المرفوعة مربعًا
arkan-key-next = إلى الموضع الجائز التالي
arkan-key-previous = إلى الموضع الجائز السابق
arkan-key-place = وضع القطعة
arkan-key-back = إعادة القطعة إلى الدرج
arkan-lesson-corners = النقاط الزرقاء أركان الأزرق المفتوحة: منها وحدها يبني قطعته التالية.
arkan-lesson-finished = المثال بعد نهايته: للأزرق 20، وللأصفر ناقص 8، وللأحمر ناقص 24، وللأخضر ناقص 20.
