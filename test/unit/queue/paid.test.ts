/** What was paid for stays, and is not paid for again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartnerHandler } from '../../../src/server.js';
import { known } from '../../support/own-scope.js';
import { createQueueBrowser, named } from '../../support/queue.js';
import { RESULT } from '../../support/scripted-session.js';

/** A page that stores nothing. */
const NO_STORAGE = known(() => null);

/** A backend that submits once for each key. While `isLosing`, a gateway answers in its place. */
const createKeyedBackend = () => {
  const backend = { paid: new Set<string | null>(), isLosing: false };
  const handler: PartnerHandler = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/user-token'))
      return Promise.resolve(
        Response.json({ access_token: 't', token_type: 'bearer', expires_in: 86_400 }),
      );
    if (request.method === 'POST') backend.paid.add(request.headers.get('Idempotency-Key'));
    const id = `task-${backend.paid.size}`;
    const isDone = request.method === 'GET';
    return Promise.resolve(
      backend.isLosing
        ? new Response(null, { status: 503, headers: { 'Retry-After': '1' } })
        : Response.json({
            transcription_id: isDone ? (pathname.split('/').pop() ?? '') : id,
            status: isDone ? 'SUCCESS' : 'PENDING',
            data: isDone ? RESULT : {},
          }),
    );
  };
  return Object.assign(backend, { handler });
};

describe('a list with a task whose result cannot be read', () => {
  it('still has it after a reload, and gets the result if the person asks again', async () => {
    const browser = createQueueBrowser();
    const tab = browser.open();
    tab.service.unreadable = true;
    tab.queue.add([named('a')]);
    await tab.until('a failed');
    await tab.leave();
    const next = browser.open({ reloaded: true });
    await next.until('a interrupted');
    next.queue.continue(next.queue.items[0]?.id ?? '');
    await next.until('a ready');
    assert.equal(next.queue.items[0]?.transcriptionId, 'task-1');
  });
});

describe('a finished recording of an earlier visit', () => {
  it('is not uploaded again if a file is chosen for it', async () => {
    const browser = createQueueBrowser();
    const tab = browser.open();
    tab.queue.add([named('a')]);
    await tab.until('a ready');
    await tab.leave();
    const next = browser.open({ reloaded: true });
    await next.until('a ready');
    await next.queue.provide(next.queue.items[0]?.id ?? '', named('a'));
    assert.equal(next.states(), 'a ready');
    assert.deepEqual(next.world.requests, []);
  });
});

describe('a page that stores nothing', () => {
  const open = () => {
    const tab = createQueueBrowser().open({ source: NO_STORAGE });
    const backend = createKeyedBackend();
    tab.service.handler = backend.handler;
    backend.isLosing = true;
    return { tab, backend };
  };

  it('in a list: pays once if the file of a lost submission is added again', async () => {
    const { tab, backend } = open();
    tab.queue.add([named('a')]);
    await tab.until('a failed');
    assert.equal(backend.paid.size, 1);
    backend.isLosing = false;
    tab.queue.add([named('a')]);
    await tab.until('a ready');
    assert.equal(backend.paid.size, 1);
    tab.queue.add([named('b')]);
    await tab.until('a ready, b ready');
    assert.equal(backend.paid.size, 2);
  });

  it('pays once if the file of a lost submission is chosen again', async () => {
    const { tab, backend } = open();
    const { recordings } = tab;
    recordings.setList(null, null);
    await recordings.front.choose(named('a'));
    await tab.untilShown('failed');
    backend.isLosing = false;
    await recordings.front.choose(named('a'));
    await tab.untilShown('ready');
    assert.equal(backend.paid.size, 1);
    // With its transcript, the person has decided again.
    await recordings.front.choose(named('a'));
    await tab.untilShown('ready');
    assert.equal(backend.paid.size, 2);
  });
});
