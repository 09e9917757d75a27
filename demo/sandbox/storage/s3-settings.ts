/** Reads the settings of the S3 store from the environment. */

export interface S3Settings {
  /** The store's URL, e.g. `https://s3.example:9000`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const isOrigin = (endpoint: string): boolean => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

/**
 * All four of `S3_ENDPOINT`, `S3_BUCKET`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`: that store, in `S3_REGION`
 * (default `us-east-1`, which stores that know no regions take). None: undefined. Anything between throws.
 */
export const readS3Settings = (
  environment: Readonly<Record<string, string | undefined>>,
): S3Settings | undefined => {
  const missing = REQUIRED.filter((name) => !environment[name]);
  if (missing.length === REQUIRED.length && !environment['S3_REGION']) return undefined;
  if (missing.length > 0)
    throw new Error(
      `To keep recordings in an S3 store set ${REQUIRED.join(', ')}; missing: ${missing.join(', ')}. ` +
        'Unset them all, and S3_REGION, to keep them on this machine.',
    );
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = REQUIRED.map(
    (name) => environment[name],
  );
  if (!isOrigin(endpoint))
    throw new Error(
      'S3_ENDPOINT must be the http or https address of the store alone, as https://s3.example:9000; the bucket goes into S3_BUCKET.',
    );
  const region = environment['S3_REGION'] || 'us-east-1';
  return { endpoint: new URL(endpoint).origin, bucket, region, accessKeyId, secretAccessKey };
};
