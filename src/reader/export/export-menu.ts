import { html, type TemplateResult } from 'lit';
import { EXPORT_FORMATS, type ExportFormat } from '../../transcript/index.js';
import { copyIcon, downloadIcon, printIcon } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader/index.js';

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

/** A button that opens the formats to download, and what else there is to take away; choosing closes it. */
export const exportMenu = (options: {
  readonly strings: ReaderStrings;
  readonly onExport: (format: ExportFormat) => void;
  readonly onCopy: () => void;
  readonly onPrint: () => void;
  /** Called when the menu opens. */
  readonly onOpen: () => void;
}): TemplateResult => {
  const { strings, onExport, onCopy, onPrint, onOpen } = options;
  const choosing =
    (act: () => void) =>
    ({ currentTarget }: Event): void => {
      const menu = (currentTarget as HTMLElement).closest('details');
      if (menu) {
        close(menu);
        menu.querySelector('summary')?.focus();
      }
      act();
    };
  const toggled = (event: Event): void => {
    onToggle(event);
    if ((event.currentTarget as HTMLDetailsElement).open) onOpen();
  };
  return html`
    <details class="export" part="export" @toggle=${toggled} @keydown=${onKeydown}>
      <summary class="button quiet" part="export-button">
        ${downloadIcon}<span class="label">${strings.takeAway}</span>
      </summary>
      <div class="formats" part="export-menu">
        <ul role="list" aria-label=${strings.download}>
          ${EXPORT_FORMATS.map(
            (format) => html`
              <li>
                <button
                  type="button"
                  class="format"
                  part="export-format"
                  data-format=${format}
                  @click=${choosing(() => onExport(format))}
                >
                  <span>${strings.downloadFormat[format]}</span>
                  <span class="extension">.${format}</span>
                </button>
              </li>
            `,
          )}
        </ul>
        <ul class="actions" role="list">
          <li>
            <button type="button" class="format" part="copy-button" @click=${choosing(onCopy)}>
              <span>${strings.copyAll}</span>${copyIcon}
            </button>
          </li>
          <li>
            <button type="button" class="format" part="print-button" @click=${choosing(onPrint)}>
              <span>${strings.print}</span>${printIcon}
            </button>
          </li>
        </ul>
      </div>
    </details>
  `;
};
