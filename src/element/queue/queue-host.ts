import type { LitElement } from 'lit';
import type { OwnScope, RunJob, Session, SessionEvent, SessionState } from '../../engine/index.js';
import type { Ports } from '../../engine/ports.js';
import type { Connections } from '../connections.js';
import type { LanguageController } from '../controllers/language.js';
import type { DrawPaceController, LateStylesController } from '../controllers/rendering.js';
import type { ResumeOfferController } from '../controllers/resume-offer.js';
import type { StatusLineController } from '../controllers/status-line.js';
import type { TranscriptController } from '../controllers/transcript.js';
import type { TranscribeEvent } from '../events.js';
import type { FormPart } from '../form.js';
import type { ElementSettings } from '../settings.js';

export type ReadyState = Extract<SessionState, { name: 'ready' }>;

/** What the list uses of the element. */
export interface QueueHost {
  readonly element: LitElement & ElementSettings;
  readonly ports: Ports;
  readonly connections: Connections;
  readonly scope: OwnScope;
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly pace: DrawPaceController;
  readonly status: StatusLineController;
  readonly transcript: TranscriptController;
  readonly form: FormPart;
  /** Opens the file dialog. */
  readonly offers: Pick<ResumeOfferController, 'pick'>;
  readonly loadRun: (session: Session) => Promise<RunJob>;
  /** Shows the transcript of an item. */
  readonly show: (state: ReadyState, item: TranscribeEvent['item']) => void;
  /** Adds an event to the diagnostics. */
  readonly record: (event: SessionEvent) => void;
  readonly onUnavailable: () => void;
}
