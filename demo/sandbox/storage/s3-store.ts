import type { S3Settings } from './s3-settings.js';
import type { Store } from './store.js';

/** Not yet. */
export const createS3Store = (settings: S3Settings): Promise<Store> =>
  Promise.reject(new Error(`The bucket ${settings.bucket} cannot be used yet.`));
