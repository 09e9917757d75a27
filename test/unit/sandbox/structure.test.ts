/** Checks of a recording's headers against its size. `test/recognition` has hundreds of broken files. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { decodeAudio, readStructure } from '../../../demo/sandbox/recognition/decode-audio.js';
import { AudioRefused, UndecodableAudio } from '../../../demo/sandbox/recognition/recognizer.js';
import { LONGEST_SECONDS } from '../../../demo/sandbox/recognition/structure/file-bytes.js';
import type { FileType } from '../../../src/protocol/types.js';
import { sample } from '../../support/sandbox-client.js';

const folder = await mkdtemp(path.join(tmpdir(), 'structure-'));
after(() => rm(folder, { recursive: true, force: true }));

const m4a = await sample('interview.m4a');
const mp3 = await sample('conversation.mp3');
const wav = await sample('voicemail.wav');

const write = async (bytes: Uint8Array, fileType: FileType) => {
  const file = { path: path.join(folder, `audio.${fileType}`), fileType };
  await writeFile(file.path, bytes);
  return file;
};

const structureOf = async (bytes: Uint8Array, fileType: FileType) =>
  readStructure(await write(bytes, fileType));

/** Rejected with a reason, before anything is decoded. */
const refused = async (bytes: Uint8Array, fileType: FileType, reason: RegExp): Promise<void> => {
  await assert.rejects(structureOf(bytes, fileType), (error) => {
    assert.ok(error instanceof AudioRefused);
    assert.match(error.message, reason);
    return true;
  });
};

const decoded = async (bytes: Uint8Array, fileType: FileType): Promise<Float32Array> => {
  const audio = await write(bytes, fileType);
  const all: number[] = [];
  for await (const { samples } of decodeAudio(audio, new AbortController().signal))
    for (const value of samples) all.push(value);
  return Float32Array.from(all);
};

const edited = (source: Buffer, edit: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(source);
  edit(copy);
  return copy;
};

const boxAt = (type: string): number => m4a.indexOf(type, 0, 'latin1') - 4;
const with32 = (type: string, offset: number, value: number): Buffer =>
  edited(m4a, (copy) => void copy.writeUInt32BE(value, boxAt(type) + 8 + offset));

test('structure: the samples have the duration in their header', async () => {
  for (const [bytes, fileType, seconds] of [
    [m4a, 'm4a', 23.1],
    [mp3, 'mp3', 45.03],
    [wav, 'wav', 11.03],
  ] as const)
    assert.ok(Math.abs((await structureOf(bytes, fileType)).seconds - seconds) < 0.2, fileType);
});

