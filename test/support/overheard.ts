import assert from 'node:assert/strict';

/** Words of the contract itself, which identify nobody. */
const CONTRACT = /^(?:bearer|basic|PENDING|RECEIVED|STARTED|PROGRESS|SUCCESS|application\/json)$/i;
/** Shorter values occur by chance. */
const SHORTEST = 5;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export interface Overheard {
  /** A real fetch that records its traffic. */
  readonly fetch: typeof globalThis.fetch;
  /** All values in the traffic: credentials, tokens, users, ids, URLs, transcripts. */
  readonly words: ReadonlySet<string>;
  /** Expects that `told` contains none of these values. */
  assertUntold(told: unknown, more?: readonly string[]): void;
}

export const overhear = (): Overheard => {
  const words = new Set<string>();
  const hear = (texts: readonly string[]): void => {
    for (const text of texts) {
      if (text.length >= SHORTEST && !CONTRACT.test(text)) words.add(text);
    }
  };
  return {
    words,
    async fetch(input, init) {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      // The last segment of the path of 4.8 is a task id; other paths are fixed.
      if (request.method === 'GET') hear([path.slice(path.lastIndexOf('/') + 1)]);
      hear((request.headers.get('authorization') ?? '').split(' '));
      for (const name of ['x-client-id', 'x-client-api-key']) {
        hear([request.headers.get(name) ?? '']);
      }
      hear(textsIn(parsed(await request.clone().text())));
      const response = await fetch(request);
      hear(textsIn(parsed(await response.clone().text())));
      return response;
    },
    assertUntold(told, more = []) {
      const text = JSON.stringify(told);
      for (const word of [...words, ...more]) {
        assert.ok(!text.includes(word), `${word.slice(0, 12)}… was told`);
      }
    },
  };
};
