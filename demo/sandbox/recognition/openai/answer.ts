/** Parses the `verbose_json` response of an untrusted server. */
import { array, field, finite, object, text, type Reader } from '../../../../src/protocol/read.js';
import type { Utterance, WordsFound } from '../word-finder.js';

interface Segment {
  /** In seconds. */
  readonly start: number;
  /** In seconds. */
  readonly end: number;
  readonly text: string;
}

const segment: Reader<Segment> = (json, path) => {
  const source = object(json, path);
  return {
    start: field(source, path, 'start', finite),
    end: field(source, path, 'end', finite),
    text: field(source, path, 'text', text).trim(),
  };
};

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

/** Two-letter language codes by English language name, in lower case. */
const codesByName: () => ReadonlyMap<string, string> = () => {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return new Map(
    alphabet
      .flatMap((first) => alphabet.map((second) => first + second))
      .flatMap((code) => {
        const name = names.of(code)?.toLowerCase();
        return name === undefined ? [] : [[name, code] as const];
      }),
  );
};

/** Servers return a code or an English name; `und` for anything else. */
export const languageCode = (language: unknown): string => {
  if (typeof language !== 'string') return 'und';
  const name = language.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(name)) return language.trim();
  return codesByName().get(name) ?? 'und';
};

/** In ms, limited to the recording, without overlap. Segments without words or duration are dropped. */
const utterancesOf = (segments: readonly Segment[], durationSeconds: number): Utterance[] => {
  const wholeMs = Math.floor(durationSeconds * 1000);
  const toMs = (seconds: number): number =>
    Math.max(0, Math.min(wholeMs, Math.round(seconds * 1000)));
  const utterances = segments
    .map(({ start, end, text }) => ({ startMs: toMs(start), endMs: toMs(end), text }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.startMs - b.startMs);
  return utterances
    .map((utterance, index) => ({
      ...utterance,
      endMs: Math.min(utterance.endMs, utterances[index + 1]?.startMs ?? wholeMs),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
};

/** Throws ContractError, which names the field, if the response is invalid. */
export const parseAnswer = (json: unknown, durationSeconds: number): WordsFound => {
  const source = object(json, '');
  const segments = field(source, '', 'segments', array).map((item, index) =>
    segment(item, `segments[${index}]`),
  );
  return {
    language: languageCode(source['language']),
    utterances: utterancesOf(segments, durationSeconds),
  };
};
