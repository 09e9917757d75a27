import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPartnerHandler, type PartnerHandlerOptions } from '../../../src/server.js';

const OPTIONS = {
  serviceUrl: 'https://service.example',
  clientId: 'client',
  clientSecret: 'top-secret',
  apiKey: 'key',
  authorize: () => null,
} satisfies PartnerHandlerOptions;

/** Every option that need not be given. One that is missing here does not compile. */
const OPTIONAL = Object.keys({
  ...{ sealingKeys: 0, basePath: 0, publicOrigin: 0, allowedOrigins: 0, allowedFileHosts: 0 },
  ...{ proxyUploads: 0, userTokenSeconds: 0, limits: 0, tokenCache: 0, rateStore: 0 },
  ...{ submissionStore: 0, exchange: 0, refresh: 0, onEvent: 0, watcher: 0 },
  ...{ listTranscriptions: 0, fetch: 0, clock: 0 },
} satisfies Record<Exclude<keyof PartnerHandlerOptions, keyof typeof OPTIONS>, 0>);

const refuses = (changes: Record<string, unknown>, option: string): void => {
  assert.throws(
    () => createPartnerHandler({ ...OPTIONS, ...changes }),
    (error: Error & { code?: string }) => {
      assert.equal(error.name, 'TranscribeError');
      assert.equal(error.code, 'configuration');
      assert.ok(error.message.includes(option), `"${error.message}" does not name ${option}`);
      assert.match(error.message, /\.$/);
      for (const value of Object.values(changes)) {
        if (typeof value === 'string' && value.length > 3) {
          assert.ok(!error.message.includes(value), 'the message quotes the value');
        }
      }
      return true;
    },
  );
};

