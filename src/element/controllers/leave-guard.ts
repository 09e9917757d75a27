import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Makes the browser ask for confirmation before the page is left, while that would lose data. */
export class LeaveGuardController implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly atRisk: () => boolean,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    // A permanent listener would keep the page out of the back/forward cache.
    if (this.atRisk()) window.addEventListener('beforeunload', this.#ask);
    else this.#stop();
  }

  hostDisconnected(): void {
    this.#stop();
  }

  readonly #ask = (event: BeforeUnloadEvent): void => event.preventDefault();

  #stop(): void {
    window.removeEventListener('beforeunload', this.#ask);
  }
}
