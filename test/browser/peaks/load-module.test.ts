/** The check of the files that the worker loads later. */
import { expect } from '@open-wc/testing';
import type { ConvertEnd, ConvertReply } from '../../../src/convert/convert-messages.js';
import { systemClock } from '../../../src/browser/browser-ports.js';
import { askWorker } from '../../../src/peaks/ask-worker.js';
import type { PeaksReply } from '../../../src/peaks/peaks-messages.js';
import { hasAudioDecoder } from '../../../src/peaks/webkit-gtk.js';
import { sample } from './peaks-support.js';

const file = (path: string): string => new URL(`../../../src/${path}`, import.meta.url).href;
const DECODER = 'peaks/audio-transcribe.decoder.js';
const CONVERTER = 'convert/audio-transcribe.converter.js';
const ENCODER = 'convert/audio-transcribe.aac.js';

type Hashes = Readonly<Record<string, string>>;

/**
 * Sends a request to the worker. Resolves with the first reply that `parse` returns. A worker that is silent is replaced, as
 * the product does: Firefox may leave a read of a file unanswered.
 */
const ask = async <Reply>(
  request: object,
  parse: (data: unknown) => Reply | null,
): Promise<Reply> => {
  const { signal } = new AbortController();
  const onMessage = (data: unknown): Reply | undefined => parse(data) ?? undefined;
  const options = { signal, sleep: systemClock.sleep, silenceMs: 30_000, onMessage };
  const worker = new Worker(file('hashing/audio-transcribe.worker.js'), { type: 'module' });
  const reply = await askWorker(worker, request, options);
  // The next worker needs the files that this one holds.
  worker.terminate();
  if (reply === 'failed') throw new Error('The worker has failed.');
  return reply === 'silent' ? ask(request, parse) : reply;
};

/** Reads an mp3 with these hashes in the request. */
const readWith = async (hashes: Hashes): Promise<string> =>
  ask(
    { type: 'peaks', source: await sample('conversation.mp3'), decoderUrl: file(DECODER), hashes },
    (data) => {
      const reply = data as PeaksReply;
      return reply.type === 'peaks-end' ? reply.end.kind : null;
    },
  );

/** A second of a tone, as AIFF with 8 kHz. */
const aiff = (): Blob => {
  const frames = 8_000;
  const view = new DataView(new ArrayBuffer(54 + 2 * frames));
  const text = (at: number, value: string): void =>
    [...value].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'FORM');
  view.setUint32(4, view.byteLength - 8);
  text(8, 'AIFFCOMM');
  view.setUint32(16, 18);
  view.setUint16(20, 1);
  view.setUint32(22, frames);
  view.setUint16(26, 16);
  view.setUint16(28, 0x400b);
  view.setUint32(30, 0xfa000000);
  text(38, 'SSND');
  view.setUint32(42, 8 + 2 * frames);
  for (let at = 0; at < frames; at++) view.setInt16(54 + 2 * at, 9_000 * Math.sin(at / 5));
  return new Blob([view.buffer]);
};

/** Converts with these hashes in the request. Resolves with the format of the result, or the problem. */
const convertWith = async (hashes: Hashes): Promise<string> => {
  const end = await ask<ConvertEnd>(
    {
      ...{ type: 'convert', file: aiff(), key: '0123456789abcdef', track: 0, hashes },
      ...{ converterUrl: file(CONVERTER), encoderUrl: file(ENCODER) },
    },
    (data) => {
      const reply = data as ConvertReply;
      return reply.type === 'convert-end' ? reply.end : null;
    },
  );
  if (end.kind === 'cannot') return end.problem;
  return (await end.result.slice(0, 4).text()) === 'RIFF' ? 'wav' : 'm4a';
};

/** Firefox and Chromium have no AAC encoder on Linux. That of WebKitGTK is not used, because nothing can check it. */
const hasOwnEncoder = async (): Promise<boolean> =>
  hasAudioDecoder() &&
  typeof AudioEncoder !== 'undefined' &&
  (
    await AudioEncoder.isConfigSupported({
      ...{ codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1 },
    })
  ).supported === true;

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

  it('does not convert if it is a changed converter', async () => {
    const [right, wrong] = [await hashOf(file(CONVERTER)), await hashOf(file(DECODER))];
    const encoder = { 'audio-transcribe.aac.js': await hashOf(file(ENCODER)) };
    expect(await convertWith({ ...encoder, 'audio-transcribe.converter.js': right })).to.equal(
      'm4a',
    );
    expect(await convertWith({ ...encoder, 'audio-transcribe.converter.js': wrong })).to.equal(
      'not-loaded',
    );
  });

  it('does not encode if it is a changed encoder: the result is a WAV file', async () => {
    const hashes = {
      'audio-transcribe.converter.js': await hashOf(file(CONVERTER)),
      'audio-transcribe.aac.js': await hashOf(file(DECODER)),
    };
    expect(await convertWith(hashes)).to.equal((await hasOwnEncoder()) ? 'm4a' : 'wav');
  });
});
