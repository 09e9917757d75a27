import Uppy from '@uppy/core';
import AwsS3 from '@uppy/aws-s3';
import type { UploadPlan } from '../src/protocol/types.js';
import { createPlainService } from './upload-service.js';

/** Uppy's multipart upload with defaults, six parts in parallel, with callbacks instead of a Companion. */
export const uploadWithUppy = async (file: File, url: string): Promise<void> => {
  const service = await createPlainService(url);
  let plan: UploadPlan | null = null;
  const planned = (): UploadPlan => {
    if (plan === null) throw new Error('there is no plan yet');
    return plan;
  };
  const uppy = new Uppy().use(AwsS3, {
    shouldUseMultipart: true,
    getChunkSize: () => planned().ChunkSize,
    createMultipartUpload: () => ({ uploadId: planned().UploadId, key: planned().FileId }),
    signPart: (_file, { partNumber }) => ({
      url: planned().Parts[partNumber - 1]?.PresignedUrl ?? '',
    }),
    listParts: () => [],
    abortMultipartUpload: () => undefined,
    completeMultipartUpload: async (_file, { parts }) => {
      const list = parts.map(({ PartNumber = 0, ETag = '' }) => ({ PartNumber, ETag }));
      await service.complete(planned(), list);
      return {};
    },
  });
  // Uppy asks for the chunk size before it creates the upload.
  plan = await service.plan(file);
  uppy.addFile({ name: file.name, type: file.type, data: file, source: 'bench' });
  const result = await uppy.upload();
  const failed = result?.failed?.[0];
  if (failed !== undefined || result?.successful?.length !== 1) {
    throw new Error(`Uppy: ${failed?.error ?? 'nothing was uploaded'}`);
  }
  uppy.destroy();
};
