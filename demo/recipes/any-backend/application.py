"""An application with its own session. The address /who is AUTHORIZE_URL of the backend."""

import json
import os
import pathlib
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SESSIONS = {}  # your own sessions
PAGE = pathlib.Path(__file__).with_name("page.html").read_text()


class Application(BaseHTTPRequestHandler):
    def user(self):
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("session")
        return SESSIONS.get(cookie.value) if cookie else None

    def answer(self, status, body="{}", kind="application/json", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        if self.path == "/who":
            user = self.user()
            return self.answer(200, json.dumps({"userId": user})) if user else self.answer(401)
        if self.path == "/sign-in":  # your own sign-in
            session = secrets.token_urlsafe(32)
            SESSIONS[session] = "user-ada"
            cookie = f"session={session}; HttpOnly; Path=/; SameSite=Lax"
            return self.answer(200, headers=[("Set-Cookie", cookie)])
        if self.path == "/":
            return self.answer(200, PAGE, "text/html; charset=utf-8")
        return self.answer(404)


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Application).serve_forever()
