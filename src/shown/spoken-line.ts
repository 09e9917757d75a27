import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** In ms. Long enough for a screen reader that is still saying something else. */
const STAYS_MS = 7_000;

/** The text that screen readers announce. It is removed after a while, because they also read it as part of the page. */
export class SpokenLine implements ReactiveController {
  text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** Announces a text. An empty one only removes the last. */
  say(text: string): void {
    clearTimeout(this.#timer);
    // Screen readers repeat a text only if it differs.
    this.text = text !== '' && text === this.text ? `${text}\u00a0` : text;
    if (text !== '') this.#timer = setTimeout(() => this.say(''), STAYS_MS);
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.text = '';
  }
}
