/** A simple client of the sandbox for tests: each call returns status, headers and JSON, and checks nothing. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  noRecognizer,
  startSandbox,
  type Sandbox,
  type SandboxOptions,
  type Timer,
} from '../../demo/sandbox/index.js';
import { pollInterval } from '../../src/protocol/timing.js';
import { parsePartnerToken, parseUserToken } from '../../src/protocol/responses.js';
import { parseUploadPlan } from '../../src/protocol/upload-responses.js';
import { CLIENT_HEADERS, SERVICE_PATHS, transcriptionPath } from '../../src/protocol/routes.js';
import {
  isTerminal,
  type FileType,
  type UploadedPart,
  type UploadPlan,
} from '../../src/protocol/types.js';

export interface ManualClock {
  readonly now: () => number;
  readonly advance: (seconds: number) => void;
}

export const manualClock = (start = Date.UTC(2026, 10, 21)): ManualClock => {
  let now = start;
  return { now: () => now, advance: (seconds) => void (now += seconds * 1000) };
};

/** A timer that waits for nothing: each wait only moves it forward. */
export const manualTimer = (): Timer => {
  let now = 0;
  return {
    now: () => now,
    wait: (ms) => Promise.resolve(void (now += ms)),
  };
};

/** A sandbox in its own or the given folder; both are removed when the test ends. */
export const sandboxFor = async (
  test: { after(cleanUp: () => Promise<void>): void },
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> => {
  const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'sandbox-')));
  const sandbox = await startSandbox({
    ...{ recognizer: noRecognizer(), workers: 1 },
    ...options,
    directory,
  });
  test.after(async () => {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  });
  return sandbox;
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body parsed as JSON, or `{}`. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export const reply = async (pending: Promise<Response>): Promise<Reply> => {
  const response = await pending;
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
  };
};

/** The service must have refused the request, with this code and a message. */
export const refused = (
  { status, json }: Reply,
  expected: number,
  code: string,
  words: RegExp,
): void => {
  assert.deepEqual([status, json['error']], [expected, code]);
  assert.match(String(json['message']), words);
};

export const basic = (clientId: string, secret: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});

export const bearer = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
});

/** Sends JSON with its content type. */
export const post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Reply> =>
  reply(
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

export const put = (url: string, body: Uint8Array | string, headers = {}): Promise<Reply> =>
  reply(fetch(url, { method: 'PUT', body: body as BodyInit, headers }));

export const sample = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../demo/samples/${name}`, import.meta.url)));

/** All calls of the specification for one sandbox. */
export const clientOf = (sandbox: Pick<Sandbox, 'serviceUrl' | 'credentials'>) => {
  const { serviceUrl, credentials } = sandbox;
  const { clientId, clientSecret, apiKey } = credentials;
  const url = (route: string): string => serviceUrl + route;
  const keyPair = { [CLIENT_HEADERS.clientId]: clientId, [CLIENT_HEADERS.apiKey]: apiKey };
  const ofClient = basic(clientId, clientSecret);

  const partnerToken = async (): Promise<string> =>
    parsePartnerToken((await post(url(SERVICE_PATHS.partnerToken), ofClient, {})).json)
      .access_token;

  const userToken = async (userId = 'user-0001', expires_in?: number): Promise<string> => {
    const body = { user_id: userId, ...(expires_in === undefined ? {} : { expires_in }) };
    const headers = bearer(await partnerToken());
    return parseUserToken((await post(url(SERVICE_PATHS.userToken), headers, body)).json)
      .access_token;
  };

  const plan = async (token: string, filesize: number, filetype: FileType): Promise<UploadPlan> =>
    parseUploadPlan(
      (await post(url(SERVICE_PATHS.uploadPlan), bearer(token), { filesize, filetype })).json,
    );

  const putParts = async (plan: UploadPlan, file: Uint8Array): Promise<UploadedPart[]> => {
    const list: UploadedPart[] = [];
    for (const { PartNumber, PresignedUrl } of plan.Parts) {
      const start = (PartNumber - 1) * plan.ChunkSize;
      const { headers } = await put(PresignedUrl, file.subarray(start, start + plan.ChunkSize));
      list.push({ PartNumber, ETag: headers.get('etag') ?? '' });
    }
    return list;
  };

  const complete = (token: string, body: unknown): Promise<Reply> =>
    post(url(SERVICE_PATHS.completeUpload), bearer(token), body);

  const submit = (body: unknown, headers: Readonly<Record<string, string>> = keyPair) =>
    post(url(SERVICE_PATHS.transcriptions), headers, body);

  const query = (id: string, headers: Readonly<Record<string, string>> = keyPair) =>
    reply(fetch(url(transcriptionPath(id)), { headers }));

  return {
    url,
    keyPair,
    ofClient,
    partnerToken,
    userToken,
    plan,
    putParts,
    complete,
    submit,
    query,
    /** Uploads a file and returns the body of 4.6 and its response. */
    upload: async (token: string, file: Uint8Array, filetype: FileType) => {
      const planned = await plan(token, file.length, filetype);
      const request = {
        file_id: planned.FileId,
        upload_id: planned.UploadId,
        part_list: await putParts(planned, file),
        filetype,
      };
      return { plan: planned, request, done: await complete(token, request) };
    },
    /** Polls until the task has ended: quickly at first, as most tasks here are short, then at a client's pace. */
    untilEnded: async (id: string): Promise<Reply> => {
      for (let queries = 0; ; queries++) {
        const answer = await query(id);
        if (answer.status !== 200 || isTerminal(String(answer.json['status']))) return answer;
        await setTimeout(Math.min(20 * 2 ** queries, pollInterval(0, 0, 0)));
      }
    },
  };
};

export type SandboxClient = ReturnType<typeof clientOf>;
