/** The steps of 4.9 that the checks use. Each runs once, when a check first needs it. */
import type { Settings } from './arguments.js';
import { NotReached, type Answer, type Caller } from './call.js';
import { once } from './once.js';
import type { Ports } from './ports.js';
import type { Redactor } from './redact.js';
import { basic, bearer, keyPair, NOWHERE, PATHS, post, type Headers } from './requests.js';
import { field, isObject, textField } from './shape.js';
import { createTask, type Task } from './task.js';
import { createUpload, type Upload } from './upload.js';

/** The content of the recording. */
export interface Recording {
  readonly bytes: Uint8Array;
  readonly filetype: 'mp3' | 'm4a' | 'wav';
  /** Hexadecimal. */
  readonly md5: string;
}

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** The exchange's response, or the object in it that contains the token. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The bodies to try for 4.1, because the specification shows none. */
export const EXCHANGE_BODIES = ['{}', '{"grant_type":"client_credentials"}', ''] as const;

export interface Exchanged {
  readonly answer: Answer;
  readonly body: (typeof EXCHANGE_BODIES)[number];
}

export interface Renewal {
  readonly before: Session;
  readonly answer: Answer;
}

export interface Scratch {
  readonly upload: () => Upload;
  /** Replaces the upload, after a completion was accepted that should have been rejected. */
  readonly renew: () => void;
  /** The response to a correct completion without file_md5, after all rejected ones. */
  readonly completed: () => Promise<Answer>;
}

export interface World {
  readonly settings: Settings;
  readonly recording: Recording;
  readonly send: Caller['send'];
  readonly answers: Caller['answers'];
  readonly now: Ports['now'];
  readonly hide: Redactor['hide'];
  /** The URL of a path. */
  readonly url: (path: string) => string;
  /** Sends JSON to a path of the service. */
  readonly post: (path: string, headers: Headers, body: unknown) => Promise<Answer>;
  readonly ofClient: Headers;
  readonly keys: Headers;
  /** A new exchange each time. */
  readonly exchange: () => Promise<Exchanged>;
  readonly exchanged: () => Promise<Exchanged>;
  readonly sessionOf: (answer: Answer) => Session;
  readonly partnerToken: () => Promise<string>;
  /** A separate partner token that is renewed (4.2), because the service may invalidate the old one. */
  readonly renewed: () => Promise<Renewal>;
  readonly userAnswer: () => Promise<Answer>;
  readonly userToken: () => Promise<string>;
  /** A second upload of the same recording. */
  readonly newUpload: () => Upload;
  readonly upload: Upload;
  /** An upload for chunks sent in other ways; it is never completed. */
  readonly spare: Upload;
  /** An upload for completions that must be rejected. */
  readonly scratch: Scratch;
  readonly completed: () => Promise<Answer>;
  readonly downloadUrl: () => Promise<string>;
  /** The query of an id that does not exist. */
  readonly unknownTask: () => Promise<Answer>;
  readonly query: (id: string, headers?: Headers) => Promise<Answer>;
  /** With diarization and vectors, and all other parameters at their defaults. */
  readonly diarized: Task;
  /** Without diarization, and no other parameter at its default. */
  readonly plain: Task;
  /** A URL that leads nowhere, without params. */
  readonly unreachable: Task;
}

const TOKEN_NAME = /^(?:partner_?)?access_?token$/i;
const REFRESH_NAME = /^(?:partner_?)?refresh_?token$/i;

const named = (object: Readonly<Record<string, unknown>>, pattern: RegExp): string | null => {
  const name = Object.keys(object).find((it) => pattern.test(it));
  return name === undefined ? null : textField(object, name);
};

/** Finds the token at the top level or one object deeper, because the specification does not show its place. */
const readSession = (answer: Answer): Session => {
  const top = isObject(answer.json) ? answer.json : {};
  for (const fields of [top, ...Object.values(top).filter(isObject)]) {
    const accessToken = named(fields, TOKEN_NAME);
    if (answer.status <= 299 && accessToken !== null)
      return { accessToken, refreshToken: named(fields, REFRESH_NAME), fields };
  }
  throw new NotReached(`4.1 answered ${answer.status} without a token`);
};

export const DIARIZED = {
  transcribe: { language: 'auto', model: 'svc-asr-pro', detection_level: 'segment' },
  vad: { decode_silence: false },
  diarization: { enabled: true, return_embedding: true },
};

export const PLAIN = {
  transcribe: { language: 'en', model: 'svc-asr-fast', detection_level: 'chapter' },
  vad: { decode_silence: true },
  diarization: { enabled: false, return_embedding: false },
};

