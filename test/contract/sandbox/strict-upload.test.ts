/** The specification, table by table: the plan, the chunks, the completion, and the file. */
import { bearer, put, reply } from '../../support/sandbox-client.js';
import { bad, NOT_NAMED, testTables, type Row, type Send } from '../../support/strict-row.js';
import type { StrictWorld } from '../../support/strict-world.js';

const type = 'filetype must be one of mp3, m4a, wav';
const size = 'filesize must be a positive integer';

const UPLOAD_PLAN: readonly Row[] = [
  [
    'no user token',
    ({ plan }) => plan({ filesize: 1, filetype: 'mp3' }, {}),
    401,
    'token-required',
    /^Section 4\.4: /,
  ],
  [
    'the partner token',
    ({ plan, partnerToken }) => plan({ filesize: 1, filetype: 'mp3' }, bearer(partnerToken)),
    403,
    'user-token-required',
    /^Section 4\.4: It needs a user token\.$/,
  ],
  [
    'the key pair',
    ({ plan, client }) => plan({ filesize: 1, filetype: 'mp3' }, client.keyPair),
    401,
    'token-required',
    /^Section 4\.4: /,
  ],
  [
    'a file that needs too many chunks',
    ({ plan }) => plan({ filesize: 1e12, filetype: 'mp3' }),
    400,
    'file-too-large',
    null,
  ],
  bad('no filesize', ({ plan }) => plan({ filetype: 'mp3' }), '4.4', 'filesize is missing'),
  bad('an empty file', ({ plan }) => plan({ filesize: 0, filetype: 'mp3' }), '4.4', size),
  bad('a size as text', ({ plan }) => plan({ filesize: '1', filetype: 'mp3' }), '4.4', size),
  bad('no filetype', ({ plan }) => plan({ filesize: 1 }), '4.4', 'filetype is missing'),
  bad('flac', ({ plan }) => plan({ filesize: 1, filetype: 'flac' }), '4.4', type),
  bad('upper case', ({ plan }) => plan({ filesize: 1, filetype: 'MP3' }), '4.4', type),
  bad('half a byte', ({ plan }) => plan({ filesize: 1.5, filetype: 'mp3' }), '4.4', size),
  bad('a dot', ({ plan }) => plan({ filesize: 1, filetype: '.mp3' }), '4.4', type),
  bad(
    'another field',
    ({ plan }) => plan({ filesize: 1, filetype: 'mp3', filename: 'private.mp3' }),
    '4.4',
    NOT_NAMED,
  ),
];

const PART: readonly Row[] = [
  ...['Authorization', 'Cookie', 'X-Client-Id', 'X-Client-Api-Key', 'X-Client-Y'].map(
    (name): Row => [
      `with ${name}`,
      ({ address, chunk }) => put(address(1), chunk(1), { [name]: 'secret' }),
      400,
      'InvalidArgument',
      new RegExp(
        `^Section 4\\.5: Credentials were sent to the storage host: ${name.toLowerCase()}`,
      ),
    ],
  ),
  [
    'an address with another part’s number',
    ({ address, chunk }) => put(address(1).replace('/1?', '/2?'), chunk(2)),
    403,
    'SignatureDoesNotMatch',
    /^Section 4\.5: The address is not one that was given\.$/,
  ],
  [
    'an address with more behind it',
    ({ address, chunk }) => put(`${address(1)}&x=1`, chunk(1)),
    403,
    'SignatureDoesNotMatch',
    /^Section 4\.5: /,
  ],
  [
    'an address that has expired',
    ({ address, chunk, clock }) => (clock.advance(3_600), put(address(1), chunk(1))),
    403,
    'AccessDenied',
    null,
  ],
  [
    'a chunk that is too long',
    ({ address, file }) => put(address(1), file.subarray(0, 1001)),
    400,
    'EntityTooLarge',
    /^Section 4\.5: The chunk has more bytes than the plan says\.$/,
  ],
  [
    'a chunk that is too short',
    ({ address, file }) => put(address(1), file.subarray(0, 999)),
    400,
    'IncompleteBody',
    /^Section 4\.5: The chunk has fewer bytes than the plan says\.$/,
  ],
  [
    'a chunk with POST',
    ({ address, chunk }) =>
      reply(fetch(address(1), { method: 'POST', body: chunk(1) as BodyInit })),
    405,
    'method-not-allowed',
    /^Section 4\.5: The endpoint has another method\.$/,
  ],
  [
    'a chunk of an upload that is complete',
    async ({ address, chunk, complete }) => (await complete({}), put(address(1), chunk(1))),
    404,
    'NoSuchUpload',
    null,
  ],
];

const without =
  (name: string): Send =>
  ({ complete }) =>
    complete({ [name]: undefined });

