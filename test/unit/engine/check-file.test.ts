import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFile, type FileLimits } from '../../../src/engine/check-file.js';
import { TranscribeError } from '../../../src/protocol/index.js';
import { wavFile } from '../../support/scripted-session.js';

const { signal } = new AbortController();

const check = (file: File, limits: FileLimits = {}, seconds: number | null = 60) =>
  checkFile(file, limits, () => Promise.resolve(seconds), signal);

const codeOf = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => 'taken',
    (error: unknown) => (error instanceof TranscribeError ? error.code : String(error)),
  );

describe('a file before a byte of it is sent', () => {
  it('is known by its bytes, not by its name and type', async () => {
    const file = new File([await wavFile(100).arrayBuffer()], 'song.mp3', { type: 'audio/mpeg' });
    assert.deepEqual(await check(file), {
      name: 'song.mp3',
      size: 100,
      fileType: 'wav',
      durationSeconds: 60,
      lastModifiedMs: file.lastModified,
    });
  });

  it('is refused over max-size, and taken at it', async () => {
    assert.equal(await codeOf(check(wavFile(101), { maxSize: 100 })), 'file-too-large');
    assert.equal(await codeOf(check(wavFile(100), { maxSize: 100 })), 'taken');
  });

  it('is refused over max-duration, and taken at it, or where its length cannot be told', async () => {
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 59 })), 'file-too-long');
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 60 })), 'taken');
    assert.equal(await codeOf(check(wavFile(50), { maxDuration: 1 }, null)), 'taken');
  });

  it('is taken where asking for its length fails', async () => {
    const failing = checkFile(wavFile(50), {}, () => Promise.reject(new Error('no')), signal);
    assert.equal((await failing).durationSeconds, null);
  });

  it('that cannot be read is told apart from one that is not taken', async () => {
    const gone = wavFile(50);
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as Blob;
    assert.equal(await codeOf(check(gone)), 'file-changed');
  });

  it('is refused with a sentence that names it, says why, and what to do', async () => {
    const [large, long, pdf] = await Promise.all(
      [
        check(wavFile(3_000_000), { maxSize: 2_000_000 }),
        check(wavFile(50), { maxDuration: 30 }, 600),
        check(new File(['%PDF-1.7'], 'talk.wav')),
      ].map((checking) => checking.then(String, (error: unknown) => (error as Error).message)),
    );
    assert.equal(
      large,
      '“talk.wav” has 3.0 MB; at most 2.0 MB can be taken. Choose a smaller recording.',
    );
    assert.equal(
      long,
      '“talk.wav” lasts 10 minutes; at most 30 seconds can be taken. Choose a shorter recording.',
    );
    assert.equal(pdf, '“talk.wav” is a PDF document. Choose one of mp3, m4a, wav.');
  });
});
