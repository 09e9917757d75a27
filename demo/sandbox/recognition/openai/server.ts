/** Reads the settings of a transcription server from the environment. */
import type { Model } from '../../../../src/protocol/index.js';

export interface TranscriptionServer {
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
