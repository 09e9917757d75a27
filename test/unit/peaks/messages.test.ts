/** The messages about peaks between the page and the worker. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePeaksReply, parsePeaksRequest } from '../../../src/peaks/peaks-messages.js';

describe('request for peaks', () => {
  it('accepts a Blob or a URL, with and without a decoder', () => {
    for (const source of [new Blob(['x']), 'https://audio.test/a.mp3']) {
      for (const decoderUrl of ['https://page.test/decoder.js', null]) {
        const request = { type: 'peaks', source, decoderUrl, hashes: null } as const;
        assert.deepEqual(parsePeaksRequest({ ...request, more: 1 }), request);
      }
    }
  });

  it('refuses everything else', () => {
    for (const other of [
      ...[null, undefined, 'peaks', {}, { type: 'hash' }, { type: 'peaks' }],
      { type: 'peaks', source: 1, decoderUrl: null },
      { type: 'peaks', source: 'x' },
    ]) {
      assert.equal(parsePeaksRequest(other), null);
    }
  });
});

describe('reply with peaks', () => {
  it('accepts peaks, and each end', () => {
    const peaks = { levels: new Uint8Array(2), bucketMs: 10 };
    assert.deepEqual(parsePeaksReply({ type: 'peaks', peaks }), { type: 'peaks', peaks });
    for (const end of [
      { kind: 'read' },
      { kind: 'unreadable' },
      { kind: 'unsupported' },
      { kind: 'no-decoder', lengthMs: 5 },
      { kind: 'no-decoder', lengthMs: null },
    ]) {
      const reply = { type: 'peaks-end', end };
      assert.deepEqual(parsePeaksReply(reply), reply);
    }
  });

  it('reads an impossible length as an unknown one', () => {
    for (const lengthMs of [NaN, -1, '5', undefined]) {
      assert.deepEqual(
        parsePeaksReply({ type: 'peaks-end', end: { kind: 'no-decoder', lengthMs } }),
        {
          type: 'peaks-end',
          end: { kind: 'no-decoder', lengthMs: null },
        },
      );
    }
  });

  it('refuses everything else', () => {
    for (const other of [
      ...[null, 1, {}, { type: 'ready' }, { type: 'peaks', peaks: {} }, { type: 'peaks-end' }],
      { type: 'peaks-end', end: { kind: 'other' } },
    ]) {
      assert.equal(parsePeaksReply(other), null);
    }
  });
});
