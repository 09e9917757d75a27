import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { createPlayback } from '../../../src/reader/player/playback.js';
import type { Timers } from '../../../src/reader/player/timers.js';
import { findControl } from '../../support/element.js';
import { recordSeeks } from '../../support/record-seeks.js';
import {
  happened,
  showPlayable,
  showReader,
  until,
  wave,
  type ReaderHost,
} from './reader-support.js';

const broken = (): string => URL.createObjectURL(new Blob(['no audio'], { type: 'audio/wav' }));

const wavFile = async (seconds: number): Promise<File> =>
  new File([await (await fetch(wave(seconds))).blob()], 'talk.wav', { type: 'audio/wav' });

/** Selects a file as the file dialog would. */
const choose = (host: ReaderHost, file: File): void => {
  const input = host.one<HTMLInputElement>('[part~="player"] input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change'));
};

/** True if nothing can be played, and the user may choose a file. */
const asksForAudio = (host: ReaderHost): boolean =>
  findControl(host, 'Choose the audio file') !== null;

const failed = async (host: ReaderHost): Promise<ReaderHost> => {
  while (!asksForAudio(host)) await happened(host.audio, 'error');
  return host;
};

describe('audio sources', () => {
  it('tries the next source if one cannot be played, and keeps position and rate', async () => {
    const host = await showReader({ audio: [broken(), broken(), wave(6)] });
    host.seek(2_500);
    const select = host.control<HTMLSelectElement>('Playback speed');
    select.value = '2';
    select.dispatchEvent(new Event('change'));
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio.currentTime).to.be.closeTo(2.5, 0.01);
    expect(host.audio.playbackRate).to.equal(2);
    expect(asksForAudio(host)).to.equal(false);
  });

  it('starts playing if play was requested before a source was found', async () => {
    const host = await showReader({ audio: [broken(), wave(6)] });
    host.audio.muted = true;
    host.byPart('play-button').click();
    await happened(host.audio, 'playing');
    expect(host.audio.paused).to.equal(false);
  });

  it('plays a file that the user chooses if no source can be played, without uploading it', async () => {
    const host = await failed(await showReader({ audio: [broken(), broken()] }));
    expect(host.byPart('hint').textContent).to.contain('isn’t uploaded');
    expect(host.allByPart('segment')).to.have.length(4);
    await expect(host).to.be.accessible();
    host.seek(4_200);
    let opened = 0;
    host
      .one('[part~="player"] input[type=file]')
      .addEventListener('click', (event) => (event.preventDefault(), opened++));
    host.control('Choose the audio file').focus();
    host.control('Choose the audio file').click();
    expect(opened).to.equal(1);
    choose(host, await wavFile(6));
    await host.updateComplete;
    expect(host.shadowRoot?.activeElement).to.equal(host.byPart('play-button'));
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio.currentTime).to.be.closeTo(4.2, 0.01);
    expect(host.audio.src).to.match(/^blob:/);
  });

  it('accepts a file if there was no audio at all, and revokes its URL at the end', async () => {
    const host = await showReader();
    choose(host, await wavFile(6));
    const { audio } = host;
    await happened(audio, 'loadedmetadata');
    const { src } = audio;
    expect((await fetch(src)).ok).to.equal(true);
    host.clear();
    let gone = false;
    await fetch(src).catch(() => (gone = true));
    expect(gone).to.equal(true);
  });

  it('asks again if the chosen file cannot be played, and revokes its URL for another', async () => {
    const host = await showReader();
    choose(host, new File(['no audio'], 'talk.wav'));
    const first = host.audio.src;
    await happened(host.audio, 'error');
    await host.updateComplete;
    choose(host, await wavFile(6));
    await happened(host.audio, 'loadedmetadata');
    let gone = false;
    await fetch(first).catch(() => (gone = true));
    expect(gone).to.equal(true);
    expect(host.allByPart('play-button')).to.have.length(1);
  });

  it('keeps position, rate and volume when another source takes over', async () => {
    const playback = createPlayback({
      sources: [wave(60)],
      length: 60_000,
      onChange: () => undefined,
    });
    const { element: audio } = playback;
    await happened(audio, 'loadedmetadata');
    playback.setRate(1.5);
    playback.setVolume(0);
    playback.seek(2_500);
    playback.play();
    await happened(audio, 'playing');
    playback.setSources([wave(60)]);
    expect(playback.state().position).to.be.within(2_500, 60_000);
    await happened(audio, 'playing');
    expect(audio.currentTime).to.be.within(2.5, 60);
    expect(audio).to.include({ playbackRate: 1.5, volume: 0 });
    playback.dispose();
  });

  it('plays an address that replaces one that failed, from the same place', async () => {
    const host = await failed(await showReader({ audio: broken() }));
    host.seek(2_500);
    host.change({ played: { audio: wave(6) } });
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio.currentTime).to.be.closeTo(2.5, 0.01);
    expect(asksForAudio(host)).to.equal(false);
  });

  it('plays a copy instead of the source, from the same place', async () => {
    const copy = await (await fetch(wave(6))).blob();
    const given: (Blob | string)[] = [];
    const playback = createPlayback({
      sources: [new Blob(['guessed'])],
      open: (source) => {
        given.push(source);
        return Promise.resolve({ copy, soundMs: 6_000 });
      },
      length: 6_000,
      onChange: () => undefined,
    });
    playback.seek(5_000);
    const { element: audio } = playback;
    await happened(audio, 'seeked');
    expect(audio.currentTime).to.be.closeTo(5, 0.01);
    expect(given).to.have.length(1);
    expect(playback.state()).to.include({ isSoundLength: true, refused: false });
    playback.dispose();
  });

  it('plays a clicked line from its start if a copy takes over just after the click', async () => {
    const copy = await (await fetch(wave(6))).blob();
    let arrive = (): void => undefined;
    const playback = createPlayback({
      sources: [wave(6)],
      open: () =>
        new Promise((resolve) => {
          arrive = () => resolve({ copy, soundMs: 6_000 });
        }),
      length: 6_000,
      onChange: () => undefined,
    });
    const { element: audio } = playback;
    await happened(audio, 'loadedmetadata');
    playback.setVolume(0);
    // What is slow has not gone far when the copy arrives.
    playback.setRate(0.25);
    playback.seek(2_500);
    playback.play();
    await until(() => audio.currentTime > 2.5);
    const seeks = recordSeeks(audio);
    arrive();
    await until(() => seeks.length > 0);
    expect(seeks).to.deep.equal([2.5]);
    playback.dispose();
  });

  it('plays the source if the browser cannot play the copy', async () => {
    const playback = createPlayback({
      sources: [await wavFile(6)],
      open: () => Promise.resolve({ copy: new Blob(['no audio']), soundMs: null }),
      length: 6_000,
      onChange: () => undefined,
    });
    await happened(playback.element, 'loadedmetadata');
    expect(playback.state().audio).to.equal('ready');
    playback.dispose();
  });

  it('tries all sources again on retry', async () => {
    const host = await failed(await showReader({ audio: [broken(), broken()] }));
    const tried: string[] = [];
    // Listens in the capture phase: by the time the event bubbles up, the next source is being tried.
    host.renderRoot.addEventListener('error', () => tried.push(host.audio.src), true);
    host.control('Try again').click();
    while (tried.length < 2) await happened(host.audio, 'error');
    expect(new Set(tried).size).to.equal(2);
    expect(asksForAudio(host)).to.equal(true);
  });
});

