/** The page changes `service-url` while an upload is paused: the other service gets nothing of the upload that was begun. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createBackendFetchToken,
  createTokenProvider,
  createUploadService,
  type SessionContext,
} from '../../../../src/engine.js';
import { createScriptedSession, type ScriptedSession } from '../../../support/scripted-session.js';

/** The same paths at another address are answered in the same way; `world.urls` tells them apart. */
const switchable = (first: string) => {
  const services = { url: first };
  const made: ScriptedSession = createScriptedSession(
    {},
    {
      context: {
        service: () => {
          const { world } = made;
          const tokens = createTokenProvider(
            createBackendFetchToken('https://partner.test/api', world),
            world,
          );
          return createUploadService(services.url, tokens, world);
        },
      } satisfies Partial<SessionContext>,
    },
  );
  return { ...made, services };
};

const pauseAfter = ({ session, until }: ScriptedSession, event: string): Promise<unknown> => {
  const stop = session.subscribe((_state, _previous, { type }) => {
    if (type !== event) return;
    stop();
    session.dispatch({ type: 'pause' });
  });
  return until('paused');
};

describe('an upload whose service has another address when it continues', () => {
  for (const event of ['part-stored', 'completing', 'uploaded']) {
    it(`is planned and completed anew there, and submitted once: paused after ${event}`, async () => {
      const tab = switchable('https://alpha.test');
      tab.selectFile();
      await pauseAfter(tab, event);
      tab.services.url = 'https://beta.test';
      tab.session.dispatch({ type: 'resume' });
      assert.equal((await tab.until('ready', 'failed')).name, 'ready');
      assert.equal(tab.bodies('plan').length, 2);
      const completions = tab.bodies('complete') as { upload_id: string }[];
      assert.equal(completions.at(-1)?.upload_id, 'upload-2');
      assert.equal(tab.bodies('submit').length, 1);
    });
  }

  for (const event of ['part-stored', 'uploaded']) {
    it(`is planned and completed anew if the record does not say which service it was: paused after ${event}`, async () => {
      const before = switchable('https://alpha.test');
      before.selectFile();
      await pauseAfter(before, event);
      const state = before.session.getState();
      assert.ok(state.name === 'paused');
      const { service: _unknown, ...job } = state.job;
      const tab = switchable('https://beta.test');
      tab.session.dispatch({ type: 'restore', job });
      assert.equal((await tab.until('ready', 'failed')).name, 'ready');
      // Nothing of the upload that was begun is sent here.
      assert.equal(tab.bodies('plan').length, 1);
      assert.equal(tab.bodies('complete').length, 1);
      assert.equal(tab.world.sentParts.length, 5);
    });
  }

  it('goes on where it was if only the spelling of the address has changed', async () => {
    const tab = switchable('https://alpha.test');
    tab.selectFile();
    await pauseAfter(tab, 'part-stored');
    tab.services.url = 'https://alpha.test/';
    tab.session.dispatch({ type: 'resume' });
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.equal(tab.bodies('plan').length, 1);
  });
});
