import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Takes files that are dropped on or pasted into the host, while it accepts them. */
export class FileDropController implements ReactiveController {
  /** True while a file hovers over the host. */
  dragging = false;
  #depth = 0;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly accepts: () => boolean,
    private readonly take: (file: File) => void,
    /** Told within the drop event, when alone the browser says where the files came from. */
    private readonly onDrop: (transfer: DataTransfer) => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const [type, listener] of this.#listeners) this.host.addEventListener(type, listener);
  }

  hostDisconnected(): void {
    for (const [type, listener] of this.#listeners) this.host.removeEventListener(type, listener);
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
    // Even where it is not wanted now: the browser would leave the page to open the file.
    event.preventDefault();
    this.#hover(0);
    const { dataTransfer } = event as DragEvent;
    if (dataTransfer && this.accepts()) this.onDrop(dataTransfer);
    this.#takeFirst(dataTransfer?.files);
  };

  readonly #paste = (event: Event): void => {
    this.#takeFirst((event as ClipboardEvent).clipboardData?.files);
  };

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['dragenter', this.#enter],
    ['dragleave', this.#leave],
    ['dragover', this.#over],
    ['drop', this.#drop],
    ['paste', this.#paste],
  ];

  #offersFiles(event: Event): boolean {
    return (event as DragEvent).dataTransfer?.types.includes('Files') ?? false;
  }

  #takeFirst(files: FileList | undefined): void {
    const file = files?.[0];
    if (file && this.accepts()) this.take(file);
  }

  #hover(depth: number): void {
    this.#depth = depth;
    const dragging = depth > 0 && this.accepts();
    if (dragging === this.dragging) return;
    this.dragging = dragging;
    this.host.requestUpdate();
  }
}
