import type { LitElement } from 'lit';
import type {
  OwnScope,
  RunJob,
  SessionEvent,
  SessionState,
  StateName,
} from '../../engine/index.js';
import type { Ports } from '../../engine/ports.js';
import type { Connections } from '../connections.js';
import type { DrawPaceController } from '../controllers/draw-pace.js';
import type { LanguageController } from '../controllers/language.js';
import type { TranscribeEvent } from '../events.js';
import type { ElementSettings } from '../settings.js';
import type { queueStyles } from './queue.styles.js';

export type ReadyState = Extract<SessionState, { name: 'ready' }>;

/** What the list uses of the element. */
export interface QueueHost {
  readonly element: LitElement & ElementSettings;
  readonly ports: Ports;
  readonly connections: Connections;
  readonly scope: OwnScope;
  readonly language: LanguageController;
  readonly pace: DrawPaceController;
  readonly loadRun: () => Promise<RunJob>;
  readonly openFileDialog: () => void;
  /** Announces a sentence politely to screen readers. */
  readonly say: (sentence: string) => void;
  readonly addStyles: (styles: readonly [typeof queueStyles]) => void;
  readonly loadReader: () => void;
  /** Shows the transcript of an item; null shows none. */
  readonly show: (state: ReadyState | null, item: TranscribeEvent['item']) => void;
  /** Passes on the state and the form value: the ids, and whether more are to come. */
  readonly sync: (state: StateName, ids: readonly string[], isPending: boolean) => void;
  readonly keepAwake: (isAwake: boolean) => void;
  /** Adds an event to the diagnostics. */
  readonly record: (event: SessionEvent) => void;
  readonly onUnavailable: () => void;
}
