/** A row of the fault matrix: what goes wrong, how it ends, and how many bytes were sent twice. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe, StateName } from '../../src/index.js';
import type { TranscribeErrorCode } from '../../src/protocol/index.js';
import type { Fault, LogEntry } from '../../demo/sandbox/index.js';
import { until } from './element.js';
import { openBackend, type BackendOptions, type PrivateBackend } from './private-backend.js';
import { recordingBytes, recordingFile } from './recording.js';
import { openTab, type Tab, type TabOptions } from './tab.js';

/** Bytes of a part in every row. */
export const PART = 64 * 1024;

export interface World {
  readonly backend: PrivateBackend;
  readonly tab: Tab;
  /** The recording, and the file a person would pick. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: File;
  /** The id of the file that is at the service, once `transcribe-uploaded` told it. */
  readonly fileId: () => string;
}

export interface Row {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly backend?: Omit<BackendOptions, 'faults'>;
  readonly tab?: TabOptions;
  /** Of the recording, in bytes. Default: five parts, the last of which is short. */
  readonly size?: number;
  /** The state it ends in where all goes well: `transcribing` as soon as the submission is answered (the default). */
  readonly endsAs?: 'transcribing' | 'ready';
  /** The code it fails with; without it, the right bytes must be at the service and one task be submitted. */
  readonly fails?: TranscribeErrorCode;
  /** Parts that may be sent twice, at most. Default 0. */
  readonly sentTwice?: number;
  /** Before the file is picked. */
  readonly before?: (world: World) => unknown;
  /** While it is on its way. */
  readonly during?: (world: World) => unknown;
  /** What else must be so. */
  readonly after?: (world: World, log: readonly LogEntry[]) => unknown;
}

export const openWorld = async (row: Row): Promise<World> => {
  const backend = await openBackend({ ...row.backend, faults: row.faults ?? [] });
  const tab = await openTab(backend.settings, {
    clockRate: 10,
    ...row.tab,
    attributes: { 'no-resume': '', ...row.tab?.attributes },
  });
  const bytes = recordingBytes(row.size ?? 4 * PART + 10_000);
  let fileId = '';
  tab.element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
  return { backend, tab, bytes, file: recordingFile(bytes), fileId: () => fileId };
};

/** Requests that carried a part. */
export const partsOf = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ kind, method }) => kind === 'part' && method === 'PUT');

/** Bytes of parts that reached the storage host, beyond those of the file. */
export const bytesSentTwice = (log: readonly LogEntry[], size: number): number =>
  partsOf(log).reduce((sum, { bytesReceived }) => sum + bytesReceived, -size);

/** Bytes of parts that were on their way when the page went: nobody was told of them. */
export const bytesInFlight = (log: readonly LogEntry[]): number =>
  partsOf(log).reduce(
    (sum, { status, bytesReceived }) => sum + (status === 0 ? bytesReceived : 0),
    0,
  );

/** What every upload that ends well comes to. */
export const expectRightBytes = async (
  backend: PrivateBackend,
  fileId: string,
  bytes: Uint8Array,
): Promise<void> => {
  const stored = await backend.file(fileId);
  expect(stored?.length, 'bytes at the service').to.equal(bytes.length);
  expect(
    stored?.findIndex((byte, index) => byte !== bytes[index]),
    'the first wrong byte',
  ).to.equal(-1);
};

const describeEnd = (element: AudioTranscribe): string => {
  // Not `instanceof Error`: it comes from another window.
  const { message = '', cause } = element.error ?? {};
  return `${message} ${(cause as Error | undefined)?.message ?? ''}`;
};

/** Requests to a route, without preflights. */
export const requestsTo = (log: readonly LogEntry[], kind: string): number =>
  log.filter((entry) => entry.kind === kind && entry.method !== 'OPTIONS').length;

export const runRow = async (row: Row): Promise<void> => {
  const world = await openWorld(row);
  const { backend, bytes, tab, file } = world;
  const { element } = tab;
  await row.before?.(world);
  element.selectFile(file);
  await row.during?.(world);
  const good: StateName = row.endsAs ?? 'transcribing';
  await until(element, good, 'failed', ...(good === 'ready' ? [] : (['ready'] as const)));
  const log = await backend.log();
  expect(element.error?.code, describeEnd(element)).to.equal(row.fails);
  if (row.fails === undefined) {
    await expectRightBytes(backend, world.fileId(), bytes);
    expect(await backend.tasks(), 'submissions').to.have.length(1);
  }
  for (const { fault, struck } of await backend.faults())
    expect(struck, `strikes of ${fault.name}`).to.be.greaterThan(0);
  expect(log.flatMap(({ violation }) => violation ?? [])).to.deep.equal([]);
  expect(bytesSentTwice(log, bytes.length), 'bytes sent twice').to.be.at.most(
    (row.sentTwice ?? 0) * PART,
  );
  await row.after?.(world, log);
};
