/** What the pages and the worker of “Pull the plug” tell each other, and what the page shows of it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Exchange } from '../../../../demo/hood/model.js';
import { startedExchange } from '../../../../demo/simulation/desk.js';
import { summaryOf } from '../../../../demo/simulation/network.js';
import { isCommand } from '../../../../demo/simulation/messages.js';
import { publishExchanges, watchSimulation } from '../../../../demo/simulation/watch.js';

const visit = '0123456789abcdef'.repeat(2);

test('commands: messages without the id of a visit are ignored', () => {
  assert.ok(isCommand({ visit, type: 'watch' }));
  for (const other of [null, 'claim', { type: 'watch' }, { visit: '../../other', type: 'watch' }])
    assert.ok(!isCommand(other), JSON.stringify(other));
});

test('log: of a header that may be secret, only its name and scheme are shown', () => {
  const request = new Request('https://service.example/plan', {
    method: 'POST',
    headers: {
      Authorization: 'Bearer secret-token',
      'X-Client-Api-Key': 'secret-key',
      'Content-Type': 'application/json',
    },
  });
  const { headers } = startedExchange({ from: 'backend', to: 'service', request, bytes: 0 }, 1, 1);
  assert.deepEqual(headers, [
    { name: 'authorization', value: 'Bearer •••' },
    { name: 'content-type', value: 'application/json' },
    { name: 'x-client-api-key', value: '•••' },
  ]);
});

const exchange = (number: number, status = 200): Exchange => ({
  ...{ number, at: number, ms: 1, from: 'browser', to: 'storage', method: 'PUT', path: '/' },
  ...{ status, bytes: 0, headers: [] },
});

test('watchSimulation: tells the known exchanges at once, and the next until it is stopped', () => {
  const seen: number[] = [];
  const stop = watchSimulation((exchanges) => seen.push(exchanges.length));
  publishExchanges([exchange(1)]);
  stop();
  publishExchanges([exchange(1), exchange(2)]);
  assert.deepEqual(seen, [0, 1]);
});

test('map: says its numbers in words', () => {
  const facts = { parts: 12, stored: 5, sending: 3, waiting: 4, again: 0 };
  assert.equal(summaryOf(facts), '12 parts: 5 stored, 3 being sent, 4 waiting');
  assert.equal(
    summaryOf({ parts: 1, stored: 1, sending: 0, waiting: 0, again: 1 }),
    '1 part: 1 stored, 0 being sent, 0 waiting, 1 sent more than once',
  );
});