/** Timers that pass when the test says so. */
const manualTimers = () => {
  const due = new Map<() => void, number>();
  const timers: Timers = {
    schedule(callback, ms) {
      due.set(callback, ms);
      return () => void due.delete(callback);
    },
  };
  const pass = (): void => {
    for (const callback of [...due.keys()]) {
      due.delete(callback);
      callback();
    }
  };
  return { timers, due, pass };
};

/** An address of which nothing ever arrives. */
const silent = (): string => URL.createObjectURL(new MediaSource());

describe('a source of which nothing arrives', () => {
  const start = (sources: readonly string[]) => {
    const clock = manualTimers();
    const playback = createPlayback({
      sources,
      length: 6_000,
      onChange: () => undefined,
      timers: clock.timers,
    });
    playback.setVolume(0);
    return { ...clock, playback };
  };

  it('has failed ten seconds after it is played, and not while nobody plays it', async () => {
    const { playback, due, pass } = start([silent()]);
    expect(due.size).to.equal(0);
    playback.play();
    await until(() => due.size > 0);
    expect([...due.values()]).to.deep.equal([10_000]);
    expect(playback.state().audio).to.equal('loading');
    pass();
    expect(playback.state()).to.include({ audio: 'failed', playing: false });
    playback.dispose();
  });

  it('has not failed if it is paused meanwhile', async () => {
    const { playback, due } = start([silent()]);
    playback.play();
    await until(() => due.size > 0);
    playback.pause();
    await until(() => due.size === 0);
    expect(playback.state().audio).to.equal('loading');
    playback.dispose();
  });

  it('is replaced by the next one, which plays from the same place', async () => {
    const { playback, due, pass } = start([silent(), wave(6)]);
    playback.seek(2_500);
    playback.play();
    await until(() => due.size > 0);
    pass();
    await happened(playback.element, 'playing');
    expect(playback.element.currentTime).to.be.at.least(2.5);
    await until(() => due.size === 0);
    playback.dispose();
  });

  it('is tried again on request, and nothing waits for one that was replaced', async () => {
    const { playback, due, pass } = start([silent()]);
    playback.play();
    await until(() => due.size > 0);
    pass();
    playback.retry();
    await until(() => due.size > 0);
    playback.setSources([wave(6)]);
    await happened(playback.element, 'playing');
    await until(() => due.size === 0);
    expect(playback.state()).to.include({ audio: 'ready', playing: true });
    playback.dispose();
    expect(due.size).to.equal(0);
  });
});

