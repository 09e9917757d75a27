/** Where recordings come from: files, the microphone, and the list that several of them go to. */
import type { PropertyValues, ReactiveController, TemplateResult } from 'lit';
import { rememberDropped } from '../browser/browser-ports.js';
import { browserKeeping, openStores } from '../browser/page-storage.js';
import { pageSession } from '../browser/tab-session.js';
import type { StateName, TranscribeProgress } from '../engine/session/state.js';
import { isWorking } from '../engine/session/state.js';
import type { Microphone } from '../microphone/microphone.js';
import { sessionError } from '../protocol/errors.js';
import { FILE_TYPES } from '../protocol/types.js';
import { ACCEPTED_FILES, ANY_RECORDING } from '../transcript/file-endings.js';
import { isCovered } from '../ui/edge.js';
import { openFileDialog, renderFileInput } from '../ui/file-input.js';
import { onDemand } from '../ui/on-demand.js';
import type { QueueController } from './queue/queue-controller.js';
import type { ElementParts, RecordingsController } from './recordings-controller.js';
import { changesConnection, type ElementSettings } from './settings.js';
import { loadWork } from './work-loader.js';

const loadQueue = onDemand('QueueController', () => import('./queue/queue-controller.js'));

const loadMicrophone = onDemand('Microphone', () => import('../microphone/microphone.js'));

/** True if a paste into the target inserts text. */
const isEditable = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

const LINK = 'text/uri-list';

/** Pastes into an element, also into one that takes no file at the moment. No other element takes them. */
const pastesInside = new WeakSet<Event>();

/** The element, as far as its microphone needs it. */
type IntakeParts = ElementParts & {
  readonly element: ElementParts['element'] & { selectFile(file: File): void };
};

