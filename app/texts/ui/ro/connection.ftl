# The connection in plain words. Names begin with connection.
connection = Conexiune
connection-never = Programul a fost pornit numai pentru antrenament.
connection-locked = Identitatea ta este sigilată: deschide-o ca să joci cu oameni.
connection-off = Fără conexiune. { $reason }
connection-nowhere = Încă nu s-a găsit nicio rețea. Programul caută mai departe.
connection-near = Cei din rețeaua ta locală te găsesc singuri.
connection-lan = Nu se folosește nimic dincolo de rețeaua locală: așa ai ales în setări.
connection-direct = Ceilalți ajung direct la acest calculator de pe internet.
connection-relayed = Ceilalți ajung la acest calculator printr-un releu, care nu poate citi ce duce.
connection-not-reached = De pe internet nu ajunge încă nimeni la acest calculator.
connection-advice = Ajută două lucruri: adaugă un releu în setări sau deschide în router porturile de mai jos. Poate că drumul spre prietenul tău e deschis: așază-te la masa lui.
connection-people = Cu cine ești conectat
connection-nobody = Cu nimeni acum
connection-person-direct = { $name }: direct
connection-person-relay = { $name }: printr-un releu
connection-person-relay-which = { $name }: prin releul { $relay }
connection-relays = Relee
connection-no-relay = Niciunul
connection-relay = Se poate ajunge la tine prin { $address }
connection-addresses = Adresele acestui calculator
connection-internet = { $address }, pe internet
connection-local = { $address }, în rețeaua locală
connection-firewall = Ce trebuie să lase un firewall să intre
connection-firewall-about = Pe acest calculator; în router aceleași porturi, îndreptate spre el. Rămân aceleași la pornirea următoare, dacă nu le-a luat alt program.
connection-tcp = TCP, portul { $ports }
connection-udp = UDP, portul { $ports }
connection-mdns = UDP, portul { $ports }, în rețeaua locală: cu el se găsesc oamenii între ei
connection-copy = Copiază pentru cine mă ajută
connection-copied = Copiat
connection-relays-connected =
    { $count ->
        [one] Conectat la un releu
        [few] Conectat la { $count } relee
       *[other] Conectat la { $count } de relee
    }
