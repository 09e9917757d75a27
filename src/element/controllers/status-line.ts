/** What screen readers announce: the texts, and how long they stay. */
import type { TemplateResult } from 'lit';
import type { SessionState } from '../../engine/session/state.js';
import { SpokenLine } from '../../shown/spoken-line.js';
import type { ElementStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import { announceOffer } from '../views/idle.js';
import { failureHeading } from '../views/render-state.js';
import {
  interruptionHint,
  interruptionTitle,
  phaseOf,
  type StateView,
} from '../views/view-parts.js';

/** The status line, which screen readers read out whenever its text changes. */
export interface Announcement {
  readonly text: string;
  /** The text without the percentage. */
  readonly phase: string;
  /** The texts of the language it is in. Null before the first announcement. */
  readonly strings: ElementStrings | null;
  /** When the text changed, in ms since the epoch. */
  readonly atMs: number;
}

export const NO_ANNOUNCEMENT: Announcement = {
  text: '',
  phase: '',
  strings: null,
  atMs: 0,
};

/** A percentage is announced at the earliest this long after the last announcement, in ms. */
const QUIET_MS = 10_000;

type AnnouncedView = Pick<StateView, 'progress' | 'strings' | 'formats' | 'offer' | 'messageOf'>;

/** Steps that take a moment are not announced, so that a short file has three announcements. */
const announcedPhase = (
  state: SessionState,
  { progress, strings, offer, messageOf }: AnnouncedView,
): string => {
  if (progress.interruption !== null) {
    return `${interruptionTitle(progress.interruption, strings)}. ${interruptionHint(state, progress.interruption, strings)}`;
  }
  switch (state.name) {
    case 'idle':
      return offer === null ? '' : announceOffer(offer.job, strings);
    case 'preparing':
      if (state.job.uploadsAgain) return strings.uploadsAgain;
      return state.step === 'checking' || state.step === 'planning' ? '' : phaseOf(state, strings);
    case 'uploading':
      return strings.uploading;
    case 'paused':
      return strings.paused;
    case 'submitting':
    case 'transcribing':
      return strings.transcribing;
    case 'ready':
      return strings.ready;
    case 'failed':
      return `${failureHeading(state.error, strings)}. ${messageOf(state.error)}`;
  }
};

/** The last full quarter of the conversion or the upload; 0 if there is none to announce. */
const quarterOf = (state: SessionState, { progress }: AnnouncedView): number => {
  const isSending = state.name === 'uploading' && state.step === 'sending';
  const fraction =
    progress.phase === 'converting' ? progress.conversion?.fraction : progress.fraction;
  const isMeasured = isSending || progress.phase === 'converting';
  const quarter = isMeasured ? Math.floor((fraction ?? 0) * 4) / 4 : 0;
  return quarter < 1 ? quarter : 0;
};

/** What is announced now, after `before`. A new phase is announced at once, a percentage only in a long upload. */
export const nextAnnouncement = (
  before: Announcement,
  state: SessionState,
  view: AnnouncedView,
  nowMs: number,
): Announcement => {
  const { strings } = view;
  const phase = announcedPhase(state, view);
  // A change of the language is not news.
  const isTranslated =
    before.strings !== null &&
    before.strings !== strings &&
    announcedPhase(state, { ...view, strings: before.strings }) === before.phase;
  const last = isTranslated ? { ...before, phase, strings } : before;
  if (phase !== last.phase) return { text: phase, phase, strings, atMs: nowMs };
  const quarter = quarterOf(state, view);
  if (quarter === 0 || view.progress.interruption !== null) return last;
  const text = `${phase}, ${view.formats.percent(quarter)}`;
  return text === last.text || nowMs - last.atMs < QUIET_MS
    ? last
    : { text, phase, strings, atMs: nowMs };
};

/** The text that screen readers announce, and a sentence that is also shown. */
export class StatusLineController extends SpokenLine {
  /** A sentence below the view; empty for none. */
  notice = '';
  #announced = NO_ANNOUNCEMENT;

  override render(): TemplateResult {
    const { notice } = this;
    return html`
      ${notice && html`<p class="hint refused" part="error-message"><bdi>${notice}</bdi></p>`}
      ${super.render()}
    `;
  }

  /** Shows a sentence below the view, and announces it. */
  notify(sentence: string): void {
    this.notice = sentence;
    this.say(sentence);
  }

  /** Announces the state of the session if there is news. */
  announce(state: SessionState, view: AnnouncedView, nowMs: number): void {
    const before = this.#announced.text;
    this.#announced = nextAnnouncement(this.#announced, state, view, nowMs);
    if (this.#announced.text !== before) this.say(this.#announced.text, before);
  }
}
