# The connection in plain words. Names begin with connection.
connection = الاتصال
connection-never = شُغّل هذا البرنامج للتدريب فقط.
connection-locked = هويتك مختومة؛ افتحها لتلعب مع الناس.
connection-off = لا اتصال. { $reason }
connection-nowhere = لم يُعثر على شبكة بعد، والبرنامج مستمر في البحث.
connection-near = من على شبكتك المحلية يجدونك من تلقاء أنفسهم.
connection-lan = لا يُستعمل غير الشبكة المحلية، كما اخترت في الإعدادات.
connection-direct = يصل إليك الآخرون من الإنترنت مباشرة.
connection-relayed = يصل إليك الآخرون من الإنترنت عبر مُرحِّل لا يستطيع قراءة ما ينقله.
connection-not-reached = لا يصل إليك أحد من الإنترنت حتى الآن.
connection-advice = ينفع أحد أمرين: أضف مُرحِّلًا في الإعدادات، أو افتح المنافذ المذكورة أدناه في الموجّه. وقد يكون الطريق إلى صديقك مفتوحًا، فاجلس إلى طاولته.
connection-people = من أنت متصل بهم
connection-nobody = لا أحد الآن
connection-person-direct = { $name }: مباشرة
connection-person-relay = { $name }: عبر مُرحِّل
connection-person-relay-which = { $name }: عبر المُرحِّل { $relay }
connection-relays = المُرحِّلات
connection-no-relay = لا يوجد
connection-relay = يمكن الوصول إليك عبر { $address }
connection-addresses = عناوين هذا الجهاز
connection-internet = { $address }، على الإنترنت
connection-local = { $address }، على الشبكة المحلية
connection-firewall = ما يجب أن يسمح به الجدار الناري
connection-firewall-about = على هذا الجهاز؛ وفي الموجّه المنافذ نفسها، موجَّهة إلى هذا الجهاز. وتبقى كما هي في المرة القادمة ما لم يأخذها برنامج آخر.
connection-tcp = TCP، المنفذ { $ports }
connection-udp = UDP، المنفذ { $ports }
connection-mdns = UDP، المنفذ { $ports } على الشبكة المحلية: به يجد الناس بعضهم بعضًا
connection-copy = انسخ لمن يساعدني
connection-copied = نُسخ
connection-relays-connected =
    { $count ->
        [zero] لا يوجد
        [one] متصل بمُرحِّل واحد
        [two] متصل بمُرحِّلين
        [few] متصل بـ { $count } مُرحِّلات
        [many] متصل بـ { $count } مُرحِّلًا
       *[other] متصل بـ { $count } مُرحِّل
    }
