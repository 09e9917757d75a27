/** Where recordings come from: files, the microphone, and the list that several of them go to. */
import type { PropertyValues, ReactiveController, TemplateResult } from 'lit';
import { rememberDropped } from '../browser/browser-ports.js';
import { browserKeeping, openStores, pageSession } from '../browser/page-storage.js';
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

const offersFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** The element, as far as its microphone needs it. */
type IntakeParts = ElementParts & {
  readonly element: ElementParts['element'] & { selectFile(file: File): void };
};

/**
 * Takes files that are chosen, dropped on the element, or pasted into the element or the page. Ignores a paste into a text
 * field, and one that another listener has handled.
 */
export class IntakeController implements ReactiveController {
  /** Null until it is loaded. */
  microphone: Microphone | null = null;
  /** Null until it is loaded. */
  #queue: QueueController | null = null;
  /** How many elements inside a dragged file is over. */
  #depth = 0;
  #isDragging = false;
  #disconnected = new AbortController();

  constructor(
    private readonly parts: IntakeParts,
    private readonly job: JobController,
  ) {
    parts.element.addController(this);
  }

  hostConnected(): void {
    const { element } = this.parts;
    this.#disconnected = new AbortController();
    const { signal } = this.#disconnected;
    const listen = (
      type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
      listener: (event: DragEvent) => void,
    ): void => {
      element.addEventListener(type, (event) => offersFiles(event) && listener(event), { signal });
    };
    listen('dragenter', () => this.#hover(this.#depth + 1));
    listen('dragleave', () => this.#hover(Math.max(0, this.#depth - 1)));
    listen('dragover', (event) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = this.#takesDrop ? 'copy' : 'none';
    });
    listen('drop', (event) => this.#drop(event));
    element.ownerDocument.addEventListener('paste', (event) => this.#paste(event), { signal });
  }

  hostDisconnected(): void {
    this.#disconnected.abort();
    this.#hover(0);
  }

  /** The list of `multiple`. A page that sets what is shown has none. */
  get list(): QueueController | null {
    const { multiple, transcriptionId, fileUrl } = this.parts.element;
    return multiple && !transcriptionId && !fileUrl ? this.#queue : null;
  }

  /** What the page controls. */
  get controls(): Controls {
    return this.list ?? this.job;
  }

  /** True while leaving the page would lose data. */
  get isAtRisk(): boolean {
    return this.controls.atRisk() || (this.microphone?.isAtRisk ?? false);
  }

  /** What the views show of it. */
  get view() {
    const { noConvert, compact, maxSize, maxDuration } = this.parts.element;
    return {
      fileTypes: FILE_TYPES,
      // The compact drop zone has one row.
      takesOthers: !noConvert && !compact,
      maxSize,
      maxDuration,
      disabled: this.parts.form.isDisabled,
      dragging: this.#isDragging,
      takesFiles: this.#takes('file'),
      microphone: this.#takes('microphone') ? this.microphone : null,
    };
  }

  renderFileInput(): TemplateResult {
    const { multiple, noConvert } = this.parts.element;
    return renderFileInput(
      (files) => this.take(files),
      () => this.job.source.stopPicking(),
      multiple,
      noConvert ? undefined : ANY_RECORDING,
    );
  }

  settingsChanged(changed: PropertyValues<ElementSettings>): void {
    if (changed.has('sources')) void this.#setMicrophone();
    // What the page shows replaces a transcript of the list.
    if (this.list === null) this.#queue?.close();
    if (changed.has('multiple')) this.#setList().catch(() => undefined);
  }

  #takes(source: 'file' | 'microphone'): boolean {
    // A removed attribute is null.
    return ((this.parts.element.sources as string | null) ?? 'file').includes(source);
  }

  #hover(depth: number): void {
    this.#depth = depth;
    const isDragging = depth > 0 && this.#takesDrop;
    if (isDragging === this.#isDragging) return;
    this.#isDragging = isDragging;
    this.parts.element.requestUpdate();
  }

  #drop(event: DragEvent): void {
    // Always prevent the default, because the browser would leave the page to open the file.
    event.preventDefault();
    this.#hover(0);
    const { dataTransfer } = event;
    if (!dataTransfer?.files[0] || !this.#takesDrop) return;
    // Only this event gives access to file handles.
    rememberDropped(dataTransfer);
    this.#takeFrom(dataTransfer);
  }

  #paste(event: ClipboardEvent): void {
    const { element } = this.parts;
    const path = event.composedPath();
    const { clipboardData } = event;
    const file = clipboardData?.files[0];
    if (!file || event.defaultPrevented || isEditable(path[0])) return;
    // Text copied from an Office program includes a picture, which is not meant for this element.
    const isForPage = element.getClientRects().length > 0 && !file.type.startsWith('image/');
    if (!(path.includes(element) || isForPage) || !this.#takesDrop) return;
    // Prevents another element on the page from taking the file too.
    event.preventDefault();
    this.#takeFrom(clipboardData);
  }

  #takeFrom(transfer: DataTransfer): void {
    const files = [...transfer.files];
    if (this.list) this.list.drop(files, transfer);
    else this.take(files);
  }

  /** Takes files that were chosen, dropped or pasted. */
  take(files: readonly File[]): void {
    const { element, language, status } = this.parts;
    const failed = (): void => status.notify(language.messageOf(sessionError('network')));
    const [file] = files;
    if (element.multiple) this.#setList().then(() => this.list?.take(files), failed);
    else if (file) {
      void this.job.source.take(file);
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
    const { element } = this.parts;
    this.microphone ??= new Recorder(element, {
      ...this.parts,
      keeping: browserKeeping,
      recordings,
      page: pageSession,
      session: this.job.session,
      loadWork,
    });
    element.requestUpdate();
  }

  /** Loads the list of `multiple`, or ends it. Rejects if the download fails. */
  async #setList(): Promise<void> {
    const { element, status } = this.parts;
    if (!element.multiple) {
      this.#queue?.dispose();
      this.#queue = null;
      return;
    }
    const { QueueController: List } = await loadQueue();
    status.notice = '';
    if (element.multiple) this.#queue ??= new List(this.parts);
  }

  /** A drop does not replace work. A list always takes more. */
  get #takesDrop(): boolean {
    const state = this.job.session.getState();
    return (
      this.#takes('file') &&
      !this.microphone?.isBusy &&
      !this.parts.form.isDisabled &&
      (this.list !== null || (!isWorking(state) && state.name !== 'paused'))
    );
  }
}
