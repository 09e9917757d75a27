/** The headers of a request or a response as a log may show them: a value only where it cannot be a secret. */
export interface RedactedHeader {
  /** Lower case. */
  readonly name: string;
  /** `•••` if the value is hidden. */
  readonly value: string;
}

export const HIDDEN = '•••';

/** A known media type, without parameters except the character set. */
const MEDIA_TYPE =
  /^(?:\*\/\*|audio\/(?:mpeg|mp4|wav|x-wav|x-m4a)|application\/(?:json|xml|octet-stream)|text\/plain)(?:; ?charset=utf-8)?$/i;
const ORIGIN = /^https?:\/\/(?:localhost|[\d.]{7,15}|\[[\da-f:]+\])(?::\d{1,5})?$/i;
const HOST = /^(?:localhost|[\d.]{7,15}|\[[\da-f:]+\])(?::\d{1,5})?$/i;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/;
const FETCH_WORD =
  /^(?:cors|no-cors|navigate|same-origin|same-site|cross-site|none|empty|audio|document)$/;

/** Which values are shown. A client may put a secret into any header by mistake, so the value must match too. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  accept: MEDIA_TYPE,
  allow: /^(?:GET|HEAD|POST|PUT|DELETE)(?:, (?:GET|HEAD|POST|PUT|DELETE)){0,4}$/,
  'cache-control': /^no-store$/,
  'access-control-request-method': METHOD,
  'access-control-request-headers': /^[a-z-]{1,30}(?:, ?[a-z-]{1,30}){0,5}$/,
  connection: /^(?:keep-alive|close)$/i,
  'content-length': /^\d{1,13}$/,
  'content-type': MEDIA_TYPE,
  etag: /^"[\da-f]{32}(?:-\d{1,5})?"$/i,
  host: HOST,
  origin: ORIGIN,
  'retry-after': /^\d{1,6}$/,
  range: /^bytes=\d{0,13}-\d{0,13}$/,
  'sec-fetch-dest': FETCH_WORD,
  'sec-fetch-mode': FETCH_WORD,
  'sec-fetch-site': FETCH_WORD,
};

const redacted = (name: string, value: string): string => {
  if (name === 'authorization') {
    const scheme = /^(Basic|Bearer) /i.exec(value)?.[1];
    return scheme === undefined ? HIDDEN : `${scheme} ${HIDDEN}`;
  }
  return SHOWN[name]?.test(value) === true ? value : HIDDEN;
};

/** Sorted by name. Takes the entries of `Headers`, or of the headers of a Node request. */
export const redactedHeaders = (
  headers: Iterable<readonly [name: string, value: string | readonly string[] | undefined]>,
): readonly RedactedHeader[] =>
  [...headers]
    .map(([name, value]) => {
      const lower = name.toLowerCase();
      return { name: lower, value: redacted(lower, String(value ?? '')) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