const parts =
  (change: (list: StrictWorld['part_list']) => readonly unknown[]): Send =>
  ({ complete, part_list }) =>
    complete({ part_list: change(part_list) });

const COMPLETE: readonly Row[] = [
  ['no user token', ({ complete }) => complete({}, {}), 401, 'token-required', /^Section 4\.6: /],
  [
    'the partner token',
    ({ complete, partnerToken }) => complete({}, bearer(partnerToken)),
    403,
    'user-token-required',
    /^Section 4\.6: /,
  ],
  [
    'another user’s token',
    async ({ complete, client }) => complete({}, bearer(await client.userToken('user-0002'))),
    404,
    'upload-not-found',
    null,
  ],
  ...['file_id', 'upload_id', 'part_list', 'filetype'].map((name) =>
    bad(`no ${name}`, without(name), '4.6', `${name} is missing`),
  ),
  bad(
    'no parts',
    parts(() => []),
    '4.6',
    'part_list must not be empty',
  ),
  bad(
    'a part number of 0',
    parts(([first]) => [{ ...first, PartNumber: 0 }]),
    '4.6',
    'part_list[0].PartNumber must be a positive integer',
  ),
  bad(
    'a part without its ETag',
    parts((list) => [...list.slice(0, 2), { PartNumber: 3 }]),
    '4.6',
    'part_list[2].ETag is missing',
  ),
  bad(
    'a part with another field',
    parts((list) => list.map((part) => ({ ...part, Size: 1 }))),
    '4.6',
    NOT_NAMED,
  ),
  bad(
    'an MD5 that is none',
    ({ complete }) => complete({ file_md5: 'x' }),
    '4.6',
    'file_md5 must be a hexadecimal MD5',
  ),
  [
    'an entry too few',
    parts((list) => list.slice(0, 2)),
    400,
    'parts-incomplete',
    /^Section 4\.6: part_list must have one entry for each chunk\.$/,
  ],
  [
    'an entry twice',
    parts(([one, two]) => [one, two, two]),
    400,
    'part-order',
    /^Section 4\.6: part_list must have one entry for each chunk, numbered from 1\.$/,
  ],
  [
    'entries in another order',
    parts(([one, two, three]) => [two, one, three]),
    400,
    'part-order',
    /^Section 4\.6: part_list must have one entry for each chunk, numbered from 1\.$/,
  ],
  [
    'the file of another upload',
    async ({ plan, complete }) => {
      const { json } = await plan({ filesize: 10, filetype: 'mp3' });
      return complete({ file_id: json['FileId'] });
    },
    404,
    'upload-not-found',
    null,
  ],
  [
    'another chunk’s ETag',
    parts(([one, two, three]) => [one, { ...two, ETag: one?.ETag }, three]),
    400,
    'etag-mismatch',
    /^Section 4\.6: An ETag is not the one the storage host returned/,
  ],
  [
    'an ETag without its quotes',
    parts((list) => list.map((part) => ({ ...part, ETag: part.ETag.slice(1, -1) }))),
    400,
    'etag-mismatch',
    /^Section 4\.6: /,
  ],
  [
    'another type than the plan’s',
    ({ complete }) => complete({ filetype: 'wav' }),
    400,
    'filetype-differs',
    /^Section 4\.6: filetype is not the one of the upload\.$/,
  ],
  [
    'a chunk that was never uploaded',
    async ({ plan, complete }) => {
      const { json } = await plan({ filesize: 10, filetype: 'mp3' });
      const part_list = [{ PartNumber: 1, ETag: '"x"' }];
      return complete({ file_id: json['FileId'], upload_id: json['UploadId'], part_list });
    },
    400,
    'part-missing',
    /^Section 4\.6: part_list names a chunk that was never uploaded\.$/,
  ],
  [
    'the MD5 of another file',
    ({ complete }) => complete({ file_md5: '0'.repeat(32) }),
    400,
    'md5-mismatch',
    null,
  ],
];

const DOWNLOAD: readonly Row[] = [
  [
    'credentials for a download',
    async ({ complete, userToken }) => {
      const { json } = await complete({});
      return reply(fetch(String(json['DownloadUrl']), { headers: bearer(userToken) }));
    },
    400,
    'InvalidArgument',
    /^Section 2\.3\.1: Credentials were sent/,
  ],
  [
    'a DownloadUrl that was changed',
    async ({ complete }) => {
      const { json } = await complete({});
      return reply(fetch(String(json['DownloadUrl']).replace('.mp3?', '.wav?')));
    },
    403,
    'SignatureDoesNotMatch',
    /^Section 2\.3\.1: /,
  ],
];

testTables({ '4.4': UPLOAD_PLAN, '4.5': PART, '4.6': COMPLETE, '2.3.1': DOWNLOAD });
