import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFile } from '../../../../src/engine/session/prepare.js';
import { audioLimit, BYTES_PER_SECOND, waveHeader } from '../../../../src/intake/microphone/pcm.js';

describe('the format of recordings', () => {
  it('has a header from which the upload reads the format and the exact length', async () => {
    const audio = new Uint8Array(2.5 * BYTES_PER_SECOND);
    const file = new File([waveHeader(audio.length), audio], 'recording.wav');
    const facts = await checkFile(
      file,
      {},
      () => Promise.resolve(null),
      new AbortController().signal,
    );
    assert.equal(facts.fileType, 'wav');
    assert.equal(facts.durationSeconds, 2.5);
  });

  it('stops at max-duration and max-size, so that both accept the file', async () => {
    for (const limits of [{ maxDuration: 3 }, { maxDuration: 2.00003 }, { maxSize: 64_045 }]) {
      const bytes = audioLimit(limits.maxSize ?? null, limits.maxDuration ?? null);
      assert.equal(bytes % 2, 0);
      const file = new File([waveHeader(bytes), new Uint8Array(bytes)], 'recording.wav');
      await checkFile(file, limits, () => Promise.resolve(null), new AbortController().signal);
    }
  });

  it('ends before the size fields overflow, and at 0 if a limit leaves no room', () => {
    assert.ok(audioLimit(null, null) + 44 < 2 ** 32);
    assert.ok(audioLimit(null, null) / BYTES_PER_SECOND > 37 * 3600);
    assert.equal(audioLimit(10, null), 0);
  });
});