test('structure: m4a: rejects a count that its box has no room for, or that is too small', async () => {
  for (const [type, offset, count] of [
    ['stsz', 8, 998],
    ['stco', 4, 1],
    ['stsc', 4, 1],
    ['stts', 4, 2],
  ] as const) {
    const at = boxAt(type) + 8 + offset;
    const right = m4a.readUInt32BE(at);
    assert.ok(right > 0 && right <= count, `${type} ${right}`);
    const room = new RegExp(`"${type}" is said to have ${2 ** 32 - 1} entries, but has room for`);
    await refused(with32(type, offset, 2 ** 32 - 1), 'm4a', room);
    await refused(with32(type, offset, right + 1), 'm4a', /said to have \d+ entries/);
    await refused(with32(type, offset, right - 1), 'm4a', /box "st/);
  }
});

test('structure: m4a: compares samples of one size with the file if no table has their number', async () => {
  const same = edited(m4a, (copy) => {
    copy.writeUInt32BE(4, boxAt('stsz') + 12);
    copy.writeUInt32BE(2 ** 32 - 1, boxAt('stsz') + 16);
  });
  await refused(same, 'm4a', /4294967295 samples of 4 bytes .* file of 182317 bytes/);
});

test('structure: m4a: names an impossible box, sample or time', async () => {
  for (const [bytes, reason] of [
    [with32('stbl', -8, 2 ** 32 - 1), /"stbl" is said to have 4294967295 bytes/],
    [with32('minf', -8, 7), /"minf" is said to have 7 bytes/],
    [m4a.subarray(0, 100_000), /"mdat" is said to have 177563 bytes, but 95246 are there/],
    [with32('stco', 8, 100_000), /incomplete: audio is said to lie at byte/],
    [with32('stts', 8, 5), /"stts" has \d+ samples, and the box "stsz" \d+/],
    [with32('stts', 12, 2 ** 31), /longer than 6 hours/],
    [with32('mdhd', 12, 0), /"mdhd" says that a second has 0 units/],
    [
      edited(m4a, (copy) => void copy.write('text', boxAt('hdlr') + 16, 'latin1')),
      /no track with sound/,
    ],
    [edited(m4a, (copy) => void copy.write('xxxx', boxAt('moov') + 4, 'latin1')), /no index/],
  ] as const)
    await refused(bytes, 'm4a', reason);
});

test('structure: m4a: rejects a sample run in a fragment that its box has no room for', async () => {
  const box = (type: string, ...content: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const trun = (flags: number, count: number, ...sizes: readonly number[]): Buffer => {
    const numbers = Buffer.alloc(8 + 4 * sizes.length);
    [flags, count, ...sizes].forEach((value, index) => numbers.writeUInt32BE(value, 4 * index));
    return box('moof', box('traf', box('trun', numbers)));
  };
  const start = boxAt('moov');
  const size = m4a.readUInt32BE(start);
  const moov = box('moov', m4a.subarray(start + 8, start + size), box('mvex'));
  const fragmented = (fragment: Buffer): Buffer =>
    Buffer.concat([m4a.subarray(0, start), moov, fragment]);
  await structureOf(fragmented(trun(0x200, 2, 10, 10)), 'm4a');
  await refused(fragmented(trun(0x200, 3, 10, 10)), 'm4a', /"trun" is said to have 3 samples/);
  await refused(fragmented(trun(0, 2 ** 32 - 1)), 'm4a', /"trun"/);
});

test('structure: m4a: decodes a file with its index at the end in small pieces, to the same samples', async () => {
  const [moov, mdat] = [boxAt('moov'), boxAt('mdat')];
  const index = edited(m4a.subarray(moov, mdat), (copy) => {
    const at = boxAt('stco') - moov + 16;
    copy.writeUInt32BE(copy.readUInt32BE(at) - (mdat - moov), at);
  });
  const last = Buffer.concat([m4a.subarray(0, moov), m4a.subarray(mdat), index]);
  const [first] = (await structureOf(last, 'm4a')).pieces;
  assert.ok(first && 'bytes' in first && Buffer.from(first.bytes).includes('moov'));
  assert.deepEqual(await decoded(last, 'm4a'), await decoded(m4a, 'm4a'));
});

test('structure: m4a: mostly damaged audio is undecodable, not a short recording', async () => {
  const damaged = edited(m4a, (copy) => void copy.fill(0xa5, boxAt('mdat') + 30_000));
  await assert.rejects(decoded(damaged, 'm4a'), (error) => {
    assert.ok(error instanceof UndecodableAudio && !(error instanceof AudioRefused));
    assert.match(error.message, /^Only \d+ of 23 s of this m4a file can be decoded/);
    return true;
  });
});

test('structure: mp3: compares the tag, the frames, and the number of frames', async () => {
  await refused(
    edited(mp3, (copy) => void copy.writeUInt32BE(0x7f7f7f7f, 6)),
    'mp3',
    /ID3 tag .* said to have 268435455 bytes, but the file has 360299/,
  );
  await refused(
    edited(mp3, (copy) => void (copy[9] = 0x80)),
    'mp3',
    /no number/,
  );
  await refused(mp3.subarray(0, 300_000), 'mp3', /said to have 1723 frames, and 1435 are there/);
  await refused(Buffer.from(`ID3\x04\0\0\0\0\0\0${'x'.repeat(900)}`), 'mp3', /hardly any frames/);
  // A tag after the audio and some noise before it are accepted.
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  await structureOf(Buffer.concat([mp3, tag]), 'mp3');
  assert.deepEqual(await decoded(Buffer.concat([mp3, tag]), 'mp3'), await decoded(mp3, 'mp3'));
});

test('structure: wav: compares the header, the audio and the maximum duration', async () => {
  const with16 = (at: number, value: number): Buffer =>
    edited(wav, (copy) => void copy.writeUInt16LE(value, at));
  const of32 = (at: number, value: number): Buffer =>
    edited(wav, (copy) => void copy.writeUInt32LE(value, at));
  for (const [bytes, reason] of [
    [with16(22, 0), /0 channels/],
    [with16(22, 2), /2 channels of 16 bits do not take 2 bytes/],
    [of32(24, 0), /0 samples a second/],
    [of32(24, 1), /longer than 6 hours/],
    [with16(32, 0), /0 bytes/],
    [with16(34, 12), /format 1 with 12 bits/],
    [with16(20, 99), /format 99/],
    [with16(16, 8), /fmt chunk of this wav file has 8 bytes/],
    [of32(40, 353_069), /incomplete: its audio is said to have 353069 bytes, and 353068/],
    [wav.subarray(0, 36), /no audio/],
  ] as const)
    await refused(bytes, 'wav', reason);
  // As written by a program that does not know the size yet.
  for (const open of [0, 0xffff_ffff])
    assert.deepEqual(await decoded(of32(40, open), 'wav'), await decoded(wav, 'wav'));
});

test('structure: wav: a chunk of odd size before the audio does not change the samples', async () => {
  const chunk = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const longer = Buffer.concat([wav.subarray(0, 36), chunk, wav.subarray(36)]);
  assert.deepEqual(await decoded(longer, 'wav'), await decoded(wav, 'wav'));
});

test('structure: a recording may be as long as the limit, and no longer', async () => {
  const second = 8_000;
  // Only its header is read, as the file is sparse.
  const header = edited(wav.subarray(0, 44), (copy) => {
    copy.writeUInt32LE(second, 24);
    copy.writeUInt16LE(1, 32);
    copy.writeUInt16LE(8, 34);
    copy.writeUInt32LE(0xffff_ffff, 40);
  });
  const file = await write(header, 'wav');
  await truncate(file.path, 44 + second * LONGEST_SECONDS);
  assert.equal((await readStructure(file)).seconds, LONGEST_SECONDS);
  await truncate(file.path, 45 + second * LONGEST_SECONDS);
  await assert.rejects(readStructure(file), /longer than 6 hours/);
});
