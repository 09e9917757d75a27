import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCEPTED_FILES,
  ANY_RECORDING,
  hasFileEnding,
  withoutFileEnding,
} from '../../../src/transcript/file-endings.js';

describe('the name of a recording', () => {
  for (const [file, name] of [
    ['interview.wav', 'interview'],
    ['Interview 7.OGG', 'Interview 7'],
    ['meeting.mp4', 'meeting'],
    ['call.wav.mp3', 'call'],
    ['memo.caf', 'memo'],
    ['ring.m4r', 'ring'],
    ['old.qt', 'old'],
    ['stream.mpga', 'stream'],
    ['flash.f4v', 'flash'],
    ['disc.VOB', 'disc'],
    ['hymn.ape', 'hymn'],
    ['hymn.wv', 'hymn'],
    ['film.dts', 'film'],
    ['v1.2 draft.m4a', 'v1.2 draft'],
    ['Dr. Meyer', 'Dr. Meyer'],
    ['notes.txt', 'notes.txt'],
    ['wav', 'wav'],
    ['', ''],
  ] as const) {
    it(`“${file}”: is “${name}”`, () => {
      assert.equal(withoutFileEnding(file), name);
      assert.equal(withoutFileEnding(name), name);
      assert.equal(hasFileEnding(file), name !== file);
    });
  }

  it('each ending that a file dialog offers is left out', () => {
    const endings = [...ACCEPTED_FILES.split(','), ...ANY_RECORDING.split(',')].filter((one) =>
      one.startsWith('.'),
    );
    assert.ok(endings.length > 40);
    for (const ending of endings) assert.equal(withoutFileEnding(`a${ending}`), 'a', ending);
  });
});
