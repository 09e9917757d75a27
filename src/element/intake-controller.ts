/** Where recordings come from: files, the microphone, and the list that several of them go to. */
import type { PropertyValues, TemplateResult } from 'lit';
import { browserKeeping } from '../browser/browser-ports.js';
import { rememberDropped } from '../browser/file-handles.js';
import { openStores, pageSession } from '../browser/stored.js';
import { isWorking } from '../engine/session/state.js';
import type { Microphone } from '../intake/microphone/microphone.js';
import { sessionError } from '../protocol/errors.js';
import { FILE_TYPES } from '../protocol/types.js';
import { ANY_RECORDING, renderFileInput } from '../ui/file-input.js';
import { onDemand } from '../ui/on-demand.js';
import { FileDropController } from './controllers/file-drop.js';
import type { LanguageController } from './controllers/language.js';
import { loadWork } from './downloads.js';
import type { Controls, ElementParts, JobController } from './job-controller.js';
import type { QueueController } from './queue/queue-controller.js';
import type { ElementSettings } from './settings.js';
import type { IdleView } from './views/idle.js';

const loadQueue = onDemand('QueueController', () => import('./queue/queue-controller.js'));

const loadMicrophone = onDemand(
  'createMicrophone',
  () => import('../intake/microphone/microphone.js'),
);

/** The element, as far as its microphone needs it. */
type IntakeParts = ElementParts & {
  readonly element: ElementParts['element'] & { selectFile(file: File): void };
};

export class IntakeController {
  /** Null until it is loaded. */
  microphone: Microphone | null = null;
  readonly #parts: IntakeParts;
  readonly #job: JobController;
  readonly #drop: FileDropController;
  /** Null until it is loaded. */
  #queue: QueueController | null = null;

  constructor(parts: IntakeParts, job: JobController) {
    this.#parts = parts;
    this.#job = job;
    this.#drop = new FileDropController(
      parts.element,
      () => this.#takesDrop,
      (files, transfer) => {
        if (this.list) this.list.drop(files, transfer);
        else this.take(files);
      },
      rememberDropped,
    );
  }

  /** The list of `multiple`. A page that sets what is shown has none. */
  get list(): QueueController | null {
    const { multiple, transcriptionId, fileUrl } = this.#parts.element;
    return multiple && !transcriptionId && !fileUrl ? this.#queue : null;
  }

  /** What the page controls. */
  get controls(): Controls {
    return this.list ?? this.#job;
  }

  /** True while leaving the page would lose data. */
  get isAtRisk(): boolean {
    return this.controls.atRisk() || (this.microphone?.isAtRisk ?? false);
  }

  /** What the views show of it. */
  get view(): Omit<IdleView, keyof LanguageController['view'] | 'offer' | 'actions'> {
    const { noConvert, compact, maxSize, maxDuration } = this.#parts.element;
    return {
      fileTypes: FILE_TYPES,
      // The compact drop zone has one row.
      takesOthers: !noConvert && !compact,
      maxSize,
      maxDuration,
      disabled: this.#parts.form.isDisabled,
      dragging: this.#drop.dragging,
      takesFiles: this.#takes('file'),
      microphone: this.#takes('microphone') ? this.microphone : null,
    };
  }

  renderFileInput(): TemplateResult {
    const { multiple, noConvert } = this.#parts.element;
    return renderFileInput(
      (files) => this.take(files),
      () => this.#job.source.stopPicking(),
      multiple,
      noConvert ? undefined : ANY_RECORDING,
    );
  }

  settingsChanged(changed: PropertyValues<ElementSettings>): void {
    if (changed.has('sources')) void this.#setMicrophone();
    if (changed.has('multiple')) this.#setList().catch(() => undefined);
  }

  #takes(source: 'file' | 'microphone'): boolean {
    // A removed attribute is null.
    return ((this.#parts.element.sources as string | null) ?? 'file').includes(source);
  }

  /** Takes files that were chosen, dropped or pasted. */
  take(files: readonly File[]): void {
    const { element, language, status } = this.#parts;
    const failed = (): void => status.notify(language.messageOf(sessionError('network')));
    const [file] = files;
    if (element.multiple) this.#setList().then(() => this.list?.take(files), failed);
    else if (file) {
      void this.#job.source.take(file);
      // A sentence says that the others are not taken.
      if (files.length > 1)
        loadQueue().then(({ onlyOne }) => status.notify(onlyOne(language, file.name)), failed);
    }
  }

  /** Loads the microphone if `sources` names it. If that fails, it is tried again when the browser is back online. */
  async #setMicrophone(): Promise<void> {
    if (this.microphone !== null || !this.#takes('microphone')) return;
    const loaded = await Promise.all([loadMicrophone(), openStores()]).catch(() => null);
    if (loaded === null) {
      addEventListener('online', () => void this.#setMicrophone(), { once: true });
      return;
    }
    const [{ createMicrophone }, { recordings }] = loaded;
    const { element } = this.#parts;
    this.microphone ??= createMicrophone(element, {
      ...this.#parts,
      keeping: browserKeeping,
      recordings,
      page: pageSession,
      session: this.#job.session,
      loadWork,
    });
    element.requestUpdate();
  }

  /** Loads the list of `multiple`, or ends it. Rejects if the download fails. */
  async #setList(): Promise<void> {
    const { element, status } = this.#parts;
    if (!element.multiple) {
      this.#queue?.dispose();
      this.#queue = null;
      return;
    }
    const { QueueController: List } = await loadQueue();
    status.notice = '';
    if (element.multiple) this.#queue ??= new List(this.#parts);
  }

  /** A drop does not replace work. A list always takes more. */
  get #takesDrop(): boolean {
    const state = this.#job.session.getState();
    return (
      this.#takes('file') &&
      !this.microphone?.isBusy &&
      !this.#parts.form.isDisabled &&
      (this.list !== null || (!isWorking(state) && state.name !== 'paused'))
    );
  }
}
