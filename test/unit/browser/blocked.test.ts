import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLOCKED_PORTS, neverLeaves } from '../../../src/browser/blocked.js';

const PAGE = 'https://app.example/page';

describe('requests that browsers always block', () => {
  for (const [url, page, sentence] of [
    ['http://service.example/plan', PAGE, /http:\/\/service\.example is not secure/],
    ['http://10.0.0.1/plan', PAGE, /is not secure/],
    ['http://notlocalhost/plan', PAGE, /is not secure/],
    ['https://service.example:6000/plan', PAGE, /port of https:\/\/service\.example:6000/],
    ['http://localhost:1/plan', 'http://localhost/', /port/],
    ['file:///plan', PAGE, /file: is not supported/],
    ['https://a:b@service.example/plan', PAGE, /contains a user name or a password/],
    ['https://', PAGE, /not a valid URL/],
  ] as const) {
    it(`${url} from ${new URL(page).protocol} is reported, without its path`, () => {
      const why = neverLeaves(url, page) ?? '';
      assert.match(why, sentence);
      assert.ok(!why.includes('plan'));
    });
  }

  for (const [url, page] of [
    ['https://service.example/plan', PAGE],
    ['https://service.example:8443/plan', PAGE],
    ['/api', PAGE],
    ['/api', 'https://staging:secret@app.example/page'],
    ['http://localhost:8080', PAGE],
    ['http://sandbox.localhost:8080', PAGE],
    ['http://127.0.0.1:8080', PAGE],
    ['http://[::1]:8080', PAGE],
    ['http://service.example', 'http://app.example/'],
  ] as const) {
    it(`${url} from ${new URL(page).protocol} is allowed`, () => {
      assert.equal(neverLeaves(url, page), null);
    });
  }

  it("Node's fetch blocks each listed port too", async () => {
    const blocked = async (port: number): Promise<boolean> => {
      const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch(
        (cause: unknown) => cause,
      );
      return (
        error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'
      );
    };
    // Newer than this version of Node.
    const newer = new Set([0, 4190, 6679]);
    const others = [...BLOCKED_PORTS].filter((port) => !newer.has(port));
    assert.ok(others.length > 70);
    for (const port of others) assert.equal(await blocked(port), true, String(port));
  });
});
