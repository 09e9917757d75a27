/**
 * Requests to every route that a fault can affect, with a client that sees resets, cuts and silence, which fetch
 * hides.
 */
import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { FaultPlace, Sandbox } from '../../demo/sandbox/index.js';
import { SERVICE_PATHS, transcriptionPath } from '../../src/protocol/routes.js';
import { bearer, clientOf, reply, type SandboxClient } from './sandbox-client.js';

/** What a client sees. */
export type Seen =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
    }
  /** The connection broke before the response. */
  | { readonly kind: 'reset' }
  /** The connection broke during the response. */
  | { readonly kind: 'cut'; readonly text: string }
  /** The sandbox has finished the request without a response. */
  | { readonly kind: 'silence' };

export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface Pending {
  readonly seen: Promise<Seen>;
  /** Cuts the connection; without a response by then, the result is `silence`. */
  readonly giveUp: () => void;
}

export const send = ({ method, url, headers, body }: RawRequest): Pending => {
  let silence = false;
  // A new connection: node repeats nothing, but a reset must not affect the next request.
  const request = httpRequest(url, { method, headers, agent: false });
  const seen = new Promise<Seen>((resolve) => {
    request.on('error', () => resolve({ kind: silence ? 'silence' : 'reset' }));
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      const text = (): string => Buffer.concat(pieces).toString();
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => resolve({ kind: 'cut', text: text() }));
      response.on('end', () =>
        resolve({
          kind: 'answer',
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: text(),
        }),
      );
    });
  });
  request.end(body);
  return {
    seen,
    giveUp: () => {
      silence = true;
      request.destroy();
    },
  };
};

const posting = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): RawRequest => {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const own = { 'Content-Type': 'application/json', 'Content-Length': length };
  return { method: 'POST', url, headers: { ...own, ...headers }, body: text };
};

/** Chunks have 1000 bytes. */
export const FILE_SIZE = 2500;

const submission = { file_url: 'http://127.0.0.1:9/recording.wav' };

/** Creates a valid request to a route, one that was not made before. */
const MAKERS: Readonly<
  Record<FaultPlace, (client: SandboxClient) => Promise<RawRequest> | RawRequest>
> = {
  'partner-token': (client) => posting(client.url(SERVICE_PATHS.partnerToken), client.ofClient, {}),
  'partner-refresh': async (client) => {
    const answer = await send(await MAKERS['partner-token'](client)).seen;
    const { refresh_token } = JSON.parse(answer.kind === 'answer' ? answer.text : '{}') as {
      refresh_token: string;
    };
    return posting(client.url(SERVICE_PATHS.partnerRefresh), client.ofClient, { refresh_token });
  },
  'user-token': async (client) =>
    posting(client.url(SERVICE_PATHS.userToken), bearer(await client.partnerToken()), {
      user_id: 'user-0001',
    }),
  'upload-plan': async (client) =>
    posting(client.url(SERVICE_PATHS.uploadPlan), bearer(await client.userToken()), {
      filesize: FILE_SIZE,
      filetype: 'wav',
    }),
  part: async (client) => {
    const plan = await client.plan(await client.userToken(), FILE_SIZE, 'wav');
    return putting(plan.Parts[1]?.PresignedUrl ?? '', randomBytes(1000));
  },
  'complete-upload': async (client) => {
    const token = await client.userToken();
    const plan = await client.plan(token, FILE_SIZE, 'wav');
    return posting(client.url(SERVICE_PATHS.completeUpload), bearer(token), {
      file_id: plan.FileId,
      upload_id: plan.UploadId,
      part_list: await client.putParts(plan, randomBytes(FILE_SIZE)),
      filetype: 'wav',
    });
  },
  submit: (client) => posting(client.url(SERVICE_PATHS.transcriptions), client.keyPair, submission),
  query: async (client) => {
    const { json } = await client.submit(submission);
    const url = client.url(transcriptionPath(String(json['transcription_id'])));
    return { method: 'GET', url, headers: client.keyPair };
  },
  download: async (client) => {
    const { done } = await client.upload(await client.userToken(), randomBytes(FILE_SIZE), 'wav');
    return { method: 'GET', url: String(done.json['DownloadUrl']), headers: {} };
  },
};

export const putting = (url: string, body: Uint8Array): RawRequest => ({
  method: 'PUT',
  url,
  headers: { 'Content-Length': String(body.length) },
  body,
});

export const requestAt = async (place: FaultPlace, sandbox: Sandbox): Promise<RawRequest> =>
  MAKERS[place](clientOf(sandbox));

/** Waits until this many requests are logged and a later one is answered: by then, every response was sent. */
export const untilNoted = async (sandbox: Sandbox, length: number): Promise<void> => {
  while (sandbox.log.length < length) await new Promise(setImmediate);
  await reply(fetch(`${sandbox.serviceUrl}/__sandbox/log`));
};

/** Sends one request. If it is logged without a response, it is aborted as `silence`. */
export const sendTo = async (sandbox: Sandbox, request: RawRequest): Promise<Seen> => {
  const { seen, giveUp } = send(request);
  const noted = untilNoted(sandbox, sandbox.log.length + 1);
  await Promise.race([seen, noted]);
  const ended = sandbox.log.at(-1);
  if (ended?.status === 0) giveUp();
  return seen;
};
