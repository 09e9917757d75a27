import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUserToken } from '../../../src/protocol/responses.js';
import { ROUTES, startHarness } from './harness.js';

/** Changing this HMAC makes browsers delete what they have stored. */
const ADAS_SCOPE = 'bDd_nqePz28GpWLiEYcoSw';

describe('POST user-token', () => {
  it('adds a user key that is the same for one user and differs between users', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.userToken, () => ({
      json: { access_token: 'a', token_type: 'bearer', expires_in: 60, userKey: 'theirs' },
    }));
    const scopeOf = async (user: string): Promise<string | undefined> =>
      parseUserToken((await harness.ask('POST /user-token', { user })).json).userKey;
    assert.equal(await scopeOf('user-ada'), ADAS_SCOPE);
    assert.match(String(await scopeOf('user-bob')), /^[\w-]{22}$/);
    assert.notEqual(await scopeOf('user-bob'), ADAS_SCOPE);
  });
});
