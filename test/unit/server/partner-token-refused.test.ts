import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROUTES, startHarness } from './harness.js';

const MINUTE = 60_000;

describe('the partner token', () => {
  it('is not used again if the service refused it during a renewal that fails', async (t) => {
    const { service, ask, advance, events } = await startHarness(t);
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    let failRenewal = (): void => undefined;
    const renewing = new Promise<void>((resolve) => (failRenewal = resolve));
    service.on(ROUTES.userToken, async () => {
      await refused;
      return { status: 401 };
    });
    service.on(ROUTES.refresh, async () => {
      await renewing;
      return { status: 500 };
    });
    const issuing = service.next(ROUTES.userToken);
    const early = ask('POST /user-token');
    await issuing;
    service.on(ROUTES.exchange, () => ({ status: 500 }));
    advance(116 * MINUTE);
    const renewal = service.next(ROUTES.refresh);
    const late = ask('POST /user-token');
    await renewal;
    refuse();
    const isRefused = () => events.some((event) => 'status' in event && event.status === 401);
    while (!isRefused()) await new Promise(setImmediate);
    await new Promise(setImmediate);
    failRenewal();
    assert.equal((await early).code, 'service-unavailable');
    assert.equal((await late).code, 'service-unavailable');
    assert.equal(service.at(ROUTES.userToken).length, 1);
  });

  for (const status of [401, 403]) {
    it(`is not exchanged for each request of a user whom the service refuses with ${status}`, async (t) => {
      const { service, ask, advance } = await startHarness(t);
      service.on(ROUTES.userToken, () => ({ status }));
      for (let count = 0; count < 5; count++) {
        assert.equal((await ask('POST /user-token')).code, 'service-credentials');
      }
      assert.equal(service.at(ROUTES.exchange).length, 2);
      // It may be revoked later.
      advance(30_000);
      await ask('POST /user-token');
      assert.equal(service.at(ROUTES.exchange).length, 3);
    });
  }
});
