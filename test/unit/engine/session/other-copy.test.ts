/** Errors of another copy of this package or another realm, as on a page with two bundles. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { runInNewContext, runInThisContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  createCheckedBackend,
  createTokenProvider,
  isTranscribeError,
  TranscribeError,
} from '../../../../src/engine.js';
import { createWorld } from '../../../support/simulated-world.js';

type ErrorClass = typeof TranscribeError;

let source = '';
before(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../../src/protocol/errors.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'copy',
    write: false,
  });
  source = outputFiles[0]?.text ?? '';
});

const copies: Readonly<Record<string, () => ErrorClass>> = {
  'another copy': () => runInThisContext(`${source};copy.TranscribeError`) as ErrorClass,
  'another realm': () => runInNewContext(`${source};copy.TranscribeError`) as ErrorClass,
};

const { signal } = new AbortController();

for (const [whose, load] of Object.entries(copies)) {
  describe(`a TranscribeError of ${whose}`, () => {
    const thrown = () => new (load())('not-authorized', 'Sign in.');

    it('isTranscribeError recognises it, although instanceof is false', () => {
      assert.ok(!(thrown() instanceof TranscribeError));
      assert.ok(isTranscribeError(thrown()));
    });

    it('thrown by fetchToken: is final, and fetchToken is not called again', async () => {
      let calls = 0;
      const error = thrown();
      const tokens = createTokenProvider(() => {
        calls++;
        return Promise.reject(error);
      }, createWorld());
      await assert.rejects(tokens.get(signal), (it) => it === error);
      assert.equal(calls, 1);
    });

    it('thrown by a custom backend: is final, for a submission and for a query', async () => {
      let calls = 0;
      const error = thrown();
      const refuse = (): Promise<never> => {
        calls++;
        return Promise.reject(error);
      };
      const backend = createCheckedBackend({ submit: refuse, query: refuse }, createWorld());
      const request = { file_url: 'https://a.test/a.mp3' };
      await assert.rejects(backend.submit(request, { signal, key: 'key-1' }), (it) => it === error);
      await assert.rejects(backend.query('task-1', { signal }), (it) => it === error);
      assert.equal(calls, 2);
    });
  });
}

const LIKE = { name: 'TranscribeError', code: 'network', message: 'x', recoverable: true };

describe('isTranscribeError', () => {
  it('checks the name and the fields', () => assert.ok(isTranscribeError(LIKE)));

  for (const [what, other] of [
    ['null', null],
    ['a text', 'not-authorized'],
    ['another error', new Error('not-authorized')],
    ['an unknown code', { ...LIKE, code: 'made-up' }],
    ['another name', { ...LIKE, name: 'SystemError' }],
    ['one that lacks a field', { ...LIKE, recoverable: undefined }],
  ] as const) {
    it(`returns false for ${what}`, () => assert.equal(isTranscribeError(other), false));
  }
});
