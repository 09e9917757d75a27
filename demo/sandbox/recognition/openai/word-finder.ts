/** Finds words with a server that supports OpenAI's `/v1/audio/transcriptions` and returns segments. */
import { openAsBlob } from 'node:fs';
import { ContractError } from '../../../../src/protocol/read.js';
import { BodyTooLarge, readBounded } from '../../../../src/server/http-messages.js';
import { RecognitionFailed, type AudioFile, type RecognitionRequest } from '../recognizer.js';
import type { WordFinder } from '../word-finder.js';
import { parseAnswer } from './answer.js';
import type { TranscriptionServer } from './server.js';

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
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    try {
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
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof RecognitionFailed) throw error;
      if (error instanceof ContractError)
        throw failed(`gave an answer without usable segments: ${error.message}`, error);
      if (error instanceof BodyTooLarge) throw failed('gave an answer that is too long.', error);
      if (signal.aborted) throw failed(`gave no answer within ${timeoutMs / 1000} s.`, error);
      throw failed('could not be reached.', error);
    }
  },
});
