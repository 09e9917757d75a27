import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Delay before a paced rendering, in ms. Rendering after each packet would cost more than sending it. */
const PACE_MS = 250;

/** Renders the host at once, or a few times a second for events that come many times a second. */
export class DrawPaceController implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  hostDisconnected(): void {
    this.hostUpdated();
  }

  draw(when: 'at-once' | 'paced'): void {
    if (when === 'at-once') this.host.requestUpdate();
    else this.#timer ??= setTimeout(() => this.host.requestUpdate(), PACE_MS);
  }
}
