/** An S3-compatible store: pages send chunks directly to it with presigned addresses, never through the sandbox. */
import {
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  S3ServiceException,
  type CORSRule,
  S3Client,
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.js';
import { createHash } from 'node:crypto';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Refusal } from '../../service/route.js';
import {
  MEDIA_TYPES,
  type BegunUpload,
  type FileFacts,
  type PartFacts,
  type PlannedFile,
  type Store,
  type Validity,
} from '../../service/store.js';

// The bucket's CORS rules must allow pages on any origin to PUT, and to read the ETag of the
// response (4.5).

const RULE: CORSRule = {
  AllowedOrigins: ['*'],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Length'],
  MaxAgeSeconds: 600,
};

const lets = ({ AllowedMethods = [], ExposeHeaders = [] }: CORSRule): boolean =>
  AllowedMethods.includes('PUT') && ExposeHeaders.some((name) => /^(?:etag|\*)$/i.test(name));

/** The bucket's rules; undefined if it has none. */
const rulesOf = async (
  client: S3Client,
  Bucket: string,
): Promise<readonly CORSRule[] | undefined> => {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchCORSConfiguration')
      return undefined;
    throw error;
  }
};

/** Keeps existing rules. If rules cannot be set, reports which ones are needed. Never rejects. */
const allowPages = async (client: S3Client, { bucket: Bucket }: S3Settings): Promise<void> => {
  try {
    const rules = await rulesOf(client, Bucket);
    if (rules?.some(lets)) return;
    if (rules !== undefined) throw new Error('It has rules of its own.');
    const CORSConfiguration = { CORSRules: [RULE] };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
  } catch {
    console.error(
      `The bucket ${Bucket} may not let pages upload: add a CORS rule that allows PUT, GET and HEAD from their ` +
        'origins and exposes ETag.',
    );
  }
};

/** S3's minimum size of every part but the last, in bytes. */
const SMALLEST_PART = 5 * 1024 * 1024;

const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A store on loopback has no host name per bucket.
    forcePathStyle: true,
    // A browser's plain PUT has no checksum, so the signature must not require one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

const validFor = ({ from, seconds }: Validity) => ({
  expiresIn: seconds,
  signingDate: new Date(from),
});

/** Describes an error without the request, which contains addresses and keys. */
const reason = (error: unknown): string =>
  error instanceof S3ServiceException
    ? `${error.name}, status ${error.$metadata.httpStatusCode ?? 'unknown'}`
    : ((error as NodeJS.ErrnoException).code ?? (error as Error).name);

const requireBucket = async (client: S3Client, { bucket, endpoint }: S3Settings): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    throw new Error(
      `The bucket ${bucket} at ${endpoint} cannot be used (${reason(error)}): make it, and check S3_ENDPOINT, ` +
        'S3_BUCKET, S3_REGION and the two keys.',
      { cause: error },
    );
  }
};

/** Rejects if the bucket cannot be used. */
export const createS3Store = async (settings: S3Settings): Promise<Store> => {
  const { endpoint, bucket } = settings;
  const client = createClient(settings);
  await requireBucket(client, settings);
  await allowPages(client, settings);

  const objectOf = ({ fileId, fileType }: PlannedFile) => ({
    Bucket: bucket,
    Key: `${fileId}.${fileType}`,
  });
  const uploadOf = (upload: BegunUpload) => ({ ...objectOf(upload), UploadId: upload.uploadId });
  /** Null if there is no such object. Needed because Ceph's response to a completion omits these values. */
  const sizeOf = async (upload: BegunUpload): Promise<number | null> => {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(objectOf(upload)));
      return ContentLength ?? null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  };

  const noSuchUpload = (): Refusal =>
    new Refusal(
      404,
      'upload-not-found',
      'The store has no such upload any more: ask for a new plan.',
    );

  const listParts = async (upload: BegunUpload): Promise<ReadonlyMap<number, PartFacts>> => {
    const parts = new Map<number, PartFacts>();
    // Not the SDK's paginator: Ceph returns a next marker on the last page too, which would loop forever.
    for (let marker: string | undefined, more = true; more;) {
      const command = new ListPartsCommand({ ...uploadOf(upload), PartNumberMarker: marker });
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(command);
      for (const { PartNumber, Size, ETag } of Parts)
        if (PartNumber !== undefined && Size !== undefined && ETag !== undefined)
          parts.set(PartNumber, { size: Size, etag: ETag });
      more = IsTruncated === true && NextPartNumberMarker !== marker;
      marker = NextPartNumberMarker;
    }
    return parts;
  };

  const complete = async (upload: BegunUpload, etags: readonly string[]): Promise<void> => {
    const Parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    const request = { ...uploadOf(upload), MultipartUpload: { Parts } };
    try {
      await client.send(new CompleteMultipartUploadCommand(request));
    } catch (error) {
      // Already merged by a completion that was not recorded.
      if (!isGone(error) || (await sizeOf(upload)) === null) throw error;
    }
  };

  const md5Of = async (upload: BegunUpload): Promise<FileFacts> => {
    const { Body } = await client.send(new GetObjectCommand(objectOf(upload)));
    if (Body === undefined) throw new Error('The store gave no body.');
    const hash = createHash('md5');
    let size = 0;
    for await (const bytes of Body as AsyncIterable<Uint8Array>) {
      size += bytes.length;
      hash.update(bytes);
    }
    return { size, md5: hash.digest('hex') };
  };

  const remove = async (upload: BegunUpload): Promise<void> => {
    await client.send(new DeleteObjectCommand(objectOf(upload)));
  };

  return {
    name: `s3 ${endpoint}/${bucket}`,
    url: () => endpoint,
    smallestChunk: SMALLEST_PART,
    chunksOutliveMerge: false,
    begin: async (file) => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({
          ...objectOf(file),
          ContentType: MEDIA_TYPES[file.fileType],
        }),
      );
      if (UploadId === undefined) throw new Error('The store gave no UploadId.');
      return UploadId;
    },
    partAddresses: async (upload, validity) => {
      const addresses: string[] = [];
      for (let PartNumber = 1; PartNumber <= upload.partCount; PartNumber++) {
        const part = new UploadPartCommand({ ...uploadOf(upload), PartNumber });
        addresses.push(await getSignedUrl(client, part, validFor(validity)));
      }
      return addresses;
    },
    parts: async (upload) => {
      try {
        return await listParts(upload);
      } catch (error) {
        if (!isGone(error)) throw error;
        if ((await sizeOf(upload)) === null) throw noSuchUpload();
        return 'merged';
      }
    },
    merge: async (upload, etags, md5) => {
      await complete(upload, etags);
      const file = await md5Of(upload);
      if (file.size === upload.filesize && file.md5 === (md5 ?? file.md5)) return file;
      await remove(upload);
      return 'refused';
    },
    downloadAddress: (upload, validity) =>
      getSignedUrl(client, new GetObjectCommand(objectOf(upload)), validFor(validity)),
    abort: async (upload) => {
      try {
        await client.send(new AbortMultipartUploadCommand(uploadOf(upload)));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    remove,
  };
};
