/** One row of the list, rendered from made-up states. */
import { expect, fixture, html } from '@open-wc/testing';
import { renderItem, type ItemActions } from '../../../../src/element/queue/item-view.js';
import type { SessionState } from '../../../../src/engine.js';
import { newEntry, type Work } from '../../../../src/queue/entries.js';
import { queue } from '../../../../src/strings/en-queue.js';
import { jobOf, sending, viewOf } from '../../../support/shown-view.js';

/** Nothing is pressed. */
const actions = {} as ItemActions;

/** What the row of a recording of 60 MB says below its name. */
const detailsOf = async (state: SessionState): Promise<string> => {
  const view = viewOf(state);
  const content = { kind: 'work', session: { getState: () => state } } as unknown as Work;
  const file = { id: 'a', name: 'talk.wav', size: 60_000_000, lastModifiedMs: null };
  const entry = { ...newEntry(file, content, true), progress: view.progress };
  const list = await fixture(html`
    <ul>
      ${renderItem(entry, { ...view, actions, queue: queue(view.formats), opening: null, focused: null })}
    </ul>
  `);
  return list.querySelector('[part="details"]')?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
};

describe('the row of a recording', () => {
  const progress = {
    sentBytes: 45_000_000,
    totalBytes: 60_000_000,
    bytesPerSecond: 2_000_000,
    late: false,
  };
  for (const [what, trouble, details] of [
    [
      'that is uploaded says how fast it is, and how long it takes',
      null,
      'Uploading 50% 60 MB 2 MB/s 8 sec left',
    ],
    ['that cannot be sent names no speed', 'offline', 'You’re offline 50% 60 MB'],
  ] as const) {
    it(what, async () => {
      expect(await detailsOf(sending(jobOf('talk.wav', 3), { progress, trouble }))).to.equal(
        details,
      );
    });
  }
});
