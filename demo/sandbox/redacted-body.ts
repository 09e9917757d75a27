/** The JSON of a request or a response as the log may show it: documented fields, and values that cannot be a secret. */
import { HIDDEN } from './redacted-headers.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import { MOST_PARTS } from '../service/uploads.js';

/** Ids as `randomName` creates them; tokens are longer and have another prefix. */
const ID = /^(?:file|upload|task)_[\w-]{24}$/;
const MD5 = /^[\da-f]{32}$/i;
const FILE_TYPE = /^(?:mp3|m4a|wav)$/;
/** A code of the sandbox. */
const CODE = /^[a-z]{2,12}(?:-[a-z]{1,12}){0,4}$/;

/** Texts that are shown if they match. All other texts are hidden. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  FileId: ID,
  file_id: ID,
  UploadId: ID,
  upload_id: ID,
  transcription_id: ID,
  FileType: FILE_TYPE,
  filetype: FILE_TYPE,
  FileMd5: MD5,
  file_md5: MD5,
  ETag: /^"?[\da-f]{32}(?:-\d{1,5})?"?$/i,
  token_type: /^bearer$/i,
  status: /^[A-Z]{4,10}$/,
  language: /^(?:auto|[a-z]{2,3}(?:-[A-Z]{2})?)$/,
  model: /^svc-asr-(?:pro|fast)$/,
  detection_level: /^(?:segment|chapter)$/,
  speaker: /^(?:S|SPEAKER_)\d{1,3}$/,
  error: CODE,
};

/** Addresses that are replaced by the ids in them. */
const ADDRESSES: ReadonlySet<string> = new Set(['PresignedUrl', 'DownloadUrl', 'file_url']);

/** Fields whose value is always hidden. */
const PRIVATE: ReadonlySet<string> = new Set([
  ...['access_token', 'refresh_token', 'user_id', 'text', 'message'],
]);

/** Fields with numbers, objects and lists. A text in them is hidden. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['expires_in', 'filesize', 'ChunkSize', 'Parts', 'PartNumber', 'part_list', 'params'],
  ...['transcribe', 'vad', 'decode_silence', 'diarization', 'enabled', 'return_embedding'],
  ...['data', 'duration', 'segments', 'start_ms', 'end_ms'],
]);

/** Voiceprints are not among them. */
const isDocumented = (field: string): boolean =>
  Object.hasOwn(SHOWN, field) || ADDRESSES.has(field) || PRIVATE.has(field) || PLAIN.has(field);

/** A long list is cut to this many items. */
const MOST_ITEMS = 5;
const MOST_LEVELS = 8;

const redactedText = (field: string, text: string): string => {
  if (text === '' || SHOWN[field]?.test(text) === true) return text;
  if (!ADDRESSES.has(field)) return `${HIDDEN} (${text.length} characters)`;
  const ids = publicIdsIn(URL.parse(text)?.pathname ?? '');
  return ids.length === 0 ? `${HIDDEN} (address)` : `${HIDDEN} (address of ${ids.join(', ')})`;
};

const redacted = (field: string, value: unknown, levels: number): unknown => {
  if (typeof value === 'string') return redactedText(field, value);
  if (typeof value !== 'object' || value === null) return PRIVATE.has(field) ? HIDDEN : value;
  if (levels === 0 || PRIVATE.has(field)) return HIDDEN;
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => redacted(field, item, levels - 1));
    const rest = value.length - items.length;
    return rest === 0 ? items : [...items, `… ${rest} more`];
  }
  const entries = Object.entries(value);
  const known = entries.filter(([name]) => isDocumented(name));
  const others = entries.length - known.length;
  return Object.fromEntries([
    ...known.map(([name, it]): [string, unknown] => [name, redacted(name, it, levels - 1)]),
    // The name of an undocumented field may be a secret too.
    ...(others === 0 ? [] : [['…', `${others} undocumented ${others === 1 ? 'field' : 'fields'}`]]),
  ]) as unknown;
};

/** A JSON object or list, redacted. Any other value has no documented field, so it is hidden. */
export const redactedJson = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? redacted('', value, MOST_LEVELS) : HIDDEN;

// The parts of a path that the log may show. A client may put a secret anywhere by mistake.

/** Every path segment of the service and of the storage host. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SERVICE_PATHS).flatMap((path) => path.split('/')),
  ...['uploads', 'files', 'favicon.ico'],
]);

const FILE = /^file_[\w-]{24}\.(?:mp3|m4a|wav)$/;

const isPartNumber = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && +text <= MOST_PARTS;

const isPublic = (segment: string): boolean =>
  NAMES.has(segment) || ID.test(segment) || FILE.test(segment) || isPartNumber(segment);

/** Paths longer than any route's are truncated. */
const MOST_SEGMENTS = 12;

export const publicPath = (path: string): string =>
  path
    .split('/')
    .slice(0, MOST_SEGMENTS)
    .map((segment) => (isPublic(segment) ? segment : '…'))
    .join('/');

/** The ids of uploads, files and tasks in a path. */
export const publicIdsIn = (path: string): readonly string[] =>
  path
    .split('/')
    .map((segment) => segment.replace(/\.(?:mp3|m4a|wav)$/, ''))
    .filter((segment) => ID.test(segment));

/** What the log may show of the parameters of a route. */
export const publicParameters = ({
  upload = '',
  part = '',
}: Readonly<Record<string, string>>): {
  readonly uploadId?: string;
  readonly partNumber?: number;
} => ({
  ...(ID.test(upload) ? { uploadId: upload } : {}),
  ...(isPartNumber(part) ? { partNumber: Number(part) } : {}),
});
