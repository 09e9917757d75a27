import { expect } from '@open-wc/testing';
import { systemClock } from '../../../src/browser/browser-ports.js';
import { createListener, openCapture } from '../../../src/microphone/capture.js';
import { condition, useMicrophone } from '../../support/microphone.js';

const RATE = 48_000;

/** Noise in two channels, rendered faster than real time, and what the listener delivers of it. */
const listenTo = async (seconds: number) => {
  const length = seconds * RATE;
  const context = new OfflineAudioContext(2, length, RATE);
  const noise = context.createBuffer(2, length, RATE);
  for (const channel of [0, 1]) {
    const data = noise.getChannelData(channel);
    for (let index = 0; index < length; index += 1) data[index] = Math.random() * 2 - 1;
  }
  const heard: number[] = [];
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(await createListener(context, (samples) => heard.push(...samples)));
  source.start();
  const output = await context.startRendering();
  return { noise, heard, output };
};

describe('listening to a microphone', () => {
  it('delivers every sample in order, mixed to one channel', async () => {
    const { noise, heard } = await listenTo(2);
    // The last samples do not fill a message.
    const expected = Math.floor(noise.length / 2048) * 2048;
    while (heard.length < expected) await new Promise(requestAnimationFrame);
    const [left, right] = [noise.getChannelData(0), noise.getChannelData(1)];
    const worst = heard.reduce(
      (most, sample, index) =>
        Math.max(most, Math.abs(sample - ((left[index] ?? 0) + (right[index] ?? 0)) / 2)),
      0,
    );
    expect(heard.length).to.equal(expected);
    expect(worst).to.be.lessThan(1e-6);
  });

  it('is silent: the microphone is not played', async () => {
    const { output } = await listenTo(0.5);
    expect(Math.max(...output.getChannelData(0).map(Math.abs))).to.equal(0);
  });
});

describe('a microphone', () => {
  useMicrophone();

  it('stops its graph before it closes it: WebKitGTK crashes otherwise', async () => {
    let heard = 0;
    const events = { onSamples: () => (heard += 1), onInterrupted: () => undefined };
    const capture = await openCapture('', systemClock, events, new AbortController().signal);
    await condition(() => heard > 1);
    const { prototype } = AudioContext;
    const { close } = prototype;
    const closedFrom: string[] = [];
    prototype.close = function (this: AudioContext) {
      closedFrom.push(this.state);
      return close.call(this);
    };
    try {
      capture.close();
      await condition(() => closedFrom.length > 0);
    } finally {
      prototype.close = close;
    }
    expect(closedFrom).to.deep.equal(['suspended']);
  });
});