describe('audio length compared with the transcript', () => {
  const lasting = (duration: number | null) =>
    normaliseTranscript({ duration, segments: [{ start_ms: 0, end_ms: 900, text: 'Hi.' }] });

  it('shows and announces a mismatch once the length of the audio is known', async () => {
    const host = await showPlayable(lasting(68));
    const sentence =
      'The audio is 1:02 shorter than the transcript. It may be a different recording.';
    expect(host.problems).to.deep.equal([sentence]);
    expect(host.said.at(-1)).to.equal(sentence);
    await expect(host).to.be.accessible();
  });

  for (const soundMs of [6_000, null]) {
    it(`stays while a copy takes over, with a length of ${String(soundMs)} ms`, async () => {
      const copy = await (await fetch(wave(6))).blob();
      const lengths: (number | null)[] = [];
      let arrive = (): void => undefined;
      const playback = createPlayback({
        sources: [wave(6)],
        open: () =>
          new Promise((resolve) => {
            arrive = () => resolve({ copy, soundMs });
          }),
        length: 60_000,
        onChange: () => lengths.push(playback.state().audioLength),
      });
      const { element: audio } = playback;
      await happened(audio, 'loadedmetadata');
      lengths.length = 0;
      arrive();
      await happened(audio, 'loadedmetadata');
      expect(new Set(lengths)).to.deep.equal(new Set([6_000]));
      playback.setSources([]);
      expect(playback.state()).to.include({ audio: 'none', audioLength: null });
      playback.dispose();
    });
  }

  it('does not come from a picture that may be longer than its sound', async () => {
    const playback = createPlayback({
      sources: [wave(6)],
      open: () => Promise.resolve({ copy: null, soundMs: null }),
      length: 3_000,
      onChange: () => undefined,
    });
    await happened(playback.element, 'loadedmetadata');
    expect(playback.state().isSoundLength).to.equal(false);
    playback.setMeasured(6_000);
    expect(playback.state().isSoundLength).to.equal(true);
    playback.dispose();
  });

  it('tolerates rounding and an unknown length', async () => {
    for (const duration of [6, 5, null]) {
      const host = await showPlayable(lasting(duration));
      expect(host.problems, String(duration)).to.have.length(0);
    }
  });

  it('is checked again for a chosen file', async () => {
    const host = await showReader({ transcript: lasting(3) });
    expect(host.problems).to.have.length(0);
    choose(host, await wavFile(6));
    await happened(host.audio, 'loadedmetadata');
    expect(host.problems[0]).to.contain('0:03 longer');
  });
});
