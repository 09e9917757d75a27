/** One upload from plan to completion (4.4 to 4.6). Each step runs once, on its first use. */
import { NotReached, type Answer, type Caller } from './call.js';
import { once } from './once.js';
import { bearer, PATHS, post } from './requests.js';
import { ARRAY, COUNT, differences, field, firstOf, TEXT, textField, type Table } from './shape.js';

/** 2.3. */
export const PLAN: Table = { FileId: TEXT, UploadId: TEXT, ChunkSize: COUNT, Parts: ARRAY };

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
  readonly planAnswer: () => Promise<Answer>;
  /** Rejects with NotReached if the plan is invalid. */
  readonly plan: () => Promise<Plan>;
  readonly sent: () => Promise<readonly SentPart[]>;
  /** Lists every chunk with its ETag, without file_md5. */
  readonly completion: () => Promise<Completion>;
}

export interface UploadOf {
  readonly serviceUrl: string;
  readonly send: Caller['send'];
  readonly userToken: () => Promise<string>;
  readonly bytes: Uint8Array;
  readonly filetype: string;
}

export const partsOf = (answer: Answer): readonly unknown[] => {
  const parts = field(answer.json, 'Parts');
  return Array.isArray(parts) ? (parts as readonly unknown[]) : [];
};

const usablePlan = (answer: Answer, size: number): Plan => {
  const wrong = differences(answer.json, PLAN);
  if (answer.status < 200 || answer.status > 299)
    throw new NotReached(`4.4 answered ${answer.status}, so there is no upload plan`);
  if (wrong.length > 0) throw new NotReached(`the plan of 4.4 cannot be used: ${firstOf(wrong)}`);
  const chunkSize = Number(field(answer.json, 'ChunkSize'));
  const entries = partsOf(answer);
  const parts = Array.from({ length: Math.ceil(size / chunkSize) }, (_, index) => {
    const entry = entries.find((it) => field(it, 'PartNumber') === index + 1);
    const url = textField(entry, 'PresignedUrl');
    if (url === null || !URL.canParse(url))
      throw new NotReached(`the plan of 4.4 has no address for chunk ${index + 1}`);
    return { number: index + 1, url };
  });
  return {
    fileId: textField(answer.json, 'FileId') ?? '',
    uploadId: textField(answer.json, 'UploadId') ?? '',
    chunkSize,
    parts,
  };
};

export const createUpload = ({
  serviceUrl,
  send,
  userToken,
  bytes,
  filetype,
}: UploadOf): Upload => {
  const planAnswer = once(async () =>
    send(
      post(serviceUrl + PATHS.plan, bearer(await userToken()), {
        filesize: bytes.length,
        filetype,
      }),
    ),
  );
  const plan = once(async () => usablePlan(await planAnswer(), bytes.length));
  const sent = once(async () => {
    const { chunkSize, parts } = await plan();
    const list: SentPart[] = [];
    for (const { number, url } of parts) {
      const body = bytes.subarray((number - 1) * chunkSize, number * chunkSize);
      const answer = await send({ method: 'PUT', url, body });
      list.push({ number, answer, etag: answer.headers.get('etag') });
    }
    return list;
  });
  const completion = once(async () => {
    const { fileId, uploadId } = await plan();
    const part_list = (await sent()).map(({ number, answer, etag }) => {
      if (answer.status > 299)
        throw new NotReached(`chunk ${number} was refused with ${answer.status} (4.5)`);
      if (etag === null) throw new NotReached(`chunk ${number} was answered without an ETag (4.5)`);
      return { PartNumber: number, ETag: etag };
    });
    return { file_id: fileId, upload_id: uploadId, part_list, filetype };
  });
  return { planAnswer, plan, sent, completion };
};
