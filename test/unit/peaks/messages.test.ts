/** The messages about peaks between the page and the worker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePeaksReply, parsePeaksRequest } from '../../../src/peaks/peaks-messages.js';

test('messages about peaks are recognised by their types', () => {
  const request = { type: 'peaks', source: new Blob(['x']), decoderUrl: null, hashes: null };
  assert.equal(parsePeaksRequest(request), request);
  const end = { type: 'peaks-end', end: { kind: 'read' } };
  assert.equal(parsePeaksReply(end), end);
  for (const other of [null, undefined, 1, 'peaks', {}, { type: 'ready' }]) {
    assert.equal(parsePeaksRequest(other), null);
    assert.equal(parsePeaksReply(other), null);
  }
});