export const USER_ID = 'conformance-user';

export interface WorldOf {
  readonly settings: Settings;
  readonly recording: Recording;
  readonly ports: Ports;
  readonly caller: Caller;
  readonly redactor: Redactor;
}

export const createWorld = ({ settings, recording, ports, caller, redactor }: WorldOf): World => {
  const { serviceUrl, credentials, submissions, waitSeconds } = settings;
  const { send, answers } = caller;
  const url = (path: string): string => serviceUrl + path;
  const keys = keyPair(credentials);
  const ofClient = basic(credentials.clientId, credentials.clientSecret);

  const exchange = async (): Promise<Exchanged> => {
    for (const body of EXCHANGE_BODIES) {
      const request = post(url(PATHS.exchange), ofClient, {});
      const answer = await send({ ...request, body: Buffer.from(body) });
      const refused = [400, 415, 422].includes(answer.status);
      if (!refused || body === '') return { answer, body };
    }
    throw new NotReached('4.1 took no body');
  };
  const sessionOf = (answer: Answer): Session => {
    const session = readSession(answer);
    redactor.hide(session.accessToken);
    redactor.hide(session.refreshToken ?? '');
    return session;
  };
  const exchanged = once(exchange);
  const partnerToken = once(async () => sessionOf((await exchanged()).answer).accessToken);
  const renewed = once(async () => {
    const before = sessionOf((await exchange()).answer);
    if (before.refreshToken === null) throw new NotReached('4.1 gave no refresh_token');
    const body = { refresh_token: before.refreshToken };
    return { before, answer: await send(post(url(PATHS.refresh), ofClient, body)) };
  });

  const userAnswer = once(async () =>
    send(post(url(PATHS.userToken), bearer(await partnerToken()), { user_id: USER_ID })),
  );
  const userToken = once(async () => {
    const answer = await userAnswer();
    const token = textField(answer.json, 'access_token');
    if (answer.status > 299 || token === null)
      throw new NotReached(`4.3 answered ${answer.status} without a user token`);
    redactor.hide(token);
    return token;
  });

  const { bytes, filetype, md5 } = recording;
  const newUpload = (): Upload => createUpload({ serviceUrl, send, userToken, bytes, filetype });
  const upload = newUpload();
  const complete = async (body: object): Promise<Answer> =>
    send(post(url(PATHS.complete), bearer(await userToken()), body));
  let current = newUpload();
  const scratch: Scratch = {
    upload: () => current,
    renew: () => {
      current = newUpload();
    },
    completed: once(async () => complete(await current.completion())),
  };
  const completed = once(async () => {
    const body = { ...(await upload.completion()), file_md5: md5 };
    return complete(body);
  });
  const downloadUrl = once(async () => {
    const { status, json } = await completed();
    const address = textField(json, 'DownloadUrl');
    if (status > 299 || address === null || !URL.canParse(address))
      throw new NotReached(`4.6 answered ${status} without a DownloadUrl that can be used`);
    return address;
  });

  const query: World['query'] = (id, headers = keys) =>
    send({ url: url(PATHS.transcriptions + encodeURIComponent(id)), headers });
  /** `rank`: the submission budget from which on this submission is made. */
  const taskOf = (rank: number, body: () => Promise<object>): Task =>
    createTask({
      submit: async () => {
        if (submissions < rank)
          throw new NotReached(`needs --submissions ${rank}, as each may cost money`);
        return send({ ...post(url(PATHS.transcriptions), keys, await body()), once: true });
      },
      query,
      ports,
      size: bytes.length,
      waitSeconds,
    });

  return {
    settings,
    recording,
    send,
    answers,
    now: ports.now,
    hide: redactor.hide,
    url,
    post: (path, headers, body) => send(post(url(path), headers, body)),
    ofClient,
    keys,
    exchange,
    exchanged,
    sessionOf,
    partnerToken,
    renewed,
    userAnswer,
    userToken,
    newUpload,
    upload,
    spare: newUpload(),
    scratch,
    completed,
    downloadUrl,
    unknownTask: once(() => query('conformance-no-such-task')),
    query,
    diarized: taskOf(1, async () => ({ file_url: await downloadUrl(), params: DIARIZED })),
    plain: taskOf(2, async () => ({ file_url: await downloadUrl(), params: PLAIN })),
    unreachable: taskOf(3, async () => ({ file_url: NOWHERE })),
  };
};

/** A field of a task's data; undefined before SUCCESS. */
export const dataOf = (answer: Answer): unknown => field(answer.json, 'data');
