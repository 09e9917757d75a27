/** The store dies while a recording is made: the recording goes on in memory, and says so. */
import { expect } from '@open-wc/testing';
import { AudioTranscribe } from '../../../src/index.js';
import { openStores } from '../../../src/browser/job-store.js';
import { control, findPart, textIn, untilControl } from '../../support/element.js';
import {
  condition,
  finish,
  make,
  pitchOf,
  readSamples,
  secondsShown,
  startRecording,
  TONE_HZ,
  useMicrophone,
} from '../../support/microphone.js';

const { recordings } = openStores();

/** From now on, every connection of the database is dead, as on iOS. Returns what lets new ones be made. */
const killDatabase = (): (() => void) => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  };
  return () => {
    IDBDatabase.prototype.transaction = transaction;
  };
};

const storedBytes = async (): Promise<number> => {
  const [{ id } = { id: '' }] = await recordings.list();
  return (await recordings.read(id))?.size ?? 0;
};

describe('a recording whose store dies', () => {
  useMicrophone();
  let revive: () => void = () => undefined;
  afterEach(() => revive());

  /** Records a second that is stored, and three that are not. */
  const recordOverDeath = async (): Promise<AudioTranscribe> => {
    const element = await make();
    await startRecording(element, 1);
    while ((await storedBytes()) === 0) await new Promise(requestAnimationFrame);
    revive = killDatabase();
    await condition(() => textIn(element).includes('Keep this page open'));
    const shown = secondsShown(element);
    await condition(() => secondsShown(element) > shown + 2);
    return element;
  };

  it('goes on in memory, says so, and has everything if the store is back at its end', async () => {
    const element = await recordOverDeath();
    const stored = secondsShown(element);
    revive();
    const samples = await readSamples(await finish(element));
    expect(samples.length).to.be.greaterThan(stored * 16_000);
    expect(pitchOf(samples.slice(4_000, -400))).to.be.closeTo(TONE_HZ, 10);
    expect(textIn(element)).to.contain('Keep this page open');
  });

  it('has what memory has if the store stays dead, and the rest is offered later', async () => {
    const element = await recordOverDeath();
    const samples = await readSamples(await finish(element));
    expect(samples.length).to.be.greaterThan(2 * 16_000);
    revive();
    expect(await storedBytes()).to.be.greaterThan(0);
    control(element, 'Discard').click();
    await untilControl(element, 'Keep');
  });

  it('is not taken for deleted while nobody can say whether it is', async () => {
    const element = await make();
    await startRecording(element, 1);
    revive = killDatabase();
    await AudioTranscribe.forgetStored('somebody else').catch(() => undefined);
    await condition(() => textIn(element).includes('Keep this page open'));
    expect(findPart(element, 'level')).not.to.equal(null);
    revive();
    await finish(element);
  });
});
