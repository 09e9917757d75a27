/** The views before the reader, rendered from made-up states, for tests of their layout. */
import { adoptStyles, html, render } from 'lit';
import { renderWorking } from '../../src/element/views/working.js';
import { renderState } from '../../src/element/views/render-state.js';
import type { Actions, StateView } from '../../src/element/views/view-parts.js';
import { styles } from '../../src/element/views/styles.js';
import { working } from '../../src/element/views/working.styles.js';
import {
  describeProgress,
  TranscribeError,
  type Job,
  type SessionState,
} from '../../src/engine.js';
import { newJob } from '../../src/engine/session/job.js';
import { element as english } from '../../src/strings/en.js';
import { intake } from '../../src/strings/en-intake.js';
import { formatsOf } from '../../src/strings/number-formats.js';

const MB = 1_000_000;
const noAction = (): void => undefined;
const actions: Actions = {
  choose: noAction,
  select: noAction,
  start: noAction,
  pause: noAction,
  resume: noAction,
  cancel: noAction,
  retry: noAction,
  reset: noAction,
  accept: noAction,
  decline: noAction,
};

/** A job of six parts, of which this many are stored. */
export const jobOf = (name: string, stored = 0): Job => ({
  ...newJob({ kind: 'file', file: new File([], name) }, {}),
  file: { name, size: 60 * MB, fileType: 'wav', durationSeconds: 600, lastModifiedMs: null },
  plan: {
    FileId: 'f',
    UploadId: 'u',
    ChunkSize: 10 * MB,
    Parts: [1, 2, 3, 4, 5, 6].map((PartNumber) => ({
      PartNumber,
      PresignedUrl: 'https://a.test/',
    })),
  },
  etags: new Map(Array.from({ length: stored }, (_, index) => [index + 1, 'etag'])),
});

export const sending = (
  job: Job,
  more: Partial<Extract<SessionState, { name: 'uploading' }>> = {},
): SessionState => ({
  name: 'uploading',
  job,
  step: 'sending',
  progress: { sentBytes: 60 * MB, totalBytes: 60 * MB, bytesPerSecond: 2 * MB, late: false },
  retrying: new Map(),
  trouble: null,
  ...more,
});

type Shown = SessionState | readonly [SessionState, Partial<StateView>];

const offer = (title: string, more: Partial<NonNullable<StateView['offer']>['job']> = {}) =>
  ({
    job: {
      id: 'x',
      kind: 'interrupted',
      needs: 'recording',
      title,
      savedAtMs: 0,
      size: 60 * MB,
      uploadedFraction: 0.5,
      ...more,
    },
    file: null,
    problem: null,
  }) as unknown as NonNullable<StateView['offer']>;

/** By name: the state for a recording with this title. */
export const VIEWS: Readonly<Record<string, (title: string) => Shown>> = {
  idle: () => ({ name: 'idle' }),
  dragging: () => [{ name: 'idle' }, { dragging: true }],
  offer: (title) => [{ name: 'idle' }, { offer: offer(title) }],
  'offer from another tab': (title) => [
    { name: 'idle' },
    { offer: offer(title, { kind: 'in-other-tab' }) },
  ],
  'offer with a problem': (title) => [
    { name: 'idle' },
    { offer: { ...offer(title), problem: 'another-recording' } },
  ],
  selected: (title) => ({
    name: 'preparing',
    job: jobOf(title),
    step: 'waiting-for-start',
    trouble: null,
  }),
  checking: (title) => ({ name: 'preparing', job: jobOf(title), step: 'checking', trouble: null }),
  uploading: (title) => sending(jobOf(title, 3)),
  'parts fail': (title) => sending(jobOf(title, 5), { retrying: new Map([[6, 3]]) }),
  offline: (title) => sending(jobOf(title, 3), { trouble: 'offline' }),
  late: (title) => [sending(jobOf(title, 3)), { notPersisted: true }],
  completing: (title) => sending(jobOf(title, 6), { step: 'completing' }),
  paused: (title) => ({
    name: 'paused',
    job: jobOf(title, 3),
    progress: { sentBytes: 30 * MB, totalBytes: 60 * MB, bytesPerSecond: null, late: false },
  }),
  submitting: (title) => ({ name: 'submitting', job: jobOf(title, 6), trouble: null }),
  transcribing: (title) => ({
    name: 'transcribing',
    job: jobOf(title, 6),
    status: 'PROGRESS',
    trouble: null,
  }),
  failed: (title) => ({
    name: 'failed',
    job: jobOf(title),
    error: new TranscribeError('network', 'The service cannot be reached. Try again.'),
    progress: null,
  }),
  'failed with the name': (title) => ({
    name: 'failed',
    job: jobOf(title),
    error: new TranscribeError('file-changed', `“${title}” has changed. Choose it again.`),
    progress: null,
  }),
};

