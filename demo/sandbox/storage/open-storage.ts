/** Opens the configured store and its own parts: only the disk store needs the sandbox's storage host. */
import type { Route } from '../../service/route.js';
import { createSigner } from '../../service/secrets.js';
import type { Clock, Secrets } from '../../service/settings.js';
import { storageRoutes } from '../../service/storage-routes.js';
import type { Upload, Uploads } from '../../service/uploads.js';
import { createDiskStore, type DiskStore } from './disk-store.js';
import type { S3Settings } from './s3-settings.js';
import type { Store } from '../../service/store.js';

export interface StorageOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Undefined for the disk. */
  readonly s3: S3Settings | undefined;
}

/** What the sandbox must serve for its own store. */
export interface StorageHost {
  readonly routes: (uploads: Uploads) => readonly Route[];
  /** Sets the origin of the store's addresses, before the first is created. */
  readonly listensAt: (origin: string) => void;
}

export interface Storage {
  readonly store: Store;
  /** Null if the store has its own hosts. */
  readonly host: StorageHost | null;
  /** Restores the data of previous uploads. */
  readonly restore: (uploads: Uploads) => Promise<void>;
  /** Missing if chunks are not sent to the sandbox. */
  readonly renameEtag?: DiskStore['renameEtag'];
  /** Path of a merged file on this machine. */
  readonly uploadedFile: (upload: Upload | undefined) => string | undefined;
}

const openDisk = async (options: StorageOptions): Promise<Storage> => {
  const { directory, clock, secrets } = options;
  let url = '';
  const store = await createDiskStore({
    ...{ directory, url: () => url, random: secrets.random },
    signer: createSigner(clock, secrets),
  });
  return {
    store,
    host: {
      routes: (uploads) => storageRoutes({ store, uploads }),
      listensAt: (origin) => {
        url = origin;
      },
    },
    restore: store.restore,
    renameEtag: store.renameEtag,
    uploadedFile: (upload) =>
      upload?.stage.kind === 'complete' ? store.fileOf(upload) : undefined,
  };
};

const openS3 = async (settings: S3Settings): Promise<Storage> => {
  // Loaded on demand, because the SDK is large.
  const { createS3Store } = await import('./s3-store.js');
  return {
    store: await createS3Store(settings),
    host: null,
    restore: () => Promise.resolve(),
    uploadedFile: () => undefined,
  };
};

export const openStorage = (options: StorageOptions): Promise<Storage> =>
  options.s3 === undefined ? openDisk(options) : openS3(options.s3);
