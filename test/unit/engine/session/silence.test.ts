/** A recording without sound: the user is asked before it is submitted. The port that listens is scripted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SilenceProbe } from '../../../../src/engine/ports.js';
import { createBrowser, offerOf } from '../../../support/browser.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  wavFile,
  type ScriptedSession,
} from '../../../support/scripted-session.js';
import { silence } from '../../../support/simulated-world.js';

/** Listens as scripted. Returns the signals of all recordings that were listened to. */
const listens = (
  { world }: Pick<ScriptedSession, 'world'>,
  isSilent: SilenceProbe,
): readonly AbortSignal[] => {
  const signals: AbortSignal[] = [];
  Object.assign(world, {
    isSilent: (file: Blob, signal: AbortSignal) => {
      signals.push(signal);
      return isSilent(file, signal);
    },
  });
  return signals;
};

const heard =
  (isSilent: boolean): SilenceProbe =>
  () =>
    Promise.resolve(isSilent);

const submissions = ({ world }: Pick<ScriptedSession, 'world'>): number =>
  world.requests.filter((it) => it === PATHS.submit).length;

describe('a recording', () => {
  it('with sound is submitted', async () => {
    const scripted = createScriptedSession();
    const signals = listens(scripted, heard(false));
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(signals.length, 1);
  });

  it('without sound is uploaded, but submitted only when the user says so', async () => {
    const scripted = createScriptedSession();
    const signals = listens(scripted, heard(true));
    scripted.selectFile();
    const asked = await scripted.until('ready', 'failed');
    assert.equal(codeOf(asked), 'no-sound');
    assert.ok(asked.name === 'failed' && asked.error.recoverable && asked.job?.uploaded);
    assert.equal(submissions(scripted), 0);
    const sent = scripted.world.sentParts.length;
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(submissions(scripted), 1);
    assert.equal(scripted.world.sentParts.length, sent, 'nothing is sent again');
    assert.equal(signals.length, 1, 'nobody listens again');
  });

  it('is submitted 2 s after the upload if nobody knows how it sounds by then', async () => {
    const scripted = createScriptedSession();
    const signals = listens(scripted, (_file, signal) => silence(signal));
    const { clock } = scripted.world;
    const times: number[] = [];
    scripted.session.subscribe((_state, _previous, { type }) => {
      if (type === 'uploaded' || type === 'submission-asked') times.push(clock.now());
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    const [uploaded = 0, asked = 0] = times;
    assert.equal(asked - uploaded, 2_000);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
      'the work is stopped',
    );
  });

  it('that cannot be listened to is submitted', async () => {
    const scripted = createScriptedSession();
    listens(scripted, () => Promise.reject(new Error('no worker')));
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
  });

  it('is listened to while it is uploaded, and no longer if that is paused', async () => {
    const scripted = createScriptedSession();
    const signals = listens(scripted, (_file, signal) => silence(signal));
    scripted.selectFile();
    await scripted.until('uploading');
    assert.deepEqual([signals.length, signals[0]?.aborted], [1, false]);
    scripted.session.dispatch({ type: 'pause' });
    assert.equal(signals[0]?.aborted, true);
  });

  it('that was converted is listened to as it is uploaded', async () => {
    const converted = wavFile(470);
    const scripted = createScriptedSession(
      {},
      { convert: () => Promise.resolve({ kind: 'converted', file: converted }) },
    );
    const files: Blob[] = [];
    listens(scripted, (file) => Promise.resolve(files.push(file) > 0));
    scripted.selectFile(new File(['OggS', new Uint8Array(2_000)], 'talk.ogg'));
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'no-sound');
    assert.deepEqual(files, [converted]);
  });

  it('at a URL is not listened to', async () => {
    const scripted = createScriptedSession();
    const signals = listens(scripted, heard(true));
    const source = { kind: 'address', fileUrl: 'https://files.test/talk.mp3' } as const;
    scripted.session.dispatch({ type: 'select', source, options: {} });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(signals.length, 0);
  });
});

describe('a recording without sound after a reload', () => {
  for (const agreed of [false, true]) {
    it(
      agreed ? 'is submitted if the user has agreed' : 'asks again if nobody has agreed',
      async () => {
        const browser = createBrowser();
        const tab = browser.open();
        listens(tab, heard(true));
        tab.selectFile();
        assert.equal(codeOf(await tab.until('ready', 'failed')), 'no-sound');
        if (agreed) {
          // The page is left before the submission.
          tab.world.online = false;
          tab.session.dispatch({ type: 'retry' });
        }
        await tab.crash();
        assert.equal(submissions(tab), 0);
        const next = browser.open();
        listens(next, heard(true));
        const offer = await offerOf(next);
        await next.keeper.accept(offer);
        assert.equal(codeOf(await next.until('ready', 'failed')), agreed ? 'ready' : 'no-sound');
        assert.equal(submissions(next), agreed ? 1 : 0);
      },
    );
  }
});
