/** The bucket's CORS rules must allow pages on any origin to PUT, and to read the ETag of the response (4.5). */
import {
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  S3ServiceException,
  type CORSRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.js';

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
export const allowPages = async (
  client: S3Client,
  { bucket: Bucket }: S3Settings,
): Promise<void> => {
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