describe('options of createPartnerHandler', () => {
  it('takes null for an option that is not given', () => {
    const { limits, ...others } = Object.fromEntries(OPTIONAL.map((name) => [name, null]));
    assert.equal(limits, null);
    const given = { ...OPTIONS, ...others, limits: { bodyBytes: null, timeoutMs: null } };
    assert.equal(typeof createPartnerHandler(given as never), 'function');
    assert.equal(typeof createPartnerHandler({ ...OPTIONS, limits: null as never }), 'function');
  });

  for (const name of ['serviceUrl', 'clientId', 'clientSecret', 'apiKey', 'authorize']) {
    it(`throws if ${name} is missing`, () => {
      refuses({ [name]: undefined }, name);
      refuses({ [name]: null }, `${name} is missing`);
      if (name !== 'authorize') refuses({ [name]: '' }, name);
    });
  }

  const malformed: readonly (readonly [string, unknown])[] = [
    ['serviceUrl', 'service.example'],
    ['serviceUrl', 'ftp://service.example'],
    ['serviceUrl', 'https://user:word@service.example'],
    ['serviceUrl', 'https://service.example/?query'],
    ['serviceUrl', 'https://service.example/#part'],
    ['serviceUrl', 7],
    ['serviceUrl', 'http://service.example'],
    ['serviceUrl', 'http://10.0.0.7:8080'],
    ['serviceUrl', 'http://localhost.example'],
    ['serviceUrl', 'http://[2001:db8::1]'],
    ['sealingKeys', 'x'.repeat(32)],
    ['sealingKeys', []],
    ['sealingKeys', ['x'.repeat(31)]],
    ['sealingKeys', ['x'.repeat(32), 7]],
    ['clientId', 'two words'],
    ['clientId', 'with:colon'],
    ['clientId', 7],
    ['clientSecret', 'trailing\n'],
    ['clientSecret', 'in\u0000side'],
    ['apiKey', 'keÿkeÿ'],
    ['apiKey', ' leading'],
    ['basePath', 'api'],
    ['basePath', '//host/api'],
    ['basePath', '/api/../other'],
    ['basePath', '/api?query'],
    ['basePath', '/a b'],
    ['authorize', 'nobody'],
    ['allowedOrigins', 'https://app.example.com'],
    ['allowedOrigins', ['*']],
    ['allowedOrigins', ['app.example.com']],
    ['allowedOrigins', ['https://app.example.com/path']],
    ['allowedOrigins', ['https://user@app.example.com']],
    ['allowedOrigins', ['https://*.example.com']],
    ['publicOrigin', 'partner.example'],
    ['publicOrigin', 'https://app.example.com/path'],
    ['publicOrigin', 'https://*.example.com'],
    ['publicOrigin', []],
    ['publicOrigin', ['https://app.example.com', 7]],
    ['allowedFileHosts', 'files.example.com'],
    ['allowedFileHosts', ['*.example.com']],
    ['allowedFileHosts', ['*']],
    ['allowedFileHosts', ['https://files.example.com']],
    ['allowedFileHosts', ['files.example.com/path']],
    ['allowedFileHosts', ['files.example.com:99999']],
    ['allowedFileHosts', ['user@files.example.com']],
    ['allowedFileHosts', ['']],
    ['proxyUploads', 'yes'],
    ['userTokenSeconds', 0],
    ['userTokenSeconds', 1.5],
    ['userTokenSeconds', '3600'],
    ['limits', 'none'],
    ['limits.bodyBytes', { bodyBytes: -1 }],
    ['limits.answerBytes', { answerBytes: Number.NaN }],
    ['limits.timeoutMs', { timeoutMs: 2 ** 31 }],
    ['limits.bodySize', { bodySize: 1 }],
    ['limits.submissions', { submissions: 60 }],
    ['limits.submissions', { submissions: { requests: 60 } }],
    ['limits.submissions', { submissions: { requests: 0, seconds: 60 } }],
    ['limits.submissions.minutes', { submissions: { requests: 1, seconds: 1, minutes: 1 } }],
    ['limits.queries', { queries: { requests: 1001, seconds: 1 } }],
    ['limits.queries', { queries: { requests: 1, seconds: 1e9 } }],
    ['limits.userTokens', { userTokens: { requests: 1 } }],
    ['limits.uploads', { uploads: 'many' }],
    ['tokenCache', { get: () => null }],
    ['rateStore', {}],
    ['exchange', {}],
    ['refresh', {}],
    ['onEvent', {}],
    ['fetch', {}],
    ['clock', {}],
    ['allowedOrigin', ['https://app.example.com']],
  ];
  for (const [name, value] of malformed) {
    it(`throws if ${name} is ${JSON.stringify(value)}`, () => {
      refuses({ [name.startsWith('limits.') ? 'limits' : name]: value }, name);
    });
  }

  it('accepts the largest allowed values', () => {
    createPartnerHandler({
      ...OPTIONS,
      limits: { queries: { requests: 1000, seconds: 1 }, timeoutMs: 2 ** 31 - 1 },
    });
  });

  it('allows plain http only to the local machine', () => {
    for (const host of ['127.0.0.1:8080', '127.9.9.9', 'localhost', 'sandbox.localhost', '[::1]']) {
      createPartnerHandler({ ...OPTIONS, serviceUrl: `http://${host}` });
    }
  });

  it('throws if there are no options', () => {
    assert.throws(
      () => (createPartnerHandler as (options?: unknown) => unknown)(),
      /createPartnerHandler: options are missing/,
    );
  });

  it('explains what to use instead of a wildcard', () => {
    for (const options of [
      { allowedFileHosts: ['*.example.com'] },
      { allowedOrigins: ['https://*.example.com'] },
    ]) {
      assert.throws(
        () => createPartnerHandler({ ...OPTIONS, ...options }),
        /takes no wildcard: name each/,
      );
    }
  });

  it('does not modify the options', () => {
    const freeze = (value: object): object => {
      Object.values(value).forEach((inner) => {
        if (typeof inner === 'object' && inner !== null) freeze(inner as object);
      });
      return Object.freeze(value);
    };
    const options: PartnerHandlerOptions = {
      ...OPTIONS,
      serviceUrl: 'https://service.example///',
      basePath: '/api/transcribe/',
      allowedOrigins: ['https://App.example.com/'],
      allowedFileHosts: ['Files.example.com.'],
      limits: { timeoutMs: 5 },
    };
    const before = JSON.stringify(options);
    createPartnerHandler(freeze(options) as PartnerHandlerOptions);
    assert.equal(JSON.stringify(options), before);
  });
});
