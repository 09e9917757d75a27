import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { create } from 'filepond';
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

const withUppy: Upload = async (file, url, click) => {
  if (file === null) throw new Error('the file must be chosen again');
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
  uppy.addFile({ name: file.name, type: file.type, data: file, source: 'bench' });
  let result = await uppy.upload();
  while (result?.successful?.length !== 1) {
    await click();
    result = await uppy.retryAll();
  }
};

const withFilePond: Upload = (file, url, click) =>
  new Promise((resolve, reject) => {
    if (file === null) return reject(new Error('the file must be chosen again'));
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

const contestants = { ours, Uppy: withUppy, FilePond: withFilePond };

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
