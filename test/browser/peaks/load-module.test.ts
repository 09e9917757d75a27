/** The check of the files that the worker loads later. */
import { expect } from '@open-wc/testing';
import { parsePeaksReply } from '../../../src/peaks/peaks-messages.js';
import { sample } from './peaks-support.js';

const file = (path: string): string => new URL(`../../../src/${path}`, import.meta.url).href;
const DECODER = 'peaks/audio-transcribe.decoder.js';

/** Reads an mp3 with these hashes in the request. */
const readWith = async (hashes: Readonly<Record<string, string>>): Promise<string> => {
  const worker = new Worker(file('hashing/audio-transcribe.worker.js'), { type: 'module' });
  const source = await sample('conversation.mp3');
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        const reply = parsePeaksReply(data);
        if (reply?.type === 'peaks-end') resolve(reply.end.kind);
      };
      worker.postMessage({ type: 'peaks', source, decoderUrl: file(DECODER), hashes });
    });
  } finally {
    worker.terminate();
  }
};

const hashOf = async (url: string): Promise<string> => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return btoa(String.fromCharCode(...digest));
};

describe('a file that the worker loads', () => {
  it('runs if it has the hash of the build', async () => {
    const hash = await hashOf(file(DECODER));
    // WebKitGTK loads the decoder, and finds that it must not use it.
    expect(await readWith({ 'audio-transcribe.decoder.js': hash })).to.match(
      /^(?:read|no-decoder)$/,
    );
  });

  it('does not run if it was changed, or if its hash is not known', async () => {
    const wrong = await hashOf(file('hashing/audio-transcribe.worker.js'));
    expect(await readWith({ 'audio-transcribe.decoder.js': wrong })).to.equal('unsupported');
    expect(await readWith({ 'another.js': wrong })).to.equal('unsupported');
  });
});
