/** Posts finished tasks to the partner's application: `WATCH_URL`. */
import { createHmac } from 'node:crypto';
import type { FinishedTask, HookContext } from '../../src/server.js';

/** Name of the event. It is ours: the service's own webhook (section 6) is something else. */
export const FINISHED = 'audio-transcribe.transcription.finished';
const SIGNATURE_HEADER = 'Audio-Transcribe-Signature';

/** `t=<seconds since the epoch>,v1=<hexadecimal HMAC-SHA-256 over t, a dot and the body>`. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

interface PostOptions {
  readonly url: string;
  readonly secret: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
}

/** Returns the hook `onFinished`. It rejects unless the application answers 2xx, and is then called again. */
export const createPostFinished = ({
  url,
  secret,
  fetch = globalThis.fetch,
  now = Date.now,
}: PostOptions) => {
  return async (
    { userId, sealedId, status, data }: FinishedTask,
    { signal, attempt }: HookContext,
  ): Promise<void> => {
    const body = JSON.stringify({
      event: FINISHED,
      attempt,
      userId,
      transcriptionId: sealedId,
      status,
      data,
    });
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf(secret, Math.floor(now() / 1000), body),
      },
      body,
      redirect: 'manual',
      signal,
    });
    void response.body?.cancel().catch(() => undefined);
    if (!response.ok) throw new Error(`WATCH_URL answered ${response.status}`);
  };
};
