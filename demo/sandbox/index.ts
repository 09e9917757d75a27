/** The whole service of the specification on one machine: two HTTP servers, so two origins. */
import type { Faults } from './faults/fault-list.js';
import { withFaults } from './faults/apply-fault.js';
import { startHosts } from './hosts.js';
import { inspectionRoutes } from './inspection-routes.js';
import { createSigner } from '../service/secrets.js';
import { openService } from '../service/service.js';
import { DEFAULT_LIFETIMES } from '../service/settings.js';
import { storageRoutes } from '../service/storage-routes.js';
import { defaultChunkSize, type SandboxOptions } from './options.js';
import { createRequestLog } from './request-log.js';
import { withLengths, withRules } from './rules.js';
import { createSecrets } from './secrets.js';
import { createSessions, withLinks } from './sessions/sessions.js';
import { createResolveSession } from './sessions/resolve-session.js';
import { openFolders, type Folders } from './state/folders.js';
import { createDiskStore } from './storage/disk-store.js';
import { createSweeper, everySoOften } from './sweep.js';
import { SYSTEM_TIMER } from './timer.js';
import { createTaskWork } from './task-work.js';

export type { Fault, FaultName, FaultPlace } from './faults/catalogue.js';
export { FAULTS } from './faults/catalogue.js';
export type { FaultRecord, Faults } from './faults/fault-list.js';
export type { Clock, Credentials, Lifetimes } from '../service/settings.js';
export type { SandboxOptions, Scheduler } from './options.js';
export type { Timer } from './timer.js';
export { findRecognizer } from './recognition/find-recognizer.js';
export { noRecognizer } from './recognition/create-recognizer.js';
export * from './recognition/recognizer.js';
export type { FaultListed, TaskListed, WhatIsOn } from './inspection-routes.js';
export type { Conditions } from './sessions/conditions.js';
export { SESSION_HEADER } from './sessions/sessions.js';
export type { LogEntry } from './request-log.js';
export { FolderInUse } from './state/lock.js';
export type { Swept } from './sweep.js';
export type { StatusChange } from '../service/tasks.js';

/** Closes everything that was opened, latest first. */
type Closers = (() => Promise<void>)[];

const startIn = async (folders: Folders, options: SandboxOptions, opened: Closers) => {
  const clock = options.clock ?? { now: () => Date.now() };
  const timer = options.timer ?? SYSTEM_TIMER;
  const lifetimes = { ...DEFAULT_LIFETIMES, ...options.lifetimes };
  const { credentials, signingKey } = folders.identity;
  const secrets = createSecrets(signingKey);
  const log = createRequestLog(clock);
  const sessions = createSessions(clock, options.faults, timer);

  const store = await createDiskStore({
    ...{ directory: folders.directory, random: secrets.random },
    signer: createSigner(clock, secrets),
  });
  const defaultSize = options.chunkSize ?? defaultChunkSize;
  const { routes, tokens, uploads, tasks } = await openService({
    ...{ clock, lifetimes, credentials, secrets, store, records: folders },
    chunkSize: (filesize, session) =>
      sessions.conditionsOf(session).chunkSize ?? defaultSize(filesize),
    work: createTaskWork({
      recognizer: options.recognizer,
      directory: folders.temporary,
      fetchLimits: {
        seconds: options.fetchSeconds ?? 120,
        bytes: options.fetchBytes ?? 4 * 1024 ** 3,
      },
    }),
    queueLength: options.queueLength ?? 100,
    workers: options.workers ?? 100,
  });
  await store.restore(uploads);

  const faulty = { clock, timer, tokens, tasks, renameEtag: store.renameEtag };
  const hosts = await startHosts({
    ...{
      options,
      ports: folders.ports,
      log,
      resolveSession: createResolveSession({ tokens, uploads, tasks }),
    },
    service: [
      ...withLinks(withRules(withFaults(routes, sessions, faulty), clock), sessions, timer),
      ...inspectionRoutes({ log, sessions, tasks }),
    ],
    storage: withLinks(
      withFaults(withLengths(storageRoutes({ store, uploads })), sessions, faulty),
      sessions,
      timer,
    ),
    storageListensAt: store.listensAt,
  });
  // The last one opened is closed first.
  opened.push(async () => options.recognizer.close?.());
  opened.push(hosts.close, tasks.close);

  const every = options.every ?? everySoOften;
  const sweeper = createSweeper(
    {
      ...{ clock, lifetimes, store, uploads, tokens, tasks },
      sweepAfterSeconds: options.sweepAfterSeconds ?? 86_400,
    },
    every,
  );
  opened.push(sweeper.close);
  const abandonedSeconds = options.abandonedSeconds ?? 120;
  const stopLooking = every(
    () => tasks.stopAbandoned(abandonedSeconds),
    Math.min(10, abandonedSeconds / 2),
  );
  opened.push(() => Promise.resolve(stopLooking()));
  await sweeper.sweep();
  tasks.start();

  return {
    /** {base_url}, e.g. `http://127.0.0.1:8080`. */
    serviceUrl: hosts.service.url,
    /** {upload_url}, another origin: the sandbox's storage host. */
    storageUrl: store.url(),
    credentials,
    /** All requests in the order of their responses; also at `GET {serviceUrl}/__sandbox/log`. */
    log: log.entries,
    /** The faults that apply to all requests; also at `{serviceUrl}/__sandbox/faults`. */
    faults: sessions.everyone.faults as Faults,
    /** Path of the merged file on disk; undefined until its upload is complete. */
    uploadedFile: (fileId: string): string | undefined => {
      const upload = uploads.byFileId(fileId);
      return upload?.stage.kind === 'complete' ? store.fileOf(upload) : undefined;
    },
    /** Ids of the submitted tasks, in order. Each would cost the partner money. */
    taskIds: tasks.ids,
    /** All statuses of a task, with their times. */
    taskHistory: tasks.history,
    /** Ends a task as REVOKED; returns false if it is unknown or has ended. */
    revokeTask: tasks.revoke,
    /** Deletes expired data. Runs automatically every ten minutes. */
    sweep: sweeper.sweep,
  };
};

/** Starts both hosts. Rejects if a port is taken, or if the directory is in use or cannot be created. */
export const startSandbox = async (options: SandboxOptions) => {
  const folders = await openFolders(options);
  const opened: Closers = [folders.release];
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    for (const end of opened.reverse()) await end();
  };
  try {
    const sandbox = await startIn(folders, options, opened);
    return {
      ...sandbox,
      /** Closes all connections and stops all work. The next sandbox in this directory continues it. */
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
