/** “Record yourself” in the static demo, which has no backend. */
import { html, render } from 'lit';

export const showNeedsServer = (panel: HTMLElement, onPlug: () => void): void => {
  if (panel.querySelector('.needs-server') !== null) return;
  panel.replaceChildren();
  render(
    html`
      <p class="needs-server">
        This copy of the demo has no server, so it cannot record and transcribe. Run
        <code>npm start</code> in the repository for that. Here, “Your recording” recognises a file,
        and “Pull the plug” shows an upload in a simulation.
      </p>
      <button class="button" type="button" @click=${onPlug}>Open “Pull the plug”</button>
    `,
    panel,
  );
};
