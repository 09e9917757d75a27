/** A script resets the form: the recording is set aside, offered, and neither lost nor paid twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQueueBrowser, named, submissionsOf, type QueueTab } from '../../support/queue.js';

const open = (): QueueTab => {
  const tab = createQueueBrowser().open();
  tab.recordings.setList(null, null);
  return tab;
};

const setAside = async (tab: QueueTab, name: string): Promise<void> => {
  await tab.recordings.front.choose(named(name));
  await tab.untilShown('ready');
  await tab.recordings.front.setAside();
  assert.equal(tab.recordings.shown.name, 'idle');
};

const offered = ({ recordings }: QueueTab) => recordings.front.offer?.job.title;

describe('a recording that is set aside', () => {
  it('is offered, the newest first, and comes back as it was', async () => {
    const tab = open();
    await setAside(tab, 'a');
    await setAside(tab, 'b');
    assert.deepEqual(tab.events.slice(-1), ['b idle']);
    assert.equal(offered(tab), 'b');
    await tab.recordings.front.accept();
    assert.equal(tab.recordings.shown.name, 'ready');
    assert.equal(offered(tab), undefined, 'nothing is offered beside what is shown');
    await tab.recordings.front.setAside();
    await tab.recordings.front.decline();
    assert.equal(offered(tab), 'a');
    await tab.recordings.front.decline();
    assert.equal(offered(tab), undefined);
    assert.equal(submissionsOf(tab), 2);
  });

  it('comes back if its file is chosen again, and is not paid for twice', async () => {
    const tab = open();
    await setAside(tab, 'a');
    await setAside(tab, 'b');
    await tab.recordings.front.choose(named('b'));
    await tab.untilShown('ready');
    assert.equal(submissionsOf(tab), 2);
    await tab.recordings.front.reset();
    assert.equal(offered(tab), 'a');
    await tab.recordings.front.choose(named('c'));
    await tab.untilShown('ready');
    assert.equal(submissionsOf(tab), 3);
  });

  it('is nothing if only an error was shown', async () => {
    const tab = open();
    await tab.recordings.front.choose(new File(['no recording'], 'a'));
    await tab.untilShown('failed');
    await tab.recordings.front.setAside();
    assert.equal(tab.recordings.shown.name, 'idle');
    assert.equal(offered(tab), undefined);
  });
});
