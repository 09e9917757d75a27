import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileLimits } from '../../../../src/engine.js';
import { checkFile } from '../../../../src/engine/session/prepare.js';
import { TranscribeError } from '../../../../src/protocol/errors.js';
import { wavFile } from '../../../support/scripted-session.js';
import { bytes, chunk, fileType, u32le, waveFormat, zeros } from '../audio-headers/builders.js';

const { signal } = new AbortController();

const check = (file: File, limits: FileLimits = {}, seconds: number | null = 60) =>
  checkFile(file, limits, () => Promise.resolve(seconds), signal);

/** Silence: 8 kHz, 8 bits. */
const recording = (seconds: number): Uint8Array<ArrayBuffer> =>
  bytes(
    ...['RIFF', u32le(36 + seconds * 8000), 'WAVE'],
    waveFormat(1, 8000, 8000),
    chunk('data', zeros(seconds * 8000)),
  );

const refusal = (file: File): Promise<TranscribeError> =>
  check(file).then(
    () => assert.fail('was taken'),
    (error: unknown) => error as TranscribeError,
  );

const codeOf = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => 'taken',
    (error: unknown) => (error instanceof TranscribeError ? error.code : String(error)),
  );

describe('checkFile', () => {
  it('detects the type by the bytes, not by the name and MIME type', async () => {
    const file = new File([recording(2)], 'song.mp3', { type: 'audio/mpeg', lastModified: 7 });
    assert.deepEqual(await check(file), {
      name: 'song.mp3',
      size: 16_044,
      fileType: 'wav',
      durationSeconds: 2,
      lastModifiedMs: 7,
    });
  });

  it('accepts a file without lastModified', async () => {
    const file = Object.assign(new Blob([recording(1)]), { name: 'a.wav' });
    const facts = await checkFile(file, {}, () => Promise.resolve(null), signal);
    assert.equal(facts.lastModifiedMs, null);
  });

  it('rejects a file over maxSize and accepts one at it', async () => {
    assert.equal(await codeOf(check(wavFile(101), { maxSize: 100 })), 'file-too-large');
    assert.equal(await codeOf(check(wavFile(100), { maxSize: 100 })), 'taken');
  });

  it('has no limit if it is null, undefined, NaN or 0', async () => {
    for (const limit of [null, undefined, NaN, 0] as unknown as number[])
      assert.equal(
        await codeOf(check(wavFile(101), { maxSize: limit, maxDuration: limit })),
        'taken',
        String(limit),
      );
  });

  it('rejects audio over maxDuration, and accepts one at it or of unknown length', async () => {
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 59 })), 'file-too-long');
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 60 })), 'taken');
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 1 }, null)), 'taken');
  });

  it('uses the length in the headers without asking the browser', async () => {
    const file = new File([recording(2)], 'talk.wav');
    const asked = (maxDuration: number) =>
      codeOf(checkFile(file, { maxDuration }, () => assert.fail('was asked'), signal));
    assert.equal(await asked(1), 'file-too-long');
    assert.equal(await asked(2), 'taken');
  });

  it('does not ask for the length without maxDuration', async () => {
    let asked = 0;
    const probe = (): Promise<number> => Promise.resolve(++asked);
    const facts = await checkFile(wavFile(50), {}, probe, signal);
    assert.deepEqual([asked, facts.durationSeconds], [0, null]);
  });

  it('accepts the file if asking for its length fails', async () => {
    const probe = () => Promise.reject(new Error('no'));
    const facts = await checkFile(wavFile(50), { maxDuration: 1 }, probe, signal);
    assert.equal(facts.durationSeconds, null);
  });

  it("rejects with the signal's reason once aborted", async () => {
    const stop = new AbortController();
    const checking = checkFile(wavFile(50), {}, () => Promise.resolve(null), stop.signal);
    stop.abort(new TranscribeError('cancelled', 'stopped'));
    assert.equal(await codeOf(checking), 'cancelled');
  });

  it('fails as file-changed if the file cannot be read', async () => {
    const gone = wavFile(50);
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as Blob;
    assert.equal(await codeOf(check(gone)), 'file-changed');
  });

  it('reports that an m4a was truncated', async () => {
    const { message, code } = await refusal(new File([bytes(fileType('M4A '))], 'talk.m4a'));
    assert.equal(code, 'unsupported-format');
    assert.equal(
      message,
      '“talk.m4a” is an incomplete M4A file: part of it is missing. Copy it again from the recording device, or choose another recording.',
    );
  });

  it('names the file, the reason and the remedy in every rejection', async () => {
    const [large, long, pdf] = await Promise.all(
      [
        check(wavFile(3_000_000), { maxSize: 2_000_000 }),
        check(wavFile(50), { maxDuration: 30 }, 600),
        check(new File(['%PDF-1.7'], 'talk.wav')),
      ].map((checking) => checking.then(String, (error: unknown) => (error as Error).message)),
    );
    assert.equal(large, '“talk.wav” is 3.0 MB. The limit is 2.0 MB. Choose a smaller recording.');
    assert.equal(
      long,
      '“talk.wav” is 10 minutes long. The limit is 30 seconds. Choose a shorter recording.',
    );
    assert.equal(pdf, '“talk.wav” is a document (PDF). Choose an MP3, M4A or WAV file.');
  });
});
