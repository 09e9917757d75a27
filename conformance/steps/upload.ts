/** One upload from plan to completion (4.4 to 4.6). Each step runs once, on its first use. */
import type { Recording } from '../recordings/recording.js';
import { NotReached, succeeded, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import { bearer, PATHS, post } from '../service/requests.js';
import { field, isCount, textField } from '../service/shape.js';

export interface PlanPart {
  readonly number: number;
  readonly url: string;
}

export interface Plan {
  readonly fileId: string;
  readonly uploadId: string;
  /** In bytes. */
  readonly chunkSize: number;
  /** One per chunk of the file, in order. */
  readonly parts: readonly PlanPart[];
}

export interface SentPart {
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  readonly answer: Answer;
  readonly etag: string | null;
}

/** A body of 4.6. */
export interface Completion {
  readonly file_id: string;
  readonly upload_id: string;
  readonly part_list: readonly { readonly PartNumber: number; readonly ETag: string }[];
  readonly filetype: string;
  readonly file_md5?: string;
}

export interface Upload {
  readonly recording: Recording;
  readonly planAnswer: () => Promise<Answer>;
  /** Rejects with NotReached if the plan cannot be used. */
  readonly plan: () => Promise<Plan>;
  /** Sends the chunks in order, each exactly ChunkSize long except the last one. */
  readonly sent: () => Promise<readonly SentPart[]>;
  /** Lists every chunk with its ETag, without file_md5. */
  readonly completion: () => Promise<Completion>;
  /** Completes the upload with the right file_md5. */
  readonly completed: () => Promise<Answer>;
  /** Rejects with NotReached if the completion was refused or gives no usable address. */
  readonly downloadUrl: () => Promise<string>;
}

export interface UploadOf {
  readonly serviceUrl: string;
  readonly send: Caller['send'];
  readonly userToken: () => Promise<string>;
  readonly recording: Recording;
}

export const partsOf = (answer: Answer): readonly unknown[] => {
  const parts = field(answer.json, 'Parts');
  return Array.isArray(parts) ? (parts as readonly unknown[]) : [];
};

export const chunkSizeOf = (answer: Answer): number => {
  const size = field(answer.json, 'ChunkSize');
  if (!succeeded(answer))
    throw new NotReached(`4.4 answered ${answer.status}, so there is no upload plan`);
  if (!isCount(size)) throw new NotReached('the plan of 4.4 has no usable ChunkSize');
  return size;
};

const named = (answer: Answer, name: string): string => {
  const value = textField(answer.json, name);
  if (value === null) throw new NotReached(`the plan of 4.4 has no ${name}`);
  return value;
};

const planOf = (answer: Answer, size: number): Plan => {
  const chunkSize = chunkSizeOf(answer);
  const entries = partsOf(answer);
  const parts = Array.from({ length: Math.ceil(size / chunkSize) }, (_, index) => {
    const entry = entries.find((it) => field(it, 'PartNumber') === index + 1);
    const url = textField(entry, 'PresignedUrl');
    if (url === null || !URL.canParse(url))
      throw new NotReached(`the plan of 4.4 has no address for chunk ${index + 1}`);
    return { number: index + 1, url };
  });
  return { fileId: named(answer, 'FileId'), uploadId: named(answer, 'UploadId'), chunkSize, parts };
};

export const createUpload = ({ serviceUrl, send, userToken, recording }: UploadOf): Upload => {
  const { bytes, filetype, md5 } = recording;
  const ask = async (path: string, body: object): Promise<Answer> =>
    send(post(serviceUrl + path, bearer(await userToken()), body));
  const planAnswer = once(() => ask(PATHS.plan, { filesize: bytes.length, filetype }));
  const plan = once(async () => planOf(await planAnswer(), bytes.length));
  const sent = once(async () => {
    const { chunkSize, parts } = await plan();
    const list: SentPart[] = [];
    for (const { number, url } of parts) {
      const body = bytes.subarray((number - 1) * chunkSize, number * chunkSize);
      const answer = await send({ method: 'PUT', url, body });
      list.push({ number, size: body.length, answer, etag: answer.headers.get('etag') });
    }
    return list;
  });
  const completion = once(async () => {
    const { fileId, uploadId } = await plan();
    const part_list = (await sent()).map(({ number, answer, etag }) => {
      if (!succeeded(answer))
        throw new NotReached(`chunk ${number} was refused with ${answer.status} (4.5)`);
      if (etag === null) throw new NotReached(`chunk ${number} was answered without an ETag (4.5)`);
      return { PartNumber: number, ETag: etag };
    });
    return { file_id: fileId, upload_id: uploadId, part_list, filetype };
  });
  const completed = once(async () =>
    ask(PATHS.complete, { ...(await completion()), file_md5: md5 }),
  );
  const downloadUrl = once(async () => {
    const answer = await completed();
    const address = textField(answer.json, 'DownloadUrl');
    if (!succeeded(answer) || address === null || !/^https?:/i.test(address))
      throw new NotReached(`4.6 answered ${answer.status} without a DownloadUrl that can be used`);
    return address;
  });
  return { recording, planAnswer, plan, sent, completion, completed, downloadUrl };
};
