/** What several parts of the element download when they need it. A failed download is tried again at the next call. */
import type { WakeLock } from '../browser/wake-lock.js';
import type { RunJob, Session } from '../engine/session/session.js';
import { onDemand } from '../ui/on-demand.js';
import type { LanguageController } from './controllers/language.js';
import type { LateStylesController } from './controllers/rendering.js';
import type { PrintedSettings } from './tell-developers.js';
import type { StateView } from './views/render-state.js';

/** What uploads and transcribes. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

/** The player and the transcript. */
export const loadReader = onDemand(
  'ReaderController',
  () => import('../reader/reader-controller.js'),
);

/** Loads what transcribes, with the view and the texts that show it. */
export class WorkLoader {
  /** Null until it is loaded. */
  renderWorking: StateView['renderWorking'] = null;
  #wakeLock: WakeLock | null = null;

  constructor(
    private readonly settings: PrintedSettings,
    private readonly styles: LateStylesController,
    private readonly language: LanguageController,
  ) {}

  /** Rejects if the download fails. Can be called again. */
  async load(session: Session): Promise<RunJob> {
    const work = await loadWork();
    work.keepFiles(session);
    work.tellErrors(session, this.settings);
    this.styles.add([work.workingStyles]);
    this.language.addIntake(work.intake, work.tellMistakes);
    this.renderWorking = work.renderWorking;
    this.#wakeLock ??= work.createWakeLock();
    return work.runJob;
  }

  /** Keeps the screen on, or no longer. */
  keepAwake(wanted: boolean): void {
    this.#wakeLock?.set(wanted);
  }
}
