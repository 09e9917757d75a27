/** Finds words with a server that supports OpenAI's `/v1/audio/transcriptions` and returns segments. */
import { TimedOut, withDeadline } from '../../../../src/server/deadlines.js';
import type { Model } from '../../../../src/protocol/types.js';
import {
  field,
  finite,
  listOf,
  object,
  record,
  text,
  ContractError,
} from '../../../../src/protocol/read.js';
import {
  type Utterance,
  type WordsFound,
  type WordFinder,
  RecognitionFailed,
  type AudioFile,
  type RecognitionRequest,
} from '../recognizer.js';
import { openAsBlob } from 'node:fs';
import { BodyTooLarge, readBounded } from '../../../../src/server/http-messages.js';

// Reads the settings of a transcription server from the environment.

interface TranscriptionServer {
  /** The URL ending in `/v1/audio/transcriptions`. */
  readonly url: URL;
  /** Sent as a bearer token; never logged. */
  readonly apiKey: string | undefined;
  /** The server's model name for each model of 4.7. */
  readonly models: Readonly<Record<Model, string>>;
  /** Timeout for the whole response. */
  readonly timeoutMs: number;
}

const ROUTE = '/audio/transcriptions';
const DEFAULT_MODEL = 'whisper-1';
/** Without a GPU, an hour of audio takes a while. */
const TIMEOUT_MS = 60 * 60_000;

const routeOf = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(
      'RECOGNIZER_URL must be an http or https address without a user name, as http://127.0.0.1:8000. Correct or unset it.',
    );
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(ROUTE)) url.pathname = (path.endsWith('/v1') ? path : `${path}/v1`) + ROUTE;
  return url;
};

/**
 * `RECOGNIZER_URL` is the server's address, with or without `/v1/audio/transcriptions`;
 * `RECOGNIZER_API_KEY`, `RECOGNIZER_MODEL_PRO` and `RECOGNIZER_MODEL_FAST` (default of both: `whisper-1`) are optional.
 * Null if no address is given. Throws if it is invalid.
 */
export const readServer = (
  environment: Readonly<Record<string, string | undefined>>,
): TranscriptionServer | null => {
  const address = environment['RECOGNIZER_URL'];
  if (!address) return null;
  return {
    url: routeOf(address),
    apiKey: environment['RECOGNIZER_API_KEY'] || undefined,
    models: {
      'svc-asr-pro': environment['RECOGNIZER_MODEL_PRO'] || DEFAULT_MODEL,
      'svc-asr-fast': environment['RECOGNIZER_MODEL_FAST'] || DEFAULT_MODEL,
    },
    timeoutMs: TIMEOUT_MS,
  };
};

// Parses the `verbose_json` response of an untrusted server.

/** Times are in seconds. */
const readSegments = listOf(record({ start: finite, end: finite, text }));

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
const utterancesOf = (
  segments: ReturnType<typeof readSegments>,
  durationSeconds: number,
): Utterance[] => {
  const wholeMs = Math.floor(durationSeconds * 1000);
  const toMs = (seconds: number): number =>
    Math.max(0, Math.min(wholeMs, Math.round(seconds * 1000)));
  const utterances = segments
    .map(({ start, end, text }) => ({ startMs: toMs(start), endMs: toMs(end), text: text.trim() }))
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
  const segments = field(source, '', 'segments', readSegments);
  return {
    language: languageCode(source['language']),
    utterances: utterancesOf(segments, durationSeconds),
  };
};

/** In bytes. An hour of speech is less than 1 MiB of text; its segments are about ten times that. */
const LONGEST_ANSWER = 64 * 1024 ** 2;

const MEDIA_TYPES = { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav' } as const;

const formOf = async (
  { path, fileType }: AudioFile,
  { language }: RecognitionRequest,
  model: string,
): Promise<FormData> => {
  const form = new FormData();
  form.set('file', await openAsBlob(path, { type: MEDIA_TYPES[fileType] }), `audio.${fileType}`);
  form.set('model', model);
  // The server takes ISO 639-1. Without a language it detects one.
  const [primary = ''] = language.toLowerCase().split('-');
  if (primary !== 'auto') form.set('language', primary);
  form.set('response_format', 'verbose_json');
  form.set('timestamp_granularities[]', 'segment');
  return form;
};

const refusal = (status: number): string =>
  status === 401 || status === 403
    ? `answered with status ${status}: check RECOGNIZER_API_KEY.`
    : `answered with status ${status}.`;

const failed = (what: string, cause?: unknown): RecognitionFailed =>
  new RecognitionFailed(`The server at RECOGNIZER_URL ${what}`, { cause });

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw failed('gave an answer that is not JSON.', error);
  }
};

/** Rejects with RecognitionFailed, whose message contains no text of the server, or with the signal's reason. */
export const openAi = ({ url, apiKey, models, timeoutMs }: TranscriptionServer): WordFinder => ({
  name: 'openai',
  ignoresSamples: true,
  findWords: async ({ audio, durationSeconds }, request, stop) => {
    try {
      return await withDeadline(timeoutMs, stop, async (signal) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
          body: await formOf(audio, request, models[request.model]),
          // Redirects are not followed: the recording and the key are sent only to this server.
          redirect: 'error',
          signal,
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw failed(refusal(response.status));
        }
        const found = parseAnswer(
          parseJson(await readBounded(response, LONGEST_ANSWER, signal)),
          durationSeconds,
        );
        const asked = request.language === 'auto' ? found.language : request.language;
        return { ...found, language: asked };
      });
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof RecognitionFailed) throw error;
      if (error instanceof ContractError)
        throw failed(`gave an answer without usable segments: ${error.message}`, error);
      if (error instanceof BodyTooLarge) throw failed('gave an answer that is too long.', error);
      if (error instanceof TimedOut)
        throw failed(`gave no answer within ${timeoutMs / 1000} s.`, error);
      throw failed('could not be reached.', error);
    }
  },
});
