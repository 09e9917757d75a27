/** The whole service of the specification on one machine: two HTTP servers, so two origins. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createFaultList, type Faults } from './faults/fault-list.js';
import { withFaults } from './faults/strike.js';
import { startHost } from './http/host.js';
import { inspectionRoutes } from './inspection-routes.js';
import {
  DEFAULT_LIFETIMES,
  defaultChunkSize,
  type Credentials,
  type SandboxOptions,
} from './options.js';
import { createRequestLog, type LogEntry } from './request-log.js';
import { randomCredentials } from './secrets.js';
import { jsonRefusal, serviceRoutes } from './service-routes.js';
import { createSigner } from './signing.js';
import { isCredentialHeader, storageRoutes, xmlRefusal } from './storage-routes.js';
import { createTasks, type StatusChange } from './tasks/tasks.js';
import { createTokens } from './tokens.js';
import { createUploads } from './uploads.js';

export { FAULTS, type Fault, type FaultName, type FaultPlace } from './faults.js';
export type { FaultRecord, Faults } from './faults/fault-list.js';
export type { Clock, Credentials, Lifetimes, SandboxOptions } from './options.js';
export { findRecognizer } from './recognition/find-recognizer.js';
export { noRecognizer } from './recognition/recognizer-none.js';
export * from './recognition/recognizer.js';
export type { LogEntry } from './request-log.js';
export type { StatusChange } from './tasks/tasks.js';

export interface Sandbox {
  /** {base_url}, as `http://127.0.0.1:8080`. */
  readonly serviceUrl: string;
  /** {upload_url}, another origin. */
  readonly storageUrl: string;
  readonly credentials: Credentials;
  /** Every request, in the order of the answers; also `GET {serviceUrl}/__sandbox/log`. */
  readonly log: readonly LogEntry[];
  /** What goes wrong on purpose; also `GET` and `PUT {serviceUrl}/__sandbox/faults`. */
  readonly faults: Faults;
  /** Where the merged file lies on disk; undefined until its upload is complete. */
  readonly uploadedFile: (fileId: string) => string | undefined;
  /** Ids of the tasks that were submitted, in order: each would cost the partner money. */
  readonly taskIds: () => readonly string[];
  /** Every status a task went through, with times. */
  readonly taskHistory: (transcriptionId: string) => readonly StatusChange[];
  /** Ends a task as REVOKED; false where it is unknown or has ended. */
  readonly revokeTask: (transcriptionId: string) => boolean;
  /** Closes every connection and stops all work; files stay where they are. */
  readonly close: () => Promise<void>;
}

/** Starts both hosts. Rejects where a port is taken or the directory cannot be made. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const directory = path.resolve(options.directory);
  const clock = options.clock ?? { now: () => Date.now() };
  const credentials = options.credentials ?? randomCredentials();
  const lifetimes = { ...DEFAULT_LIFETIMES, ...options.lifetimes };
  const temporary = path.join(directory, 'temporary');
  for (const folder of [temporary, path.join(directory, 'parts'), path.join(directory, 'files')])
    await mkdir(folder, { recursive: true });

  const log = createRequestLog(clock);
  const faults = createFaultList(options.faults);
  const signer = createSigner(clock);
  const tokens = createTokens(clock, lifetimes);
  const uploads = createUploads(directory, options.chunkSize ?? defaultChunkSize);
  const tasks = createTasks({
    clock,
    recognizer: options.recognizer,
    directory: temporary,
    queueLength: options.queueLength ?? 100,
    fetchLimits: {
      seconds: options.fetchSeconds ?? 120,
      bytes: options.fetchBytes ?? 4 * 1024 ** 3,
    },
  });

  const shared = { address: options.host ?? '127.0.0.1', log };
  const storage = await startHost({
    ...shared,
    name: 'storage',
    port: options.storagePort ?? 0,
    refuse: xmlRefusal,
    forbiddenHeader: isCredentialHeader,
  });
  const service = await startHost({
    ...shared,
    name: 'service',
    port: options.servicePort ?? 0,
    refuse: jsonRefusal,
  }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });

  const context = { clock, tokens, uploads, tasks };
  storage.serve(withFaults(storageRoutes({ uploads, signer }), faults, context));
  service.serve([
    ...withFaults(
      serviceRoutes({
        directory,
        storageUrl: storage.url,
        credentials,
        lifetimes,
        tokens,
        uploads,
        signer,
        tasks,
      }),
      faults,
      context,
    ),
    ...inspectionRoutes({ log, faults }),
  ]);

  return {
    serviceUrl: service.url,
    storageUrl: storage.url,
    credentials,
    log: log.entries,
    faults,
    uploadedFile: (fileId) => uploads.merged(fileId)?.file,
    taskIds: tasks.ids,
    taskHistory: tasks.history,
    revokeTask: tasks.revoke,
    close: async () => {
      await tasks.close();
      await Promise.all([service.close(), storage.close()]);
    },
  };
};
