/** Bodies that the backend handler must reject, the same for the same seed. */
import type { SeededRandom } from './seeded-random.js';

/** The kind of body that a route accepts. */
export type BodyKind = 'nothing' | 'submission' | 'plan' | 'completion';

type Json = Readonly<Record<string, unknown>>;

const FILE_URL = 'https://files.example.com/recording.mp3';

const GOOD: Readonly<Record<BodyKind, Json>> = {
  nothing: {},
  submission: {
    file_url: FILE_URL,
    params: {
      transcribe: { language: 'en-GB', model: 'svc-asr-fast', detection_level: 'chapter' },
      vad: { decode_silence: true },
      diarization: { enabled: true, return_embedding: false },
    },
  },
  plan: { filesize: 1_000_000, filetype: 'mp3' },
  completion: {
    file_id: 'file-1',
    upload_id: 'upload-1',
    part_list: [{ PartNumber: 1, ETag: '"etag"' }],
    filetype: 'mp3',
    file_md5: 'd41d8cd98f00b204e9800998ecf8427e',
  },
};

/** URLs that the service must never fetch. */
const BAD_ADDRESSES = [
  ...['http://127.0.0.1/a.mp3', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/'],
  ...['http://[::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[fe80::1]/', 'http://169.254.169.254/'],
  ...['http://localhost/', 'http://LOCALHOST./', 'http://db.internal/', 'http://intranet/a.mp3'],
  ...['http://10.1.2.3:8080/', 'http://192.168.0.1/', 'http://0/', 'http://127.1/', 'http://。/'],
  ...['ftp://files.example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'data:audio/wav,x'],
  ...[
    '//files.example.com/a',
    '/a.mp3',
    'a.mp3',
    'https:files.example.com',
    'https://',
    'http:///a',
  ],
  ...['https://user:secret@files.example.com/', 'https://user@files.example.com', 'https://@/a'],
  ...['https://files.example.com\\@evil.example/', 'https://files.example .com/a', '\u0000', ' '],
  ...['https://files.example.com:99999/', 'https://[::1', 'https://%00/', 'https://fi les/', ''],
  ...['http://①②⑦.⓪.⓪.①/', 'http://100.64.0.1/', 'http://[fd00::1]/', 'http://nas.local/a'],
] as const;

const WRONG_TYPES = [
  ...[null, 0, -1, 1.5, 1e308, true, false, [], [[]], {}, { toString: 1 }, [null]],
  ...['\u0000', ['https://files.example.com/a.mp3'], { length: 3 }],
] as const;

const STRANGE_KEYS = [
  ...['__proto__', 'constructor', 'toString', '', ' ', 'file_url ', 'File_Url', 'filesize\u0000'],
  ...['expires_in', 'user_id', 'ü', '😀', 'x'.repeat(5_000), 'hasOwnProperty', '$where', '0'],
] as const;

/** Texts that are invalid in any validated field, and in no enumeration. */
const WRONG_TEXTS = [
  '',
  ' ',
  'mp4',
  'MP3',
  'svc_asr',
  'auto ',
  'e',
  'b1',
  '-',
  'en_GB',
  'de-',
] as const;

/** The path of fields to every value in a body. */
const placesOf = (json: unknown, place: readonly string[] = []): readonly (readonly string[])[] =>
  typeof json !== 'object' || json === null
    ? [place]
    : [place, ...Object.entries(json).flatMap(([name, it]) => placesOf(it, [...place, name]))];

const getAt = (json: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((found, name) => (found as Json)[name], json);

const setAt = (json: unknown, place: readonly string[], value: unknown): unknown => {
  const [first, ...rest] = place;
  if (first === undefined) return value;
  const inner = setAt((json as Json)[first], rest, value);
  if (Array.isArray(json)) return json.map((it: unknown, i) => (String(i) === first ? inner : it));
  // Not by spreading, because a key may be __proto__.
  return Object.fromEntries([
    ...Object.entries(json as Json).filter(([name]) => name !== first),
    [first, inner],
  ]);
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that accept any non-blank text. */
const FREE: ReadonlySet<string> = new Set(['file_id', 'upload_id', 'ETag']);

/** Returns an invalid value in place of this one. */
const wrongValue = (name: string | undefined, value: unknown, random: SeededRandom): unknown => {
  if (name === 'file_url' && random.chance(0.8)) return random.pick(BAD_ADDRESSES);
  if (typeof value === 'string' && random.chance(0.5)) {
    return name !== undefined && FREE.has(name) ? random.pick(['', ' ']) : random.pick(WRONG_TEXTS);
  }
  const wrong = random.pick(WRONG_TYPES);
  const same =
    (typeof wrong === typeof value && typeof value !== 'number' && !Array.isArray(wrong)) ||
    (isObject(wrong) && isObject(value)) ||
    wrong === value;
  return same ? random.pick([null, 1.5]) : wrong;
};

const withWrongValue = (json: Json, random: SeededRandom): unknown => {
  const places = placesOf(json);
  const place = random.pick(places as [readonly string[]]);
  return setAt(json, place, wrongValue(place.at(-1), getAt(json, place), random));
};

const withStrangeKey = (json: Json, random: SeededRandom): unknown => {
  const objects = placesOf(json).filter((place) => isObject(getAt(json, place)));
  const place = random.pick(objects as [readonly string[]]);
  return setAt(json, [...place, random.pick(STRANGE_KEYS)], random.pick(WRONG_TYPES));
};

/** Removes a required field, or adds an unknown field if none is required. */
const withoutField = (json: Json, random: SeededRandom): unknown => {
  const names = Object.keys(json).filter((name) => name !== 'params' && name !== 'file_md5');
  if (names.length === 0) return { unknown: 1 };
  const gone = random.pick(names as [string]);
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== gone));
};

const utf8 = new TextEncoder();

/** Bytes that are not JSON in UTF-8, or not the JSON of any route. */
const noJson = (json: Json, random: SeededRandom): Uint8Array<ArrayBuffer> => {
  const text = JSON.stringify(json);
  const cut = text.slice(0, random.between(1, text.length - 1));
  const texts = [
    ...[cut, `${text}x`, `${text}${text}`, text.replace('}', ',}'), `{'a':1}`, `/**/${text}`],
    ...['NaN', 'undefined', 'null', '1e999', '""', ' ', '\n', '[]', '-', '\u0000', '<a/>', 'a=b'],
    ...['['.repeat(20_000), '{"a":'.repeat(10_000), '"'.repeat(9), '\\u0000', `[${text}]`],
  ] as unknown as [string];
  if (random.chance(0.6)) return utf8.encode(random.pick(texts));
  const bytes = utf8.encode(text);
  const inText = bytes.slice();
  inText[Math.max(0, text.search(/recording|file-1/))] = 0xff;
  return random.pick([
    inText,
    Uint8Array.of(0xff, 0xfe, ...[...bytes].flatMap((byte) => [byte, 0])),
    Uint8Array.of(...bytes, 0xc3),
    Uint8Array.of(0x1f, 0x8b, 8, ...bytes),
    Uint8Array.from({ length: random.between(1, 200) }, () => random.between(128, 255)),
  ]);
};

export const malformedBody = (kind: BodyKind, random: SeededRandom): Uint8Array<ArrayBuffer> => {
  const json = GOOD[kind];
  const sent = (body: unknown): Uint8Array<ArrayBuffer> => utf8.encode(JSON.stringify(body));
  if (kind === 'submission' && random.chance(0.3)) {
    return sent({ ...json, file_url: random.pick(BAD_ADDRESSES) });
  }
  if (random.chance(0.25)) return noJson(json, random);
  return sent(random.pick([withWrongValue, withStrangeKey, withoutField])(json, random));
};
