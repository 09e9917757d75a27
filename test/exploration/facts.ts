/** What a history is judged by. */
import type { ElementLook, Memory, TabLook } from './look.js';
import type { Person, Step } from './plan.js';
import type { Recording } from './recordings.js';

/** What was seen in a tab after a step. */
export interface Seen {
  readonly look: TabLook;
  /** Who was signed in when the page was loaded, and when it got each token. */
  readonly people: ReadonlySet<Person>;
  /** The marks of recordings that were chosen since the page was loaded. */
  readonly chosen: ReadonlySet<string>;
  /** What the tab showed before the step. Null if the step could take the focus away. */
  readonly focusBefore: TabLook | null;
  /** The same, and null if the step could change a transcript. */
  readonly textBefore: TabLook | null;
  /** What axe has found. */
  readonly barriers: readonly string[];
  /** Uncaught errors and messages of the console since the last step. */
  readonly complaints: readonly string[];
}

export interface History {
  /** The steps that could be taken, with the names of the buttons that were pressed. */
  readonly steps: readonly Step[];
  readonly seen: readonly Seen[];
  readonly recordings: readonly Recording[];
  /** What each element showed after quiet hours. */
  readonly atRest: readonly ElementLook[];
  /** What was stored after everything was forgotten. */
  readonly leftOver: readonly string[];
  /** Of the tab whose elements were reset, and of a new tab. Null if none was reset. */
  readonly memory: { readonly afterReset: Memory; readonly atStart: Memory } | null;
}