/**
 * Takes files that are chosen, dropped on the element, or pasted into the element or the page. Ignores a paste into a text
 * field or into another element, one that another listener has handled, and all while something modal covers the element.
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
  /** The stored job or the item that the file dialog is open for. Null for none. */
  #pickingFor: string | null = null;

  constructor(
    private readonly parts: IntakeParts,
    private readonly recordings: RecordingsController,
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
      element.addEventListener(
        type,
        (event) => {
          const { types = [] } = event.dataTransfer ?? {};
          const hasFiles = types.includes('Files');
          // A link is only answered: without that, the browser would leave the page to open it.
          if (!hasFiles && !(types.includes(LINK) && /over$|^drop/.test(type))) return;
          // What the element takes is not dropped on the page. All four end here, so that a page that counts them counts right.
          if (hasFiles && this.#takesDrop) event.stopPropagation();
          listener(event);
        },
        { signal },
      );
    };
    listen('dragenter', () => this.#hover(this.#depth + 1));
    listen('dragleave', () => this.#hover(Math.max(0, this.#depth - 1)));
    listen('dragover', (event) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = this.#takesDrop ? 'copy' : 'none';
    });
    listen('drop', (event) => this.#drop(event));
    for (const target of [element, element.ownerDocument])
      target.addEventListener('paste', (event) => this.#paste(event as ClipboardEvent), { signal });
  }

  hostDisconnected(): void {
    this.#disconnected.abort();
    this.#hover(0);
  }

  /** The list of `multiple`. A page that sets what is shown has none. */
  get list(): QueueController | null {
    const { transcriptionId, fileUrl } = this.parts.element;
    return transcriptionId || fileUrl ? null : this.#queue;
  }

  get state(): StateName {
    return this.list?.state ?? this.recordings.state.name;
  }

  get progress(): TranscribeProgress {
    return (this.list ?? this.recordings).progress;
  }

  /** True while leaving the page would lose data. */
  get isAtRisk(): boolean {
    return (
      (this.parts.element.isConnected && this.recordings.queue.isAtRisk()) ||
      (this.microphone?.isAtRisk ?? false)
    );
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
      (files) => this.#picked(files),
      () => void (this.#pickingFor = null),
      multiple,
      noConvert ? ACCEPTED_FILES : ANY_RECORDING,
    );
  }

  settingsChanged(changed: PropertyValues<ElementSettings>): void {
    if (changed.has('sources')) void this.#setMicrophone();
    // A transcript that the page sets replaces one opened from the list.
    if (this.list === null) this.#queue?.close();
    else if (changesConnection(changed)) this.list.retryMisconfigured();
    if (changed.has('multiple')) this.#setList().catch(() => undefined);
  }

  /** Opens the file dialog, for an item of the list, for the offered job, or for none. */
  readonly pick = (pickingFor: string | null): void => {
    this.#pickingFor = pickingFor;
    openFileDialog(this.parts.element.renderRoot);
  };

  /** The user accepts the offered job. */
  accept(): void {
    const { offer, accept } = this.recordings.queue.front;
    if (offer === null || this.parts.form.isDisabled) return;
    if (offer.job.needs === 'recording') this.pick(offer.job.id);
    else void accept();
  }

  /** The user declines the offered job. */
  decline(): void {
    if (!this.parts.form.isDisabled) void this.recordings.queue.front.decline();
  }

  #picked(files: readonly File[]): void {
    const id = this.#pickingFor;
    const [file] = files;
    this.#pickingFor = null;
    if (id !== null && file !== undefined && files.length === 1) {
      const { front } = this.recordings.queue;
      if (front.offer?.job.id === id) void front.accept(file);
      else if (this.list !== null) this.list.provide(id, file);
      else this.take(files);
    } else this.take(files);
  }

  #takes(source: 'file' | 'microphone'): boolean {
    return this.parts.element.sources.includes(source);
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
    if (!dataTransfer || !this.#takesDrop) return;
    // Only this event gives access to file handles.
    rememberDropped(dataTransfer);
    this.#takeFrom(dataTransfer);
  }

  #paste(event: ClipboardEvent): void {
    const { element } = this.parts;
    const { clipboardData } = event;
    const file = clipboardData?.files[0];
    if (!file || event.defaultPrevented || pastesInside.has(event)) return;
    const isInside = event.currentTarget === element;
    if (isInside) pastesInside.add(event);
    if (isEditable(event.composedPath()[0])) return;
    // Text copied from an Office program includes a picture, which is not meant for this element.
    const isForPage = element.getClientRects().length > 0 && !file.type.startsWith('image/');
    if (!(isInside || isForPage) || !this.#takesDrop || isCovered(element)) return;
    // Nothing else on the page takes the file too.
    event.preventDefault();
    if (isInside) event.stopPropagation();
    this.#takeFrom(clipboardData);
  }

  /** Takes files that were dropped or pasted. */
  #takeFrom({ files: list, items, types }: DataTransfer): void {
    const { element, status } = this.parts;
    const files = [...list];
    // Folders are not available after this event.
    const folders = [...items].flatMap((item) => {
      const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
      return entry?.isDirectory ? entry : [];
    });
    if (files.length > 0 && folders.length === 0 && (element.multiple || files.length === 1))
      this.take(files);
    else
      loadQueue()
        .then(({ openDrop }) => openDrop(this.parts, files, folders, types.includes(LINK)))
        .then((found) => {
          this.take(found.files, found.skipped);
          if (found.sentence !== '') status.notify(found.sentence);
        }, this.#failed);
  }

  readonly #failed = (): void => {
    const { language, status } = this.parts;
    status.notify(language.messageOf(sessionError('network')));
  };

  /** Takes files, or one without `multiple`. `skipped`: the number of others in their folders. */
  take(files: readonly File[], skipped = 0): void {
    const [file] = files;
    this.parts.status.notice = '';
    if (file === undefined) return;
    if (this.parts.element.multiple)
      this.#setList().then(() => this.list?.add(files, skipped), this.#failed);
    else void this.recordings.queue.front.choose(file);
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
      shown: () => this.recordings.state,
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
    if (element.multiple) this.#queue ??= new List(this.parts, this.recordings, this.pick);
  }

  /** A drop does not replace work. A list always takes more. */
  get #takesDrop(): boolean {
    const { state } = this.recordings;
    return (
      this.#takes('file') &&
      !this.microphone?.isBusy &&
      !this.parts.form.isDisabled &&
      (this.list !== null || (!isWorking(state) && state.name !== 'paused'))
    );
  }
}
