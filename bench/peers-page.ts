import { S3Client } from '@aws-sdk/client-s3';
import { Upload as SdkUpload } from '@aws-sdk/lib-storage';
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { create } from 'filepond';
import { AwsS3 as AwsS3Of6, Uppy as Uppy6 } from 'uppy-6';
import { AudioTranscribe } from '../src/element/audio-transcribe.js';
import type { UploadPlan } from '../src/protocol/types.js';
import { createPlainService } from './upload-service.js';

customElements.define('audio-transcribe', AudioTranscribe);

const CHUNK_BYTES = 5 * 1024 * 1024;

/** Uploads a file to the service at `url`. Null: what an earlier page had begun. Calls `click` before a person would. */
type Upload = (file: File | null, url: string, click: () => Promise<void>) => Promise<void>;

const ours: Upload = (file, url, click) =>
  new Promise((resolve) => {
    const element = new AudioTranscribe();
    const never = new Promise<never>(() => undefined);
    Object.assign(element, {
      ...{ serviceUrl: url, backendUrl: url, workerUrl: '/worker.js' },
      backend: { submit: () => never, query: () => never },
    });
    element.addEventListener('transcribe-uploaded', () => resolve());
    element.addEventListener('transcribe-error', () => void click().then(() => element.retry()));
    document.body.append(element);
    if (file !== null) void element.updateComplete.then(() => element.selectFile(file));
  });

/** Uploads a chosen file. */
type FileUpload = (file: File, url: string, click: () => Promise<void>) => Promise<void>;

const chosen =
  (upload: FileUpload): Upload =>
  async (file, url, click) => {
    if (file === null) throw new Error('the file must be chosen again');
    return upload(file, url, click);
  };

type UppyResult = { readonly successful?: readonly unknown[] } | undefined;

/** What both versions of Uppy have. */
interface AnyUppy {
  addFile(file: { name: string; type: string; data: File; source: string }): string;
  upload(): Promise<UppyResult>;
  retryAll(): Promise<UppyResult>;
}

const uploadWith = async (uppy: AnyUppy, file: File, click: () => Promise<void>): Promise<void> => {
  uppy.addFile({ name: file.name, type: file.type, data: file, source: 'bench' });
  let result = await uppy.upload();
  while (result?.successful?.length !== 1) {
    await click();
    result = await uppy.retryAll();
  }
};

const withUppy: FileUpload = async (file, url, click) => {
  const service = await createPlainService(url);
  const plan: UploadPlan = await service.plan(file);
  const uppy = new Uppy().use(AwsS3, {
    shouldUseMultipart: true,
    getChunkSize: () => plan.ChunkSize,
    createMultipartUpload: () => ({ uploadId: plan.UploadId, key: plan.FileId }),
    signPart: (_file, { partNumber }) => ({ url: plan.Parts[partNumber - 1]?.PresignedUrl ?? '' }),
    listParts: () => [],
    abortMultipartUpload: () => undefined,
    completeMultipartUpload: async (_file, { parts }) => {
      const list = parts.map(({ PartNumber = 0, ETag = '' }) => ({ PartNumber, ETag }));
      await service.complete(plan, list);
      return {};
    },
  });
  await uploadWith(uppy, file, click);
};

const withUppy6: FileUpload = async (file, url, click) => {
  interface ToSign {
    readonly uploadId?: string;
    readonly partNumber?: number;
  }
  const uppy = new Uppy6().use(AwsS3Of6, {
    shouldUseMultipart: true,
    getChunkSize: () => CHUNK_BYTES,
    signRequest: ({ uploadId, partNumber }: ToSign) => {
      const query = new URLSearchParams(uploadId === undefined ? { uploads: '' } : { uploadId });
      if (partNumber !== undefined) query.set('partNumber', String(partNumber));
      return Promise.resolve({ url: `${url}/s3/bucket/recording?${query}` });
    },
  });
  await uploadWith(uppy, file, click);
};

const withSdk: FileUpload = async (file, url, click) => {
  const client = new S3Client({
    ...{ endpoint: `${url}/s3`, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const params = { Bucket: 'bucket', Key: 'recording', Body: file };
  const options = { client, params, partSize: CHUNK_BYTES };
  for (;;) {
    try {
      return void (await new SdkUpload(options).done());
    } catch {
      await click();
    }
  }
};

const withFilePond: FileUpload = (file, url, click) =>
  new Promise((resolve) => {
    const pond = create(document.body.appendChild(document.createElement('div')), {
      server: { url, process: '/filepond', patch: '/filepond/', revert: null },
      ...{ chunkUploads: true, chunkForce: true, chunkSize: CHUNK_BYTES },
      onprocessfile: (error: unknown) => {
        if (error === null || error === undefined) return resolve();
        void click().then(() => pond.processFile());
      },
    });
    void pond.addFile(file);
  });

const contestants = {
  ...{ ours, 'Uppy 5': chosen(withUppy), 'Uppy 6': chosen(withUppy6) },
  ...{ 'AWS SDK': chosen(withSdk), FilePond: chosen(withFilePond) },
};

export type Peer = keyof typeof contestants;

export interface PeersPage {
  /** Begins an upload, of the chosen file unless `isContinued`. */
  begin(peer: Peer, url: string, isContinued: boolean): void;
  /** When the upload has arrived, in ms since the epoch; null before. */
  doneAt: number | null;
  /** How often a person had to click. */
  clicks: number;
}

const page: PeersPage = {
  doneAt: null,
  clicks: 0,
  begin(peer, url, isContinued) {
    const file = isContinued ? null : (document.querySelector('input')?.files?.[0] ?? null);
    const click = async (): Promise<void> => {
      while (!navigator.onLine) await new Promise((resolve) => setTimeout(resolve, 50));
      page.clicks += 1;
    };
    void contestants[peer](file, url, click).then(() => (page.doneAt = Date.now()));
  },
};

Object.assign(globalThis, { peersPage: page });
