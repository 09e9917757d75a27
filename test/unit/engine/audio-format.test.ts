import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { detectAudioFormat } from '../../../src/engine/audio-format.js';

const bytes = (...parts: readonly (string | number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : part,
    ),
  );

const SIZE = [0, 0, 0, 0];

describe('what the first bytes say a file is', () => {
  const audio: readonly (readonly [string, Uint8Array, string])[] = [
    ['an ID3 tag', bytes('ID3', [4, 0, 0]), 'mp3'],
    ['an MPEG-1 layer III frame', bytes([0xff, 0xfb, 0x90, 0x64]), 'mp3'],
    ['an MPEG-2 layer III frame', bytes([0xff, 0xf3, 0x84, 0x64]), 'mp3'],
    ['a RIFF/WAVE header', bytes('RIFF', SIZE, 'WAVEfmt '), 'wav'],
    ['an RF64 header', bytes('RF64', [255, 255, 255, 255], 'WAVEds64'), 'wav'],
    ['an M4A brand', bytes([0, 0, 0, 32], 'ftypM4A '), 'm4a'],
    ['an isom brand', bytes([0, 0, 0, 32], 'ftypisom'), 'm4a'],
  ];
  for (const [what, content, fileType] of audio) {
    it(`${what} is ${fileType}`, () => {
      assert.deepEqual(detectAudioFormat(content), { kind: 'audio', fileType });
    });
  }

  const others: readonly (readonly [string, Uint8Array, string | null])[] = [
    ['Ogg', bytes('OggS'), 'an Ogg file'],
    ['FLAC', bytes('fLaC'), 'a FLAC file'],
    ['ADTS AAC', bytes([0xff, 0xf1, 0x50, 0x80]), 'a raw AAC file'],
    ['AVI', bytes('RIFF', SIZE, 'AVI LIST'), 'an AVI film'],
    ['QuickTime', bytes([0, 0, 0, 20], 'ftypqt  '), 'a QuickTime film'],
    ['HEIC', bytes([0, 0, 0, 24], 'ftypheic'), 'a HEIC picture'],
    ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'a JPEG picture'],
    ['PDF', bytes('%PDF-1.7'), 'a PDF document'],
    ['text', bytes('hello, this is text'), null],
    ['a sync with a reserved version', bytes([0xff, 0xeb, 0x90, 0x64]), null],
    ['nothing', bytes(), null],
  ];
  for (const [what, content, found] of others) {
    it(`${what} is not taken, and named where it is known`, () => {
      assert.deepEqual(detectAudioFormat(content), { kind: 'unsupported', found });
    });
  }

  for (const [name, fileType] of [
    ['conversation.mp3', 'mp3'],
    ['interview.m4a', 'm4a'],
    ['voicemail.wav', 'wav'],
  ] as const) {
    it(`the real ${name} is ${fileType}`, async () => {
      const content = await readFile(new URL(`../../../demo/samples/${name}`, import.meta.url));
      assert.deepEqual(detectAudioFormat(content), { kind: 'audio', fileType });
    });
  }
});
