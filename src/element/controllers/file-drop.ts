import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** True if a paste into the target inserts text. */
const isEditable = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Takes files that are dropped on the host, or pasted into the host or the page, while it accepts them. Ignores a paste
 * into a text field, and one that another listener has handled.
 */
export class FileDropController implements ReactiveController {
  /** True while a file is dragged over the host. */
  dragging = false;
  #depth = 0;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly accepts: () => boolean,
    private readonly take: (files: readonly File[], transfer: DataTransfer) => void,
    /** Called inside the drop event, the only time when file handles are available. */
    private readonly onDrop: (transfer: DataTransfer) => void = () => undefined,
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
    this.onDrop(dataTransfer);
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
