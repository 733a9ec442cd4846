# The connection in plain words. Names begin with connection.
connection = Connection
connection-never = This program was started for practice alone.
connection-locked = Your identity is sealed: unlock it to play with people.
connection-off = Not connected. { $reason }
connection-nowhere = No network was found yet. The program keeps looking.
connection-near = People on your local network find you by themselves.
connection-lan = Nothing beyond the local network is used: that is your choice in the settings.
connection-direct = Others reach this computer from the internet directly.
connection-relayed = Others reach this computer from the internet through a relay, which cannot read what it carries.
connection-not-reached = From the internet nobody reaches this computer yet.
connection-advice = Two ways help: add a relay in the settings, or let the ports below in at your router. Your friend’s way may also be open: then join at your friend’s table.
connection-people = Who you are connected to
connection-nobody = Nobody at the moment
connection-person-direct = { $name }: directly
connection-person-relay = { $name }: through a relay
connection-person-relay-which = { $name }: through the relay { $relay }
connection-relays = Relays
connection-no-relay = None
connection-relay = You can be reached through { $address }
connection-addresses = Addresses of this computer
connection-internet = { $address }, on the internet
connection-local = { $address }, on the local network
connection-firewall = What a firewall has to let in
connection-firewall-about = On this computer; at the router the same ports, led to this computer. They stay the same at the next start, unless another program has taken them.
connection-tcp = TCP, port { $ports }
connection-udp = UDP, port { $ports }
connection-mdns = UDP, port { $ports }, on the local network: people find each other with it
connection-copy = Copy for the person who helps me
connection-copied = Copied
connection-relays-connected =
    { $count ->
        [one] Connected to one relay
       *[other] Connected to { $count } relays
    }
