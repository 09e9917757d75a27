/** A row of the fault matrix: the faults, the outcome, and how many bytes are sent twice. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe, StateName } from '../../src/index.js';
import { ANSWER_TIMEOUT_MS } from '../../src/engine/calls/call.js';
import type { TranscribeErrorCode } from '../../src/protocol/errors.js';
import type { MalformedResult } from '../../demo/sandbox/faults/malformed.js';
import type { Fault, LogEntry } from '../../demo/sandbox/index.js';
import { until } from './element.js';
import {
  openBackend,
  untilStruck,
  type BackendOptions,
  type PrivateBackend,
} from './private-backend.js';
import { recordingBytes, recordingFile } from './recording.js';
import { openTab, type Tab, type TabOptions } from './tab.js';

/** Part size in every row, in bytes. */
export const PART = 64 * 1024;

export interface World {
  readonly backend: PrivateBackend;
  readonly tab: Tab;
  /** The content of the recording, and the file that a user would pick. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: File;
  /** The id of the uploaded file, once `transcribe-uploaded` has fired. */
  readonly fileId: () => string;
}

export interface Row {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly backend?: Omit<BackendOptions, 'faults'>;
  readonly tab?: TabOptions;
  /** True for an element that stores its work. Default: false. */
  readonly stores?: true;
  /** Size of the recording in bytes. Default: five parts, the last of which is short. */
  readonly size?: number;
  /** The state that a successful row ends in. Default: `transcribing`, once the submission is answered. */
  readonly endsAs?: 'transcribing' | 'ready';
  /** The error code of a failing row. Without it, the service must have the right bytes and one task. */
  readonly fails?: TranscribeErrorCode;
  /** Maximum number of parts sent twice. Default: 0. */
  readonly sentTwice?: number;
  /** Runs before the file is picked. */
  readonly before?: (world: World) => unknown;
  /** Runs during the upload. */
  readonly during?: (world: World) => unknown;
  /** Further expectations. */
  readonly after?: (world: World, log: readonly LogEntry[]) => unknown;
}

export const openWorld = async (row: Row): Promise<World> => {
  const backend = await openBackend({ ...row.backend, faults: row.faults ?? [] });
  const tab = await openTab(backend.settings, {
    shortWaits: true,
    ...row.tab,
    attributes: { ...(row.stores ? {} : { 'no-storage': '' }), ...row.tab?.attributes },
  });
  const bytes = recordingBytes(row.size ?? 4 * PART + 10_000);
  let fileId = '';
  tab.element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
  return { backend, tab, bytes, file: recordingFile(bytes), fileId: () => fileId };
};

/** Requests that contain a part. */
export const partsOf = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ kind, method }) => kind === 'part' && method === 'PUT');

/** Bytes of parts that reached the storage host, in excess of the file's size. */
export const bytesSentTwice = (log: readonly LogEntry[], size: number): number =>
  partsOf(log).reduce((sum, { bytesReceived }) => sum + bytesReceived, -size);

/** Bytes of the parts in flight when the page closed, which received no response. */
export const bytesInFlight = (log: readonly LogEntry[]): number =>
  partsOf(log).reduce(
    (sum, { status, bytesReceived }) => sum + (status === 0 ? bytesReceived : 0),
    0,
  );

/** The expectations for every successful upload. */
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
  // Not `instanceof Error`, because it comes from another window.
  const { message = '', cause } = element.error ?? {};
  return `${message} ${(cause as Error | undefined)?.message ?? ''}`;
};

/** Requests to a route, without preflights. */
export const requestsTo = (log: readonly LogEntry[], kind: string): number =>
  log.filter((entry) => entry.kind === kind && entry.method !== 'OPTIONS').length;

/** A row with one fault, after which the request is repeated and succeeds. */
export const repeated = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title: `${title}: is requested again`,
  faults: [fault],
  after: (_, log) => expect(requestsTo(log, fault.at)).to.be.greaterThan(1),
  ...more,
});

/** Waits until a request gets no response, and lets the time pass after which the tab gives it up. */
export const passUnanswered = async ({ backend, tab }: World): Promise<void> => {
  await untilStruck(backend);
  await tab.advance(ANSWER_TIMEOUT_MS);
};

/** A row whose result is malformed. Its second segment is valid in every form, and must be shown. */
export const malformedResult = (form: MalformedResult, after?: Row['after']): Row => ({
  title: `${form}: the valid segments are shown`,
  faults: [{ name: 'malformed-result', at: 'query', form }],
  endsAs: 'ready',
  after: async (world, log) => {
    const { element } = world.tab;
    await element.updateComplete;
    expect(element.shadowRoot?.textContent).to.contain('The sandbox was told to.');
    await after?.(world, log);
  },
});

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
