import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstWordsOf } from '../../../src/server/foreign-errors.js';

const said = (message: string, secrets: readonly string[] = []): string | null =>
  firstWordsOf(new Error(message), secrets);

describe('first words of an error', () => {
  for (const [message, words, mend] of [
    ['NOAUTH Authentication required.', 'NOAUTH Authentication required.', /password/],
    [
      'WRONGPASS invalid username-password pair or user is disabled.',
      'WRONGPASS invalid.',
      /user name or password/,
    ],
    [
      "READONLY You can't write against a read only replica.",
      "READONLY You can't write against a read only replica.",
      /primary/,
    ],
    [
      "OOM command not allowed when used memory > 'maxmemory'.",
      'OOM command not allowed when used memory.',
      /maxmemory/,
    ],
    [
      'LOADING Redis is loading the dataset in memory',
      'LOADING Redis is loading the dataset in memory.',
      /wait/,
    ],
    ['CLUSTERDOWN Hash slot not served', 'CLUSTERDOWN Hash slot not served.', /cluster/],
    ['MOVED 3999 10.0.3.7:6381', 'MOVED.', /cluster client/],
    [
      "CROSSSLOT Keys in request don't hash to the same slot",
      "CROSSSLOT Keys in request don't hash to the same slot.",
      /prefix such as \{bull\}/,
    ],
    ["NOPERM User backend has no permissions to run the 'set' command", 'NOPERM.', /ACL/],
    [
      "ERR Error running script (call to f_06c2): @user_script:7: -OOM command not allowed when used memory > 'maxmemory'.",
      'ERR Error running script (OOM).',
      /maxmemory/,
    ],
  ] as const) {
    it(`of ${message.split(' ')[0]} are shortened, and followed by what mends it: ${words}`, () => {
      const told = said(message) ?? '';
      assert.ok(told.startsWith(`It said: ${words} `), told);
      assert.match(told, mend);
    });
  }

  it('have no quoted value, number, address, user or secret', () => {
    const message = "ERR unknown command 'SETX', with args beginning with: 'hunter' 'token-1'";
    assert.equal(said(message), 'It said: ERR unknown command.');
    assert.equal(said('ERR invalid password hunter'), 'It said: ERR invalid.');
    assert.equal(said('ERR AUTH hunter called', ['hunter']), 'It said: ERR.');
    assert.equal(said('NOAUTH lookupsecret', ['lookupsecret']), `${said('NOAUTH')}`);
    assert.equal(
      said('ERR see redis://admin:hunter@redis.example:6379/0?token=1'),
      'It said: ERR see.',
    );
  });

  it('are left out if the error does not begin with a code', () => {
    for (const message of ['user-ada has no row', 'cache is down', 'Wrong key: abc', '']) {
      assert.equal(said(message), null);
    }
    for (const thrown of ['NOAUTH', null, undefined, 7, {}])
      assert.equal(firstWordsOf(thrown, []), null);
  });

  it('are those of the error that a client has wrapped', () => {
    const inner = new Error('NOAUTH Authentication required.');
    for (const outer of [
      new Error('set failed', { cause: inner }),
      Object.assign(new Error('Failed to refresh slots cache.'), { lastNodeError: inner }),
      Object.assign(new Error('EXEC failed'), { previousErrors: [inner] }),
      new AggregateError([inner], 'all nodes failed'),
    ]) {
      assert.equal(firstWordsOf(outer, []), firstWordsOf(inner, []));
    }
    const circular = new Error('set failed');
    circular.cause = circular;
    assert.equal(firstWordsOf(circular, []), null);
  });

  it('are the status if a store has answered over HTTP', () => {
    const error = Object.assign(new Error('[GET] "https://kv.example/?token=abc": 401'), {
      status: 401,
    });
    assert.equal(firstWordsOf(error, []), 'It answered with status 401.');
  });
});
