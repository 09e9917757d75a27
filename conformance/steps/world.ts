/** The steps of 4.9 that the checks use. Each runs once, when a check first needs it. */
import type { Settings } from '../arguments.js';
import {
  fileRecording,
  longRecording,
  md5Of,
  shortRecording,
  startOfShort,
  unpaddedSize,
  type Recording,
} from '../recordings/recording.js';
import type { Material } from '../recordings/material.js';
import { NotReached, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import type { Ports } from '../service/ports.js';
import type { Quoting } from '../service/quote.js';
import { bearer, keyPair, PATHS, post, type Headers } from '../service/requests.js';
import { watchAging, type Aged, type Aging } from './aging.js';
import { createTasks, type Tasks } from './tasks.js';
import type { KeptTasks } from './kept-tasks.js';
import { createTokens, type Tokens } from './tokens.js';
import { chunkSizeOf, createUpload, type Upload } from './upload.js';

/** An upload for completions that must be refused, replaced if one was accepted. */
export interface Scratch {
  readonly upload: () => Promise<Upload>;
  readonly renew: () => void;
  /** The response to a correct completion without file_md5, after all refused ones. */
  readonly completed: () => Promise<Answer>;
}

/** Each rejects with NotReached unless a correct request was accepted: only then does a refusal say anything. */
export type Controls = Readonly<
  Record<
    'exchange' | 'userToken' | 'plan' | 'put' | 'complete' | 'download' | 'submit' | 'query',
    () => Promise<unknown>
  >
>;

export interface World extends Tokens, Tasks {
  readonly settings: Settings;
  readonly send: Caller['send'];
  readonly answers: Caller['answers'];
  readonly ports: Pick<Ports, 'now' | 'sleep'>;
  readonly hide: Quoting['hide'];
  /** The URL of a path. */
  readonly url: (path: string) => string;
  /** Sends JSON to a path of the service. */
  readonly post: (path: string, headers: Headers, body: unknown) => Promise<Answer>;
  /** The key pair. Throws NotReached without API_KEY. */
  readonly pair: () => { readonly clientId: string; readonly apiKey: string };
  /** The headers of the key pair. Rejects with NotReached without API_KEY. */
  readonly keys: () => Promise<Headers>;
  readonly query: (id: string, headers?: Headers) => Promise<Answer>;
  /** The query of an id that does not exist. */
  readonly unknownTask: () => Promise<Answer>;
  /** The first plan, for the recording without padding. */
  readonly firstPlan: () => Promise<Answer>;
  /** An upload of this recording. */
  readonly uploadOf: (recording: Recording) => Upload;
  /** The recording of at least three chunks, completed with its MD5. */
  readonly long: () => Promise<Upload>;
  /** A file of one chunk: the short recording, or its start if ChunkSize is smaller. */
  readonly single: () => Promise<Upload>;
  /** The recording of one phrase. */
  readonly short: () => Promise<Upload>;
  /** For chunks sent in other ways; it is never completed. */
  readonly spare: () => Promise<Upload>;
  readonly scratch: Scratch;
  /** The long recording, as its DownloadUrl answers it. */
  readonly downloaded: () => Promise<Answer>;
  readonly works: Controls;
  /** How something behaved before and after its end, with `--thorough`. */
  readonly aged: (name: Aging) => Promise<Aged>;
}

export interface WorldOf {
  readonly settings: Settings;
  readonly material: Material;
  readonly kept: KeptTasks;
  readonly ports: Ports;
  readonly caller: Caller;
  readonly quoting: Quoting;
  /** Reports what a step will do, such as how much it uploads. */
  readonly say: (sentence: string) => void;
}

/** Plans after which the service's ChunkSize must have settled. */
const MOST_PLANS = 4;

export const createWorld = (of: WorldOf): World => {
  const { settings, material, ports, quoting, say } = of;
  const { serviceUrl, credentials } = settings;
  const { send, answers } = of.caller;
  const url = (path: string): string => serviceUrl + path;
  const tokens = createTokens(settings, send, quoting);
  const { userToken } = tokens;

  const pair: World['pair'] = () => {
    const { clientId, apiKey } = credentials;
    if (clientId === null || apiKey === null) throw new NotReached('needs API_KEY');
    return { clientId, apiKey };
  };
  const keys = async (): Promise<Headers> => keyPair(pair());
  const query: World['query'] = async (id, headers) =>
    send({
      url: url(PATHS.transcriptions + encodeURIComponent(id)),
      headers: headers ?? (await keys()),
    });

  const uploadOf = (recording: Recording): Upload =>
    createUpload({ serviceUrl, send, userToken, recording });
  const planFor = async (filesize: number): Promise<Answer> =>
    send(post(url(PATHS.plan), bearer(await userToken()), { filesize, filetype: 'wav' }));
  const firstPlan = once(() => planFor(unpaddedSize(material.speech)));

  /** ChunkSize may depend on the size of the file, so plans are asked for until both fit. */
  const longRecordingHere = once(async () => {
    let chunkSize = chunkSizeOf(await firstPlan());
    for (let plans = 1; plans <= MOST_PLANS; plans += 1) {
      if (2.5 * chunkSize > settings.maxUpload)
        throw new NotReached(
          `ChunkSize is ${chunkSize}, so a recording of several chunks is larger than --max-upload allows: raise it to ${Math.ceil((2.6 * chunkSize) / 1e6)}`,
        );
      const recording = longRecording(material.speech, chunkSize);
      const next = chunkSizeOf(await planFor(recording.bytes.length));
      if (next === chunkSize) {
        const megabytes = (recording.bytes.length / 1e6).toFixed(1);
        say(`ChunkSize is ${chunkSize}: the long recording has ${megabytes} MB.`);
        return recording;
      }
      chunkSize = next;
    }
    throw new NotReached(
      'ChunkSize changes with each plan, so no recording of several chunks fits',
    );
  });
  const newLong = async (): Promise<Upload> => uploadOf(await longRecordingHere());
  const short = once(async () => uploadOf(shortRecording(material.speech)));
  const single = once(async () => {
    let upload = await short();
    for (let plans = 1; plans <= MOST_PLANS; plans += 1) {
      const chunkSize = chunkSizeOf(await upload.planAnswer());
      if (upload.recording.bytes.length <= chunkSize) return upload;
      upload = uploadOf(startOfShort(material.speech, chunkSize));
    }
    throw new NotReached('ChunkSize changes with each plan, so no file fits into one chunk');
  });
  const long = once(newLong);

  let scratch = once(newLong);
  const complete = async (body: object): Promise<Answer> =>
    send(post(url(PATHS.complete), bearer(await userToken()), body));

  const audioUpload = once(async () => {
    if (material.own === null) return long();
    return uploadOf(material.own);
  });
  const tasks = createTasks({
    ...{ settings, kept: of.kept, ports, say, sweep: quoting.sweep, query, send },
    keys,
    uploads: {
      long: audioUpload,
      short: material.own === null ? short : audioUpload,
      others: material.others.map((recording) => once(async () => uploadOf(recording))),
    },
    known: fileRecording(new Uint8Array(0), 'wav', material.known),
    keyOf: (name, recording) =>
      [
        serviceUrl,
        credentials.clientId ?? '',
        settings.fileUrl === null ? (recording?.md5 ?? '') : md5Of(Buffer.from(settings.fileUrl)),
        name,
      ].join(' '),
  });

  const accepted = async (answer: Promise<Answer>, section: string): Promise<void> => {
    const { status } = await answer;
    if (status < 200 || status > 299)
      throw new NotReached(
        `${section} refuses correct requests too (${status}), so a refusal shows nothing`,
      );
  };
  const downloaded = once(async () => send({ url: await (await long()).downloadUrl() }));
  const unknownTask = once(() => query('conformance-no-such-task'));
  const works: Controls = {
    exchange: once(() =>
      accepted(
        tokens.exchanged().then(({ answer }) => answer),
        '4.1',
      ),
    ),
    userToken: once(() => accepted(tokens.userAnswer(), '4.3')),
    plan: once(() => accepted(firstPlan(), '4.4')),
    put: once(async () => {
      const [part] = await (await long()).sent();
      if (part !== undefined) await accepted(Promise.resolve(part.answer), '4.5');
    }),
    complete: once(async () => accepted((await long()).completed(), '4.6')),
    download: once(() => accepted(downloaded(), 'DownloadUrl')),
    submit: once(async () => {
      if (settings.submissions > 0) return accepted(tasks.longTask.submitted(), '4.7');
      const { status } = await unknownTask();
      if (status === 401 || status === 403)
        throw new NotReached(`4.8 refuses the key pair (${status}), so a refusal shows nothing`);
    }),
    query: once(async () => {
      const answered = (await tasks.longTask.followed()).at(-1);
      if (answered !== undefined) await accepted(Promise.resolve(answered), '4.8');
    }),
  };

  const world = {
    ...tokens,
    ...tasks,
    ...{ settings, send, answers, ports, hide: quoting.hide, url, pair, keys, query, unknownTask },
    post: (path: string, headers: Headers, body: unknown) => send(post(url(path), headers, body)),
    ...{ firstPlan, uploadOf, long, short, single, downloaded, works },
    spare: once(newLong),
    scratch: {
      upload: () => scratch(),
      renew: () => {
        scratch = once(newLong);
      },
      completed: once(async () => complete(await (await scratch()).completion())),
    },
  };
  return { ...world, aged: watchAging(world) };
};
