import { expect } from '@open-wc/testing';
import { AudioTranscribe } from '../../../src/index.js';
import { part, untilPart } from '../../support/element.js';
import {
  condition,
  finish,
  installMicrophone,
  make,
  pitchOf,
  readSamples,
  recordedFile,
  secondsShown,
  startRecording,
  textOf,
  TONE_HZ,
  type TestMicrophone,
} from '../../support/microphone.js';

let microphone: TestMicrophone;

beforeEach(() => {
  microphone = installMicrophone();
});

afterEach(async () => {
  microphone.restore();
  await AudioTranscribe.forgetStored();
});

/**
 * The largest error of predicting each sample of a tone from the two before it. A lost or repeated sample makes a large
 * one.
 */
const worstStep = (samples: readonly number[]): number => {
  const turn = 2 * Math.cos((2 * Math.PI * TONE_HZ) / 16_000);
  return samples.reduce(
    (worst, one, index) =>
      index < 2
        ? worst
        : Math.max(worst, Math.abs(one - turn * samples[index - 1]! + samples[index - 2]!)),
    0,
  );
};

describe('a recording in Chromium, whose audio needs no sound card', () => {
  it('has every sample of the microphone, without gaps', async () => {
    const element = await make();
    await startRecording(element, 3);
    const samples = await readSamples(await finish(element));
    expect(samples.length).to.be.within(2.9 * 16_000, 6 * 16_000);
    // The tone starts with the context of the test.
    const inside = samples.slice(4_000, -400);
    expect(pitchOf(inside)).to.be.closeTo(TONE_HZ, 1);
    expect(Math.max(...inside)).to.be.closeTo(0.5, 0.01);
    expect(worstStep(inside)).to.be.lessThan(0.01);
  });
});

// Firefox does not pass a dispatched event to the listeners of a track.
describe('an interrupted recording', () => {
  it('keeps what was recorded when the device is unplugged, and continues with another', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    await untilPart(element, 'notice');
    expect(textOf(element, 'notice')).to.contain('The microphone was disconnected');
    part(element, 'resume-button').click();
    await condition(() => secondsShown(element) >= 2);
    expect(microphone.tracks).to.have.length(2);
    const { size } = await finish(element);
    expect(size).to.be.greaterThan(2 * 32_000);
  });

  it('says that a call has taken the microphone', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('mute'));
    await untilPart(element, 'notice');
    expect(textOf(element, 'notice')).to.contain('for example by a call');
    expect(microphone.tracks[0]?.readyState).to.equal('ended');
  });

  it('says why the microphone does not open again, and can still be sent', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    microphone.refuse(new DOMException('', 'NotFoundError'));
    (await untilPart(element, 'resume-button')).click();
    await condition(() => textOf(element, 'notice').includes('No microphone was found'));
    await finish(element);
  });

  it('stops before the disk is full, keeps what was saved, and says so', async () => {
    const element = await make();
    await startRecording(element);
    const { createWritable } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.createWritable = () =>
      Promise.reject(new DOMException('', 'QuotaExceededError'));
    try {
      await untilPart(element, 'recording');
    } finally {
      FileSystemFileHandle.prototype.createWritable = createWritable;
    }
    expect(textOf(element, 'notice')).to.contain('could no longer be saved');
    expect((await recordedFile(element)).size).to.be.greaterThan(16_000);
  });
});
