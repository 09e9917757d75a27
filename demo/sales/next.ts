/** The end of the page: the three steps to an own page, where to read on, and what was measured in this visit. */
import { html, render, type TemplateResult } from 'lit';
import type { Measured } from '../simulation/visit.js';
import type { Choices } from './choices.js';
import { backendCode, INSTALL, snippetsOf } from './code.js';
import { copyBlock } from './copy-block.js';

const PACKAGE = 'https://www.npmjs.com/package/audio-transcribe';

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Bytes of the scripts that this page has loaded, as they came over the network. */
const scriptBytes = (): number =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => /\.[jt]s(?:\?|$)/.test(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

const figure = (value: string, meaning: string): TemplateResult => html`
  <div class="card">
    <dt>${meaning}</dt>
    <dd class="value">${value}</dd>
  </div>
`;

/** A development server sends each module apart, with its comments. */
const meaningOfScripts = (): string =>
  import.meta.hot === undefined
    ? 'of scripts loaded by this page so far'
    : 'of scripts, each by itself: “npm run preview” loads them as a visitor does';

const measuredHere = (measured: Measured | null): TemplateResult => html`
  <h3>Measured here, today</h3>
  <dl class="figures">
    ${figure(`${Math.round(scriptBytes() / 1000)} kB`, meaningOfScripts())}
    ${
      measured === null || measured.answers === 0
        ? figure('–', 'not sent twice: press “Show me” in “Pull the plug”')
        : [
            figure(megabytes(measured.savedBytes), 'were not sent twice after the interruptions'),
            figure(
              String(measured.secrets),
              `secrets in the ${measured.answers} answers that the page received`,
            ),
          ]
    }
  </dl>
`;

export const createNext = (root: HTMLElement) => {
  let framework = 'html';
  let choices: Choices | null = null;
  let measured: Measured | null = null;
  const draw = (): void => {
    if (choices === null) return;
    const snippets = snippetsOf(choices);
    const shown = snippets.find(({ id }) => id === framework);
    render(
      html`
        <ol class="steps">
          <li>
            <h3>Install the package</h3>
            ${copyBlock('The command to install', INSTALL)}
          </li>
          <li>
            <h3>Put the tag on your page</h3>
            <div class="tabs" role="group" aria-label="Framework">
              ${snippets.map(
                ({ id, title }) =>
                  html`<button
                    type="button"
                    aria-pressed=${id === framework}
                    @click=${() => {
                      framework = id;
                      draw();
                    }}
                  >
                    ${title}
                  </button>`,
              )}
            </div>
            ${shown === undefined ? '' : copyBlock(`The code for ${shown.title}`, shown.code)}
          </li>
          <li>
            <h3>Mount the handler on your server</h3>
            <p class="minor">
              Your secrets stay there. A page only ever holds a short-lived token.
            </p>
            ${copyBlock('The code for your server', backendCode)}
          </li>
        </ol>
        <p class="links">
          <a href=${`${PACKAGE}#readme`}>Quick start and documentation</a>
          <a href=${PACKAGE}>The package on npm</a>
        </p>
        ${measuredHere(measured)}
      `,
      root,
    );
  };
  // The size grows while the page loads more.
  new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) draw();
  }).observe(root);
  return {
    /** Draws the code of these choices. */
    show: (next: Choices): void => {
      choices = next;
      draw();
    },
    /** Draws what “Pull the plug” has measured. */
    measured: (next: Measured): void => {
      measured = next;
      draw();
    },
  };
};