export interface ShowOptions {
  readonly title?: string;
  /** In CSS pixels. Default: 390. */
  readonly width?: number;
  readonly dir?: 'ltr' | 'rtl';
  readonly compact?: boolean;
}

const formats = formatsOf('en');
const strings = { ...english(formats), ...intake(formats) };

/** What the view of a state is rendered from. */
export const viewOf = (
  state: SessionState,
  more: Partial<StateView> = {},
  takesOthers = true,
): StateView => {
  const job = 'job' in state ? state.job : null;
  return {
    strings,
    actions,
    formats,
    messageOf: ({ message }) => message,
    renderWorking,
    fileTypes: ['mp3', 'm4a', 'wav'],
    takesOthers,
    maxSize: 500 * MB,
    maxDuration: 7_200,
    disabled: false,
    dragging: false,
    takesFiles: true,
    microphone: null,
    offer: null,
    title: job?.source.kind === 'file' ? job.source.file.name : '',
    progress: describeProgress(state, null),
    canChoose: true,
    notPersisted: false,
    reader: () => html``,
    ...more,
  };
};

/** Renders the view of a state in a card of this width. */
export const showState = (shown: Shown, host: HTMLElement): HTMLElement => {
  const [state, more] = Array.isArray(shown)
    ? (shown as [SessionState, Partial<StateView>])
    : [shown as SessionState, {}];
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  if (root.adoptedStyleSheets.length === 0) adoptStyles(root, [...styles, working]);
  const view = viewOf(state, more, !host.hasAttribute('compact'));
  render(html`<section class="card">${renderState(state, view)}</section>`, root);
  const card = root.querySelector('section');
  if (card === null) throw new Error('There is no card.');
  return card;
};

/** Shows one of `VIEWS` in a new host. Returns its card. */
export const showView = (
  name: string,
  { title = 'talk.wav', width = 390, dir = 'ltr', compact = false }: ShowOptions = {},
): HTMLElement => {
  const host = document.createElement('div');
  host.dir = dir;
  host.toggleAttribute('compact', compact);
  host.style.inlineSize = `${width}px`;
  document.body.append(host);
  const shown = VIEWS[name];
  if (shown === undefined) throw new Error(`There is no view named ${name}.`);
  return showState(shown(title), host);
};

/** The innermost element of a view with this text. Throws if there is none. */
export const byText = (card: HTMLElement, text: string): HTMLElement => {
  const found = [...card.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.textContent.trim() === text,
  );
  const innermost = found.at(-1);
  if (innermost === undefined) throw new Error(`There is no “${text}”.`);
  return innermost;
};

/** The piece of a view that shows a name shortened, with the whole name as its tooltip. */
export const shortenedName = (card: HTMLElement): HTMLElement | null =>
  card.querySelector<HTMLElement>('[aria-hidden="true"][title]');

/** Removes everything that `showView` has shown. */
export const removeViews = (): void => {
  for (const host of [...document.body.children]) if (host.shadowRoot !== null) host.remove();
};
