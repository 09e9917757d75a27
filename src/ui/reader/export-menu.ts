import { html, type TemplateResult } from 'lit';
import { EXPORT_FORMATS, type ExportFormat } from '../../transcript/index.js';
import { downloadIcon } from './icons.js';
import type { ReaderStrings } from './strings/index.js';

const close = (menu: HTMLDetailsElement): void => {
  menu.open = false;
};

/** While the menu is open a press anywhere else closes it; the listener leaves with the menu. */
const onToggle = ({ currentTarget }: Event): void => {
  const menu = currentTarget as HTMLDetailsElement;
  if (!menu.open) return;
  const opened = new AbortController();
  const finish = (): void => {
    close(menu);
    opened.abort();
  };
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!menu.isConnected || !event.composedPath().includes(menu)) finish();
    },
    { signal: opened.signal, capture: true },
  );
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // WebKit gives a pressed button no focus: null says nothing about where the focus went.
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) finish();
    },
    { signal: opened.signal },
  );
  menu.addEventListener('toggle', () => !menu.open && opened.abort(), { signal: opened.signal });
};

const onKeydown = (event: KeyboardEvent): void => {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !menu.open) return;
  event.stopPropagation();
  close(menu);
  menu.querySelector('summary')?.focus();
};

/** A button that opens a list of formats; choosing one closes it. */
export const exportMenu = (options: {
  readonly strings: ReaderStrings;
  readonly onExport: (format: ExportFormat) => void;
}): TemplateResult => {
  const { strings, onExport } = options;
  const choose = (format: ExportFormat, { currentTarget }: Event): void => {
    const menu = (currentTarget as HTMLElement).closest('details');
    if (menu) {
      close(menu);
      menu.querySelector('summary')?.focus();
    }
    onExport(format);
  };
  return html`
    <details class="export" part="export" @toggle=${onToggle} @keydown=${onKeydown}>
      <summary class="button quiet" part="export-button">
        ${downloadIcon}<span class="label">${strings.download}</span>
      </summary>
      <ul class="formats" part="export-menu" role="list">
        ${EXPORT_FORMATS.map(
          (format) => html`
            <li>
              <button
                type="button"
                class="format"
                part="export-format"
                data-format=${format}
                @click=${(event: Event) => choose(format, event)}
              >
                <span>${strings.downloadFormat[format]}</span>
                <span class="extension">.${format}</span>
              </button>
            </li>
          `,
        )}
      </ul>
    </details>
  `;
};
