/** 2.3.1: the uploaded file, as the completion answers it, and at its DownloadUrl. */
import { addressExpiry } from '../../src/protocol/routes.js';
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { preflight } from '../service/requests.js';
import { field, MD5, TEXT, textField, WEB_ADDRESS } from '../service/shape.js';
import type { World } from '../steps/world.js';
import {
  answered,
  corsProblem,
  described,
  hasField,
  holds,
  note,
  presigned,
  required,
} from './builders.js';

const HOUR_MS = 3_600_000;

const completed = async (world: World): Promise<Answer> => (await world.long()).completed();

/** A text field of the completion; NotReached if its own check fails. */
const fileField = async (world: World, name: string): Promise<readonly [Answer, string]> => {
  const answer = answered(await completed(world), '4.6');
  const value = textField(answer.json, name);
  if (value === null) throw new NotReached(`4.6 answered without ${name}`);
  return [answer, value];
};

const downloadPart = (world: World, url: string): Promise<Answer> =>
  world.send({ url, headers: { Range: 'bytes=0-99' } });

const address = async (world: World): Promise<string> => (await world.long()).downloadUrl();

export const fileChecks: readonly Check[] = [
  hasField('2.3.1.file-id', 'FileId is a string.', 'FileId', TEXT, completed),
  hasField('2.3.1.file-type', 'FileType is a string.', 'FileType', TEXT, completed),
  hasField(
    '2.3.1.download-url',
    'DownloadUrl is an address.',
    'DownloadUrl',
    WEB_ADDRESS,
    completed,
  ),
  hasField('2.3.1.file-md5', 'FileMd5 is a hexadecimal MD5.', 'FileMd5', MD5, completed),
  required('2.3.1.same-file', 'FileId is that of the uploaded file.', async (world) => {
    const [answer, id] = await fileField(world, 'FileId');
    const planned = field((await (await world.long()).planAnswer()).json, 'FileId');
    return holds('the FileId of the plan', id === planned ? null : 'another one', answer);
  }),
  required('2.3.1.extension', 'FileType is the audio file extension.', async (world) => {
    const [answer, type] = await fileField(world, 'FileType');
    const { filetype } = (await world.long()).recording;
    const same = type.replace(/^\./, '').toLowerCase() === filetype;
    return holds(filetype, same ? null : `“${answer.quote(type)}”`, answer);
  }),
  required('2.3.1.md5-of-file', 'FileMd5 is the MD5 of the merged file.', async (world) => {
    const [answer, md5] = await fileField(world, 'FileMd5');
    if (!MD5.fits(md5)) throw new NotReached('FileMd5 is no MD5 (2.3.1.file-md5)');
    return holds(
      'the MD5 of what was sent',
      md5.toLowerCase() === (await world.long()).recording.md5 ? null : 'another value',
      answer,
      'The element then fails with integrity-mismatch: tell the operator.',
    );
  }),
  required('2.3.1.download', 'DownloadUrl needs no authentication header.', async (world) => {
    const answer = await world.downloaded();
    return answer.status === 200 ? passed(answer) : failed('status 200', described(answer), answer);
  }),
  required('2.3.1.merged', 'Chunks are merged in order, each whole and once.', async (world) => {
    const single = await world.single();
    const files = [
      [await world.downloaded(), (await world.long()).recording],
      [await world.send({ url: await single.downloadUrl() }), single.recording],
    ] as const;
    for (const [answer, { bytes, md5 }] of files) {
      if (!succeeded(answer)) throw new NotReached(`DownloadUrl answered ${answer.status}`);
      if (answer.md5 !== md5)
        return failed(
          `the ${bytes.length} bytes that were sent`,
          `${answer.size} bytes that differ`,
          answer,
        );
    }
    return passed(files.map(([answer]) => answer));
  }),
  presigned(
    '2.3.1.signed',
    'DownloadUrl is presigned: with another signature or without it, it is refused.',
    'download',
    address,
    downloadPart,
  ),
  required('2.3.1.lifetime', 'DownloadUrl is valid about 24 hours.', async (world) => {
    const answer = await completed(world);
    const sentAt = world.ports.now();
    const expiry = addressExpiry(await address(world), sentAt, 0);
    if (expiry === null)
      return noted('the address does not tell; --thorough waits for its end', answer);
    const hours = (expiry - sentAt) / HOUR_MS;
    return Math.abs(hours - 24) <= 2.4
      ? passed(answer)
      : failed('about 24 h', `${hours.toFixed(1)} h, by the address`, answer);
  }),
  note('2.3.1.range', 'Can parts of the file be read (Range)?', async (world) => {
    const answer = await downloadPart(world, await address(world));
    return answer.status === 206 && answer.size === 100
      ? noted('yes', answer)
      : noted(`no (${answer.status})`, answer, 'Players cannot seek before everything is loaded.');
  }),
  note('2.3.1.cors', 'May pages read DownloadUrl with scripts?', async (world) => {
    const answer = await world.send(preflight(await address(world), 'GET', 'range'));
    const problem = corsProblem(answer, 'GET', ['range']);
    return problem === null
      ? noted('yes', answer)
      : noted(`no: ${problem}`, answer, 'It still plays as `audio-url`.');
  }),
];
