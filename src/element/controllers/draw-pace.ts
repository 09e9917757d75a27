import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SessionEvent } from '../../engine/index.js';

/** Session events that occur many times a second. */
const MANY: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'sending',
  'part-started',
  'part-tried',
  'part-stored',
  'hash-point',
]);

/** Delay before rendering after such an event, in ms. Rendering each one would cost more than sending. */
const PACE_MS = 250;

/** Renders the host after session events: at once, or a few times a second for frequent ones. */
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

  follow(event: SessionEvent, isNewState: boolean): void {
    if (isNewState || !MANY.has(event.type)) this.host.requestUpdate();
    else this.#timer ??= setTimeout(() => this.host.requestUpdate(), PACE_MS);
  }
}
