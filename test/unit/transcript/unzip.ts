import assert from 'node:assert/strict';
import { gzipSync, inflateRawSync } from 'node:zlib';

/** Reads one file of a ZIP archive through its central directory. */
export const unzip = (archive: Uint8Array, name: string): string => {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    const nameLength = bytes.readUInt16LE(at + 28);
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength) !== name) continue;
    const size = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    const file = bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    // gzip ends with the same checksum.
    const checksum = gzipSync(file).subarray(-8).readUInt32LE();
    assert.equal(bytes.readUInt32LE(at + 16), checksum, `the checksum of ${name}`);
    assert.equal(bytes.readUInt32LE(at + 24), file.length, `the size of ${name}`);
    return file.toString('utf8');
  }
  throw new Error(`There is no ${name} in the archive.`);
};
