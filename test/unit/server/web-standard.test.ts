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
    // On Workers, a module that does one of these while it is loaded does not start.
    let isLoaded = false;
    const onceLoaded = <Parameters extends unknown[], Result>(
      call: (...given: Parameters) => Result,
    ): ((...given: Parameters) => Result) => {
      return (...given) => {
        assert.ok(isLoaded, 'done while the module is loaded');
        return call(...given);
      };
    };
    const context = createContext({
      AbortController: class extends AbortController {
        constructor() {
          onceLoaded(() => undefined)();
          super();
        }
      },
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
      crypto: {
        subtle: crypto.subtle,
        getRandomValues: onceLoaded((bytes: Uint8Array<ArrayBuffer>) =>
          crypto.getRandomValues(bytes),
        ),
        randomUUID: onceLoaded(() => crypto.randomUUID()),
      },
      fetch: onceLoaded(fetch),
      setTimeout: onceLoaded(setTimeout),
    });
    runInContext(`${outputFiles[0]?.text};globalThis.server = server;`, context);
    isLoaded = true;
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
