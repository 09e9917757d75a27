/** The backend under attack: by clients, and by answers at `AUTHORIZE_URL`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { createAskApplication } from '../../../demo/backend-command/ask-application.js';
import { readBackendSettings } from '../../../demo/backend-command/settings.js';
import { close, listen } from '../../support/fake-service.js';
import { COOKIE, createBackendWorld, startApplication } from './world.js';

const ADA = { Cookie: COOKIE };
const MEBIBYTE = 1024 * 1024;

const open = async (t: TestContext, url: string): Promise<Socket> => {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** The answer to a raw request. */
const send = async (t: TestContext, url: string, head: string, body = ''): Promise<string> => {
  const socket = await open(t, url);
  socket.write(`${head}\r\nCookie: ${COOKIE}\r\nConnection: close\r\n\r\n${body}`);
  return text(socket);
};

describe('backend command: hostile clients', () => {
  it('disconnects who never ends the headers, and who never ends the body', async (t) => {
    const { start, service } = await createBackendWorld(t);
    const { url } = await start({}, { headersMs: 100, requestMs: 300 });
    for (const begun of [
      'POST /api/transcribe/user-token HTTP/1.1\r\nHost: a\r\nX-Slow: ',
      `POST /api/transcribe/transcriptions HTTP/1.1\r\nHost: a\r\nCookie: ${COOKIE}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ]) {
      const socket = await open(t, url);
      const dripping = setInterval(() => socket.write('a'), 20);
      socket.write(begun);
      const said = await text(socket).catch(() => '');
      clearInterval(dripping);
      assert.match(said, /^(?:HTTP\/1\.1 (?:408|400) |$)/);
    }
    assert.equal(service.at('POST /open/partner/ai/transcriptions/').length, 0);
    assert.equal((await fetch(`${new URL(url).origin}/health`)).status, 200);
  });

  it('reads a huge body, a huge header and a long path only in part', async (t) => {
    const { start, application } = await createBackendWorld(t);
    const { url } = await start();
    const socket = await open(t, url);
    socket.write(
      `POST /api/transcribe/transcriptions HTTP/1.1\r\nHost: a\r\nCookie: ${COOKIE}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const answer = text(socket).catch(() => '');
    const chunk = `${MEBIBYTE.toString(16)}\r\n${' '.repeat(MEBIBYTE)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 200) {
      sent += 1;
      if (!socket.write(chunk)) {
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
      }
    }
    assert.ok(sent < 100, `${sent} MiB were taken`);
    assert.match(await answer, /^(?:HTTP\/1\.1 413 |$)/);
    const asked = application.asked.length;
    const path = '/api/transcribe/user-token';
    for (const head of [
      `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Huge: ${'x'.repeat(100_000)}`,
      `POST ${path}${'/x'.repeat(50_000)} HTTP/1.1\r\nHost: a`,
    ]) {
      assert.match(await send(t, url, head), /^HTTP\/1\.1 4\d\d /);
    }
    assert.equal(application.asked.length, asked);
  });

  it('drops connections above the limit, and takes new ones once others have left', async (t) => {
    const { start } = await createBackendWorld(t);
    const { url } = await start({}, { connections: 3 });
    const sockets = await Promise.all([open(t, url), open(t, url), open(t, url)]);
    await assert.rejects(fetch(`${url}/user-token`, { method: 'POST', headers: ADA }));
    const left = sockets.map((socket) => once(socket.destroy(), 'close'));
    await Promise.all(left);
    let status = 0;
    while (status !== 200) {
      const asked = fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
      ({ status } = await asked.catch(() => ({ status: 0 })));
    }
  });

  it('passes no injected header to the application', async (t) => {
    const { start, application } = await createBackendWorld(t);
    const { url } = await start();
    const path = '/api/transcribe/transcriptions/a%0D%0AX-User:%20bob';
    await send(t, url, `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-Uri: /other\r\nX-User: bob`);
    const folded = 'GET /api/transcribe/transcriptions/b HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c: d';
    await send(t, url, folded);
    assert.equal(application.asked[0]?.req.headers['x-forwarded-uri'], path);
    for (const { req } of application.asked) {
      assert.equal(req.headers['x-user'], undefined);
      assert.ok(!/[\r\n]/.test(JSON.stringify(req.rawHeaders)));
    }
  });

  it('sends the user token of the service to the application in no spelling of a path', async (t) => {
    const { start, application } = await createBackendWorld(t);
    const { url } = await start({ PROXY_UPLOADS: 'true' });
    const token = { Authorization: 'Bearer user-token-of-the-service' };
    const path = '/open/partner/files/upload/complete-upload';
    for (const spelt of [path, `${path}/`, path.replace('open', '%6fpen'), `/${path}`]) {
      const headers = { Cookie: `${COOKIE}; spelt=${spelt}`, ...token };
      await fetch(url + spelt, { method: 'POST', headers });
      await fetch(url + spelt, { method: 'POST', headers: token });
    }
    assert.equal(application.asked.length, 4);
    for (const { req } of application.asked) assert.equal(req.headers.authorization, undefined);
  });

  it('tells the application one spelling of a path, so that no other one gets around its rules', async (t) => {
    const { start, application } = await createBackendWorld(t);
    const { url } = await start();
    for (const spelt of [
      'transcriptions',
      'transcriptions/',
      '/transcriptions',
      '%74ranscriptions',
    ])
      await fetch(`${url}/${spelt}`, { method: 'POST', headers: ADA });
    const told = application.asked.map(({ req }) => req.headers['x-forwarded-uri']);
    assert.deepEqual([...new Set(told)], ['/api/transcribe/transcriptions']);
  });

  it('refuses so many headers that Node drops the last ones, such as Origin', async (t) => {
    const { start, service, application } = await createBackendWorld(t);
    const { url } = await start();
    const many = 'A: b\r\n'.repeat(2_100);
    const request = `POST /api/transcribe/user-token HTTP/1.1\r\nHost: a\r\nCookie: ${COOKIE}\r\n${many}Origin: https://evil.example\r\nContent-Length: 0`;
    assert.match(await send(t, url, request), /^HTTP\/1\.1 400 /);
    assert.deepEqual([service.received.length, application.asked.length], [0, 0]);
  });

  it('believes no forwarded origin, and with PUBLIC_ORIGIN no other host', async (t) => {
    const { start, service } = await createBackendWorld(t);
    const { url } = await start({ PUBLIC_ORIGIN: 'https://app.example.com' });
    for (const head of [
      'Host: evil.example\r\nOrigin: http://evil.example',
      'Host: app.example.com\r\nOrigin: https://evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https',
    ]) {
      const request = `POST /api/transcribe/user-token HTTP/1.1\r\n${head}\r\nContent-Length: 0`;
      assert.match(await send(t, url, request), /^HTTP\/1\.1 403 /, head);
    }
    assert.equal(service.received.length, 0);
  });
});

describe('backend command: hostile answers at AUTHORIZE_URL', () => {
  const request = (path = '/user-token'): Request =>
    new Request(`https://app.example.com/api/transcribe${path}`, { headers: ADA });

  /** An application that answers as the test says. */
  const applicationFor = async (t: TestContext, answer: (res: ServerResponse) => void) => {
    const server = createServer((_, res) => answer(res));
    t.after(() => close(server));
    return `${await listen(server)}/who`;
  };
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  it('never signs anybody in without a user', async (t) => {
    const { start, application, service } = await createBackendWorld(t);
    const { url } = await start();
    for (const body of [
      ...['', 'null', '[]', '{}', '"user-ada"', '{"user":"user-ada"}', '{"userId":""}'],
      ...['{"userId":null}', '{"userId":["user-ada"]}', '{"userId":"short"}', '{"userId":true}'],
      `{"userId":"${'x'.repeat(121)}"}`,
    ]) {
      application.answer = { status: 200, headers: JSON_TYPE, body };
      const { status } = await fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
      assert.ok(status === 401 || status === 500, `${status} to ${body}`);
    }
    assert.equal(service.received.length, 0);
  });

  it('ends an answer that is slow, and one that has no end', async (t) => {
    let written = 0;
    const silent = await applicationFor(t, () => undefined);
    const slow = await applicationFor(t, (res) => res.writeHead(200, JSON_TYPE).write('{'));
    const endless = await applicationFor(t, (res) => {
      res.writeHead(200, JSON_TYPE);
      const write = (): void => {
        if (res.destroyed) return;
        written += 65_536;
        if (res.write(' '.repeat(65_536))) setImmediate(write);
        else res.once('drain', write);
      };
      write();
    });
    for (const url of [silent, slow]) {
      await assert.rejects(createAskApplication({ url, timeoutMs: 50 })(request()), url);
    }
    await assert.rejects(createAskApplication({ url: endless })(request()), /too much/);
    assert.ok(written < 64 * MEBIBYTE);
  });

  it('sends the cookie to no other host, whatever the redirect', async (t) => {
    const other = await startApplication(t);
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await applicationFor(t, (res) =>
        res.writeHead(status, { ...JSON_TYPE, Location: `${other.url}/who` }).end('{"userId":"u"}'),
      );
      assert.equal(await createAskApplication({ url })(request()), null);
    }
    assert.equal(other.asked.length, 0);
  });

  it('reads an answer with a byte order mark, and refuses bytes that are no text', async (t) => {
    const answers = [
      '\ufeff{"userId":"user-ada"}',
      Buffer.from('{"userId":"user-\xff"}', 'latin1'),
    ];
    const [marked = '', broken = ''] = await Promise.all(
      answers.map((body) => applicationFor(t, (res) => res.writeHead(200, JSON_TYPE).end(body))),
    );
    assert.deepEqual(await createAskApplication({ url: marked })(request()), {
      userId: 'user-ada',
    });
    await assert.rejects(createAskApplication({ url: broken })(request()));
  });

  it('keeps an answer for its own path and method only', async () => {
    const asked: string[] = [];
    const ask = createAskApplication({
      url: 'https://app.example.com/who',
      fetch: (_, init) => {
        const path = new Headers(init?.headers).get('x-forwarded-uri') ?? '';
        asked.push(path);
        return Promise.resolve(
          path.endsWith('/user-token')
            ? Response.json({ userId: 'user-ada' })
            : new Response(null, { status: 403 }),
        );
      },
    });
    assert.deepEqual(await ask(request()), { userId: 'user-ada' });
    assert.equal(await ask(request('/transcriptions')), null);
    assert.equal(asked.length, 2);
  });
});

describe('backend command: malformed settings', () => {
  it('are refused without a quote of what was given', async (t) => {
    const { environment, start } = await createBackendWorld(t);
    const long = 'hush'.repeat(20);
    for (const [name, values] of Object.entries({
      SERVICE_URL: [long, `http://${long}.example`, `https://user:${long}@service.example`],
      AUTHORIZE_URL: [long, `ftp://${long}`, `https://${long}@app.example.com/`],
      CLIENT_ID: [`${long}:${long}`],
      BASE_PATH: [long, `/${long}?a=b`, `https://${long}`],
      PORT: [long, '-1', '65536', '1e3'],
      STORAGE: [`mysql://${long}`, `redis://${long}:port`],
      SEALING_KEYS: ['hush'],
      ALLOWED_ORIGINS: [`${long}`, `https://${long}/path`],
      PUBLIC_ORIGIN: [long],
      ALLOWED_FILE_HOSTS: [`https://${long}/`],
      PROXY_UPLOADS: [long],
    })) {
      for (const value of values) {
        await assert.rejects(
          async () => {
            readBackendSettings({ ...environment, [name]: value });
            await start({ [name]: value });
          },
          ({ message }: Error) => {
            assert.doesNotMatch(message, /hush/, name);
            return true;
          },
          `${name}=${value}`,
        );
      }
    }
  });
});
