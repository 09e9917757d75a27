import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HandlerEvent } from '../../../src/server/index.js';
import { assertNoSecrets, FILE_URL, ROUTES, startHarness, submit } from './harness.js';

describe('onEvent', () => {
  it('is told of every call to the service and of every request, with how long they took', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.userToken, () => {
      harness.advance(250);
      return { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } };
    });
    await harness.ask('POST /user-token');
    assert.deepEqual(harness.events, [
      {
        kind: 'service-call',
        route: 'exchange-partner-token',
        status: 200,
        durationMs: 0,
        outcome: 'ok',
      },
      {
        kind: 'service-call',
        route: 'issue-user-token',
        status: 200,
        durationMs: 250,
        outcome: 'ok',
      },
      {
        kind: 'request',
        route: 'user-token',
        method: 'POST',
        status: 200,
        durationMs: 250,
        outcome: 'ok',
        retries: 0,
        tokenRenewed: true,
      },
    ]);
  });

  it('is told of a request which calls were repeated, and whether it waited for a fresh token', async (t) => {
    const harness = await startHarness(t);
    const efforts = async (): Promise<unknown> => {
      await harness.ask('POST /user-token');
      const last = harness.events.at(-1);
      return last?.kind === 'request' && [last.outcome, last.retries, last.tokenRenewed];
    };
    assert.deepEqual(await efforts(), ['ok', 0, true]);
    assert.deepEqual(await efforts(), ['ok', 0, false]);
    harness.advance(116 * 60_000);
    assert.deepEqual(await efforts(), ['ok', 0, true]);
    harness.service.on(ROUTES.userToken, (_, count) =>
      count === 4
        ? { status: 401 }
        : { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } },
    );
    assert.deepEqual(await efforts(), ['ok', 1, true]);
    harness.service.on(ROUTES.userToken, () => ({ status: 401 }));
    assert.deepEqual(await efforts(), ['service-credentials', 1, true]);
    harness.service.on(ROUTES.exchange, () => ({ status: 503 }));
    harness.advance(200 * 60_000);
    assert.deepEqual(await efforts(), ['service-unavailable', 0, false]);
  });

  it('is told where an answer does not fit, but not what stood there', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.submit, () => ({
      json: { transcription_id: 7, status: 'raw-service-text' },
    }));
    await harness.ask('POST /transcriptions', { json: { file_url: FILE_URL } });
    assert.deepEqual(harness.events[0], {
      kind: 'service-call',
      route: 'submit-transcription',
      status: 200,
      durationMs: 0,
      outcome: 'service-answer-invalid',
      detail: 'transcription_id must be a string',
    });
  });

  it('is never told a token, a key, an address, a user or a task', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    await harness.ask('POST /user-token');
    await harness.ask(`GET /transcriptions/${sealed}`);
    await harness.ask('GET /transcriptions/nothing', { headers: { Cookie: 'session=cookie' } });
    const told = JSON.stringify(harness.events);
    assertNoSecrets(told);
    for (const value of [sealed, 'task-1', 'user-ada', 'user-token-1', FILE_URL, 'cookie']) {
      assert.ok(!told.includes(value), `${value} was told`);
    }
    assert.equal(harness.events.filter(({ kind }) => kind === 'request').length, 4);
  });

  it('names what was asked for, where it was nothing that is served too', async (t) => {
    const harness = await startHarness(t, { allowedOrigins: ['https://pages.example'] });
    await harness.ask('GET /nowhere');
    await harness.ask('OPTIONS /user-token', {
      headers: { Origin: 'https://pages.example', 'Access-Control-Request-Method': 'POST' },
    });
    const summary = harness.events.map(
      (event: HandlerEvent) => event.kind === 'request' && [event.route, event.outcome],
    );
    assert.deepEqual(summary, [
      ['none', 'not-found'],
      ['preflight', 'ok'],
    ]);
  });

  it('may throw or reject without a trace', async (t) => {
    for (const onEvent of [
      () => {
        throw new Error('observer');
      },
      () => Promise.reject(new Error('observer')),
    ]) {
      const harness = await startHarness(t, { onEvent });
      assert.equal((await harness.ask('POST /user-token')).status, 200);
    }
  });

  it('is told what a replaced exchange threw', async (t) => {
    const cause = new Error('no route to the vault');
    const events: HandlerEvent[] = [];
    const harness = await startHarness(t, {
      exchange: () => Promise.reject(cause),
      onEvent: (event) => void events.push(event),
    });
    await harness.ask('POST /user-token');
    const [event] = events;
    assert.ok(event?.kind === 'service-call');
    assert.equal(event.cause, cause);
    assert.equal(event.status, null);
  });
});
