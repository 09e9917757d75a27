import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/index.js';
import { createPlayback } from '../../../src/reader/player/playback.js';
import { happened, showPlayable, showReader, wave, type ReaderHost } from './reader-support.js';

const broken = (): string => URL.createObjectURL(new Blob(['no audio'], { type: 'audio/wav' }));

const wavFile = async (seconds: number): Promise<File> =>
  new File([await (await fetch(wave(seconds))).blob()], 'talk.wav', { type: 'audio/wav' });

/** Chooses a file as the dialogue would. */
const choose = (host: ReaderHost, file: File): void => {
  const input = host.one<HTMLInputElement>('.player input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change'));
};

const failed = async (host: ReaderHost): Promise<ReaderHost> => {
  while (host.all('.unavailable').length === 0) await happened(host.audio, 'error');
  return host;
};

describe('where the audio comes from', () => {
  it('tries the next address where one cannot be played, and keeps place and speed', async () => {
    const host = await showReader({ audio: [broken(), broken(), wave(6)] });
    host.reader.seek(2_500);
    const select = host.byPart<HTMLSelectElement>('speed');
    select.value = '2';
    select.dispatchEvent(new Event('change'));
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio.currentTime).to.be.closeTo(2.5, 0.01);
    expect(host.audio.playbackRate).to.equal(2);
    expect(host.all('.unavailable')).to.have.length(0);
  });

  it('goes on playing where it was asked to play before it was found', async () => {
    const host = await showReader({ audio: [broken(), wave(6)] });
    host.audio.muted = true;
    host.byPart('play-button').click();
    await happened(host.audio, 'playing');
    expect(host.audio.paused).to.equal(false);
  });

  it('plays a file that the person chooses where nothing else plays, and sends it nowhere', async () => {
    const host = await failed(await showReader({ audio: [broken(), broken()] }));
    expect(host.byPart('hint').textContent).to.contain('isn’t uploaded');
    expect(host.allByPart('segment')).to.have.length(4);
    await expect(host).to.be.accessible();
    host.reader.seek(4_200);
    let opened = 0;
    host
      .one('.player input[type=file]')
      .addEventListener('click', (event) => (event.preventDefault(), opened++));
    host.control('Choose the audio file').focus();
    host.control('Choose the audio file').click();
    expect(opened).to.equal(1);
    choose(host, await wavFile(6));
    expect(host.shadowRoot?.activeElement).to.equal(host.byPart('play-button'));
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio.currentTime).to.be.closeTo(4.2, 0.01);
    expect(host.audio.src).to.match(/^blob:/);
  });

  it('takes a file also where there was no audio at all, and lets go of it in the end', async () => {
    const host = await showReader();
    choose(host, await wavFile(6));
    const { audio } = host;
    await happened(audio, 'loadedmetadata');
    const { src } = audio;
    expect((await fetch(src)).ok).to.equal(true);
    host.reader.clear();
    let gone = false;
    await fetch(src).catch(() => (gone = true));
    expect(gone).to.equal(true);
  });

  it('asks again where the chosen file cannot be played, and lets go of it for another', async () => {
    const host = await showReader();
    choose(host, new File(['no audio'], 'talk.wav'));
    const first = host.audio.src;
    await failed(host);
    choose(host, await wavFile(6));
    await happened(host.audio, 'loadedmetadata');
    let gone = false;
    await fetch(first).catch(() => (gone = true));
    expect(gone).to.equal(true);
    expect(host.allByPart('play-button')).to.have.length(1);
  });

  it('goes on at the same place, as fast and as quiet, when another address takes over', async () => {
    const playback = createPlayback({
      sources: [wave(6)],
      length: 6_000,
      onChange: () => undefined,
    });
    const { element: audio } = playback;
    await happened(audio, 'loadedmetadata');
    playback.setRate(1.5);
    playback.setVolume(0);
    playback.seek(2_500);
    playback.play();
    await happened(audio, 'playing');
    playback.setSource(wave(6));
    expect(playback.state().position).to.be.within(2_500, 6_000);
    await happened(audio, 'playing');
    expect(audio.currentTime).to.be.within(2.5, 6);
    expect(audio).to.include({ playbackRate: 1.5, volume: 0 });
    playback.dispose();
  });

  it('tries all of them again when asked to', async () => {
    const host = await failed(await showReader({ audio: [broken(), broken()] }));
    const tried: string[] = [];
    // On the way down: once it arrives the next one is being tried.
    host.renderRoot.addEventListener('error', () => tried.push(host.audio.src), true);
    host.byPart('retry-button').click();
    while (tried.length < 2) await happened(host.audio, 'error');
    expect(new Set(tried).size).to.equal(2);
    expect(host.all('.unavailable')).to.have.length(1);
  });
});

describe('whether the audio fits the transcript', () => {
  const lasting = (duration: number | null) =>
    normaliseTranscript({ duration, segments: [{ start_ms: 0, end_ms: 900, text: 'Hi.' }] });

  it('is told once the audio knows its length, to the eye and the ear', async () => {
    const host = await showPlayable(lasting(68));
    const sentence =
      'The audio is 1:02 shorter than the transcript. It may be a different recording.';
    expect(host.notice.textContent?.trim()).to.equal(sentence);
    expect(host.said.at(-1)).to.equal(sentence);
    await expect(host).to.be.accessible();
  });

  it('is no matter of rounding, nor of a length nobody told', async () => {
    for (const duration of [6, 5, null]) {
      const host = await showPlayable(lasting(duration));
      expect(host.notices, String(duration)).to.have.length(0);
    }
  });

  it('is looked at anew for a file that is chosen', async () => {
    const host = await showReader({ transcript: lasting(3) });
    expect(host.notices).to.have.length(0);
    choose(host, await wavFile(6));
    await happened(host.audio, 'loadedmetadata');
    expect(host.notice.textContent).to.contain('0:03 longer');
  });
});
