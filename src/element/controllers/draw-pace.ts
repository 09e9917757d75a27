import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SessionEvent } from '../../engine/index.js';

/** Facts that come many times a second. */
const MANY: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'sending',
  'part-started',
  'part-tried',
  'part-stored',
  'hash-point',
]);

/** So long after such a fact the host is drawn, in ms: drawing each one would cost more than sending. */
const PACE_MS = 250;

/** Draws the host after each fact: at once, or at a pace that an eye can follow. */
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

  follow(fact: SessionEvent, isNewState: boolean): void {
    if (isNewState || !MANY.has(fact.type)) this.host.requestUpdate();
    else this.#timer ??= setTimeout(() => this.host.requestUpdate(), PACE_MS);
  }
}
