import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import type * as server from '../../../src/server.js';
import { requestOf, startHarness } from './harness.js';

const entry = fileURLToPath(new URL('../../../src/server.ts', import.meta.url));

describe('handler without Node', () => {
  it('imports no Node module and runs on Web-standard globals alone', async (t) => {
    // The "neutral" platform has no built-in modules, so importing one fails here.
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      format: 'iife',
      globalName: 'server',
      logLevel: 'silent',
    });
    const context = createContext({
      AbortController,
      TextDecoder,
      TextEncoder,
      URL,
      Headers,
      Request,
      Response,
      ReadableStream,
      Uint8Array,
      atob,
      btoa,
      clearTimeout,
      crypto,
      fetch,
      setTimeout,
    });
    runInContext(`${outputFiles[0]?.text};globalThis.server = server;`, context);
    const { createPartnerHandler } = context['server'] as typeof server;
    const { options } = await startHarness(t);
    const response = await createPartnerHandler(options)(requestOf('POST /user-token'));
    assert.equal(response.status, 200);
    const { userKey, ...token } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(token, {
      access_token: 'user-token-1',
      token_type: 'bearer',
      expires_in: 86400,
    });
    assert.match(String(userKey), /^[\w-]{22}$/);
  });
});
