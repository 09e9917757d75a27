/** Where recordings come from: files, the microphone, and the list that several of them go to. */
import type {
  PropertyValues,
  ReactiveController,
  ReactiveControllerHost,
  TemplateResult,
} from 'lit';
import { rememberDropped } from '../browser/browser-ports.js';
import { browserKeeping, openStores, pageSession } from '../browser/stored.js';
import { isWorking } from '../engine/session/state.js';
import type { Microphone } from '../intake/microphone/microphone.js';
import { sessionError } from '../protocol/errors.js';
import { FILE_TYPES } from '../protocol/types.js';
import { ANY_RECORDING, renderFileInput } from '../ui/file-input.js';
import { onDemand } from '../ui/on-demand.js';
import type { Controls, ElementParts, JobController } from './job-controller.js';
import type { QueueController } from './queue/queue-controller.js';
import type { ElementSettings } from './settings.js';
import { loadWork } from './work-loader.js';

const loadQueue = onDemand('QueueController', () => import('./queue/queue-controller.js'));

const loadMicrophone = onDemand('Microphone', () => import('../intake/microphone/microphone.js'));

/** True if a paste into the target inserts text. */
const isEditable = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Takes files that are dropped on the host, or pasted into the host or the page, while it accepts them. Ignores a paste
 * into a text field, and one that another listener has handled.
 */
class FileDropController implements ReactiveController {
  /** True while a file is dragged over the host. */
  dragging = false;
  #depth = 0;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly accepts: () => boolean,
    private readonly take: (files: readonly File[], transfer: DataTransfer) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const [type, listener] of this.#listeners) this.host.addEventListener(type, listener);
    this.host.ownerDocument.addEventListener('paste', this.#paste);
  }

  hostDisconnected(): void {
    for (const [type, listener] of this.#listeners) this.host.removeEventListener(type, listener);
    this.host.ownerDocument.removeEventListener('paste', this.#paste);
    this.#hover(0);
  }

  readonly #enter = (event: Event): void => {
    if (this.#offersFiles(event)) this.#hover(this.#depth + 1);
  };

  readonly #leave = (event: Event): void => {
    if (this.#offersFiles(event)) this.#hover(Math.max(0, this.#depth - 1));
  };

  readonly #over = (event: Event): void => {
    if (!this.#offersFiles(event)) return;
    event.preventDefault();
    const { dataTransfer } = event as DragEvent;
    if (dataTransfer) dataTransfer.dropEffect = this.accepts() ? 'copy' : 'none';
  };

  readonly #drop = (event: Event): void => {
    if (!this.#offersFiles(event)) return;
    // Always prevent the default, because the browser would leave the page to open the file.
    event.preventDefault();
    this.#hover(0);
    const { dataTransfer } = event as DragEvent;
    if (!dataTransfer?.files[0] || !this.accepts()) return;
    // Only this event gives access to file handles.
    rememberDropped(dataTransfer);
    this.take([...dataTransfer.files], dataTransfer);
  };

  readonly #paste = (event: ClipboardEvent): void => {
    const path = event.composedPath();
    const { clipboardData } = event;
    const file = clipboardData?.files[0];
    if (!file || event.defaultPrevented || isEditable(path[0])) return;
    if (!path.includes(this.host) && !this.#mayTakeFromPage(file)) return;
    if (!this.accepts()) return;
    // Prevents another element on the page from taking the file too.
    event.preventDefault();
    this.take([...clipboardData.files], clipboardData);
  };

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['dragenter', this.#enter],
    ['dragleave', this.#leave],
    ['dragover', this.#over],
    ['drop', this.#drop],
  ];

  #offersFiles(event: Event): boolean {
    return (event as DragEvent).dataTransfer?.types.includes('Files') ?? false;
  }

  /** Text copied from an Office program includes a picture, which is not meant for this element. */
  #mayTakeFromPage(file: File): boolean {
    return this.host.getClientRects().length > 0 && !file.type.startsWith('image/');
  }

  #hover(depth: number): void {
    this.#depth = depth;
    const dragging = depth > 0 && this.accepts();
    if (dragging === this.dragging) return;
    this.dragging = dragging;
    this.host.requestUpdate();
  }
}

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
  get view() {
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
    const [{ Microphone: Recorder }, { recordings }] = loaded;
    const { element } = this.#parts;
    this.microphone ??= new Recorder(element, {
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
