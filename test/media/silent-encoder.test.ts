/** An encoder of a browser that writes silence, and does not fail. */
import { expect } from '@open-wc/testing';
import { isWebKitGtk } from '../../src/peaks/webkit-gtk.js';
import { convert, decoded, noiseDb, original, recording, resultOf } from './media-support.js';

/** Runs in the worker, before its own code. */
const SHIM = `
let uses = 0;
globalThis.AudioEncoder = class extends EventTarget {
  static isConfigSupported = () => Promise.resolve({ supported: true });
  #config; #output; #samples = 0; #frames = 0;
  state = 'unconfigured';
  encodeQueueSize = 0;
  constructor({ output }) { super(); this.#output = output; }
  configure(config) {
    this.#config = config;
    this.state = 'configured';
    postMessage({ type: 'shim-used', uses: (uses += 1) });
  }
  encode(data) {
    const { sampleRate, numberOfChannels } = this.#config;
    this.#samples += data.numberOfFrames;
    const rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000];
    const rate = rates.indexOf(sampleRate);
    const description = Uint8Array.of(16 | (rate >> 1), ((rate & 1) << 7) | (numberOfChannels << 3));
    const frame = numberOfChannels === 1 ? [0, 0, 0, 7] : [0x21, 0, 0, 0, 0, 0x1c];
    for (; this.#samples >= 1024; this.#samples -= 1024) {
      const timestamp = (this.#frames * 1024e6) / sampleRate;
      this.#frames += 1;
      const chunk = new EncodedAudioChunk({ type: 'key', timestamp, data: Uint8Array.from(frame) });
      const decoderConfig = { codec: 'mp4a.40.2', sampleRate, numberOfChannels, description };
      this.#output(chunk, { decoderConfig });
    }
  }
  flush() { return Promise.resolve(); }
  close() { this.state = 'closed'; }
};
`;

/** Starts the worker with the encoder that writes silence. */
const startWorker = async (): Promise<Worker> => {
  const code = new URL('/src/hashing/audio-transcribe.worker.js', location.origin).href;
  const source = `${SHIM}\nawait import(${JSON.stringify(code)});`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  return worker;
};

describe('an encoder that writes silence', () => {
  it('gives way to the next one', async () => {
    // WebKitGTK is not asked for an encoder.
    if (isWebKitGtk(navigator.userAgent)) return;
    let uses = 0;
    const end = await convert(await recording('studio.aiff'), {
      startWorker: async () => {
        const worker = await startWorker();
        worker.addEventListener('message', ({ data }: MessageEvent<{ uses?: number }>) => {
          uses = Math.max(uses, data.uses ?? 0);
        });
        return worker;
      },
    });
    expect(uses, 'uses of the silent encoder').to.be.above(1);
    const [before, after] = [await original('studio.aiff'), await decoded(resultOf(end))];
    expect(noiseDb(before, after)).to.be.below(-28);
  });
});
