"""A router's service that lets machines behind it ask for ports (UPnP IGD 1): SSDP answers, descriptions, and SOAP actions that
put rules into the router's firewall. Words: the inner address, the outer address, the outer adapter."""

import re
import socket
import struct
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

INNER, OUTER, ADAPTER = sys.argv[1:4]
PORT = 5000
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"

DEVICE = f"""<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType>
<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType>
<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType>
<serviceList><service><serviceType>{SERVICE}</serviceType>
<SCPDURL>/actions.xml</SCPDURL><controlURL>/control</controlURL></service></serviceList>
</device></deviceList></device></deviceList></device></root>"""

ARGUMENTS = {
    "GetExternalIPAddress": [],
    "AddPortMapping": [
        "NewRemoteHost",
        "NewExternalPort",
        "NewProtocol",
        "NewInternalPort",
        "NewInternalClient",
        "NewEnabled",
        "NewPortMappingDescription",
        "NewLeaseDuration",
    ],
    "DeletePortMapping": ["NewRemoteHost", "NewExternalPort", "NewProtocol"],
}


def actions():
    told = ""
    for name, arguments in ARGUMENTS.items():
        listed = "".join(
            f"<argument><name>{argument}</name><direction>in</direction></argument>" for argument in arguments
        )
        told += f"<action><name>{name}</name><argumentList>{listed}</argumentList></action>"
    return f'<?xml version="1.0"?><scpd><actionList>{told}</actionList></scpd>'


def firewall(rule):
    subprocess.run(["nft", rule], check=True)


def act(name, body):
    """What an action gives back, after it is done."""
    value = lambda key: re.search(f"<{key}>([^<]*)</{key}>", body).group(1)
    if name == "GetExternalIPAddress":
        return f"<NewExternalIPAddress>{OUTER}</NewExternalIPAddress>"
    if name == "AddPortMapping":
        protocol = value("NewProtocol").lower()
        outer, inner, client = value("NewExternalPort"), value("NewInternalPort"), value("NewInternalClient")
        firewall(
            f'add rule ip translation arriving iifname "{ADAPTER}" {protocol} dport {outer} dnat to {client}:{inner}'
        )
        print(f"mapped {protocol} {outer} to {client}:{inner}", flush=True)
    return ""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        self.answer(actions() if self.path == "/actions.xml" else DEVICE)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        name = self.headers["SOAPAction"].strip('"').split("#")[1]
        done = act(name, body)
        self.answer(
            '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
            f'<u:{name}Response xmlns:u="{SERVICE}">{done}</u:{name}Response></s:Body></s:Envelope>'
        )


def discovered():
    questions = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    questions.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    questions.bind(("", 1900))
    group = struct.pack("4s4s", socket.inet_aton("239.255.255.250"), socket.inet_aton(INNER))
    questions.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    print("ready", flush=True)
    while True:
        question, sender = questions.recvfrom(4096)
        if question.startswith(b"M-SEARCH"):
            answer = (
                "HTTP/1.1 200 OK\r\nST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n"
                f"LOCATION: http://{INNER}:{PORT}/device.xml\r\n\r\n"
            )
            questions.sendto(answer.encode(), sender)


firewall("add rule ip filter forwarded ct status dnat accept")
threading.Thread(target=HTTPServer((INNER, PORT), Handler).serve_forever, daemon=True).start()
discovered()
