/** Loading the decoder in a worker under the Content Security Policy of the page. */
import { expect } from '@open-wc/testing';
import type { PeaksReply } from '../../../src/peaks/peaks-messages.js';
import { sample, sampleUrl } from './peaks-support.js';

const file = (path: string): string => new URL(`../../../src/${path}`, import.meta.url).href;

/** Starts the worker from a Blob, so that it has the policy of this page, and returns how it ends. */
const readUnder = async (policy: string, source: Blob | string): Promise<string> => {
  const frame = document.createElement('iframe');
  frame.src = `/test/support/policy.html?${new URLSearchParams({ policy })}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  try {
    await loaded;
    const window = frame.contentWindow as Window & typeof globalThis;
    const code = await (await fetch(file('hashing/audio-transcribe.worker.js'))).text();
    const url = window.URL.createObjectURL(new window.Blob([code], { type: 'text/javascript' }));
    const { trustedTypes } = window as {
      trustedTypes?: {
        createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
      };
    };
    const trusted = policy.includes('trusted-types')
      ? trustedTypes?.createPolicy('test', { createScriptURL: (it: string) => it })
      : undefined;
    const worker = new window.Worker(trusted?.createScriptURL(url) ?? url, { type: 'module' });
    try {
      return await new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<PeaksReply>) => {
          if (data.type === 'peaks-end') resolve(data.end.kind);
        };
        const decoderUrl = file('peaks/audio-transcribe.decoder.js');
        worker.postMessage({ type: 'peaks', source, decoderUrl });
      });
    } finally {
      worker.terminate();
    }
  } finally {
    frame.remove();
  }
};

const STRICT = "default-src 'none'; script-src 'self'; worker-src blob:";
/** WebKitGTK loads the decoder, and finds that it must not use it. */
const DECODED = /^(?:read|no-decoder)$/;

describe('decoder under a Content Security Policy', () => {
  it('is loaded if script-src allows its host, also with Trusted Types', async () => {
    const mp3 = await sample('conversation.mp3');
    expect(await readUnder(STRICT, mp3)).to.match(DECODED);
    const types =
      "require-trusted-types-for 'script'; trusted-types test lit-html audio-transcribe";
    expect(await readUnder(`${STRICT}; ${types}`, mp3)).to.match(DECODED);
  });

  it('that cannot be loaded: makes mp3 unsupported, and leaves WAV readable', async () => {
    const policy = "default-src 'none'; script-src 'nonce-none'; worker-src blob:";
    expect(await readUnder(policy, await sample('conversation.mp3'))).to.equal('unsupported');
    expect(await readUnder(policy, await sample('voicemail.wav'))).to.equal('read');
  });

  it('URL of audio: needs connect-src', async () => {
    const url = sampleUrl('voicemail.wav');
    expect(await readUnder(STRICT, url)).to.equal('unreadable');
    expect(await readUnder(`${STRICT}; connect-src 'self'`, url)).to.equal('read');
  });
});
