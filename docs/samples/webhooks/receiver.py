import os
import sqlite3
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
database = sqlite3.connect(os.path.join(os.environ.get("WEBHOOK_STORE", "."), "events.db"), isolation_level=None)
database.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body BLOB NOT NULL, done INTEGER DEFAULT 0)")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            self.send_error(400, "not a genuine delivery")
            return
        # Stored first: an event that was answered is never sent again.
        stored = database.execute("INSERT OR IGNORE INTO events (id, body) VALUES (?, ?)", (event["id"], body))
        self.send_response(204)
        self.end_headers()
        if stored.rowcount == 1:
            print(event["type"], event["id"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
