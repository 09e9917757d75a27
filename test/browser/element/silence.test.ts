/** A recording without sound asks before it is submitted, a quiet one does not. With the real handler and sandbox. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import {
  control,
  makeElement,
  part,
  readSettings,
  scaledSample,
  textIn,
  until,
} from '../../support/element.js';
import { withLongLimits } from '../../support/fast-clock.js';
import { id3Tag, silentFrames, waveHead } from '../../support/wave-bytes.js';

const settings = await readSettings();

/** Three seconds at 8 kHz of a coding of call recorders. Each block consists of these bytes, and then of zeros. */
const muted = (
  name: string,
  coding: number,
  bits: number,
  start: readonly number[],
  size: number,
) => {
  const block = new Uint8Array(size);
  block.set(start);
  const blocks = Array.from({ length: Math.ceil((3 * 8_000 * bits) / 8 / size) }, () => block);
  const bytesPerSecond = (8_000 * bits) / 8;
  const head = waveHead({ coding, bits, frameBytes: size, bytesPerSecond }, blocks.length * size);
  return new File([head, ...blocks], name);
};

const MUTED = [
  muted('mulaw.wav', 7, 8, [0xff], 1),
  muted('alaw.wav', 6, 8, [0xd5], 1),
  muted('ima.wav', 0x11, 4, [], 256),
  muted('microsoft.wav', 2, 4, [0, 16], 256),
  new File([id3Tag(), muted('', 7, 8, [0xff], 1)], 'tagged.wav'),
  new File(
    [id3Tag(), waveHead({ coding: 0x55, frameBytes: 1 }, 200 * 417), silentFrames(200)],
    'tagged-mp3.wav',
  ),
  new File([silentFrames(200)], 'frames.mp3'),
  new File([new Uint8Array(20_000).fill(7), silentFrames(200)], 'late-frames.mp3'),
];

describe('a recording', () => {
  withLongLimits();

  it('without sound asks before it is submitted, and says so once', async () => {
    const element = await makeElement(settings);
    const submitted: string[] = [];
    element.addEventListener('transcribe-submitted', (event) =>
      submitted.push(event.transcriptionId),
    );
    const status = element.renderRoot.querySelector('[role="status"]');
    if (!status) throw new Error('there is no status line');
    const said: string[] = [];
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    element.selectFile(await scaledSample('voicemail.wav', 0));
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error?.code).to.equal('no-sound');
    expect(submitted).to.deep.equal([]);
    expect(element.progress.fraction).to.equal(1);
    expect(textIn(element)).to.contain('No sound');
    expect(part(element, 'error-message').textContent).to.contain('Transcribe it anyway?');
    await expect(element).to.be.accessible();
    expect(said.filter((text) => text.includes('We hear nothing'))).to.deep.equal([
      'No sound. We hear nothing in this recording. Transcribe it anyway?',
    ]);
    control(element, 'Transcribe anyway').click();
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error).to.equal(null);
    expect(submitted.length).to.equal(1);
    element.cancel();
  });

  for (const file of MUTED) {
    it(`without sound, ${file.name}, asks before it is submitted`, async () => {
      const element = await makeElement(settings);
      element.selectFile(file);
      await until(element, 'transcribing', 'ready', 'failed');
      expect(element.error?.code).to.equal('no-sound');
      element.cancel();
    });
  }

  it('with a very quiet voice is submitted', async () => {
    const element = await makeElement(settings);
    // 50 dB below the original: its peak is at -55 dB.
    element.selectFile(await scaledSample('voicemail.wav', 1 / 316));
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error).to.equal(null);
    element.cancel();
  });
});
