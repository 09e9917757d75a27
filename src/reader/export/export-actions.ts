/** Export: downloads, copying and printing. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/reader.js';
import {
  type ClipboardContent,
  EXPORT_FORMATS,
  type ExportedTranscript,
  exportFileName,
  type ExportFormat,
  exportTitle,
  exportTranscript,
  type SpeakerIdentities,
  toClipboard,
  type Transcript,
  withShownNames,
} from '../../transcript/index.js';
import { copyIcon, downloadIcon, printIcon } from '../../ui/icons.js';
import { printTranscript } from '../print/print.js';

/** In milliseconds. Some browsers read the URL only after the click event. */
const RELEASE_AFTER = 30_000;

/** Downloads a file, named after the title. */
const saveFile = ({ content, mediaType, extension }: ExportedTranscript, title: string): void => {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = exportFileName(title, extension);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER);
};

/** Clipboard methods. A page may lack some of them, and all of them if it is not served over HTTPS. */
type AnyClipboard = Partial<Pick<Clipboard, 'write' | 'writeText'>> | undefined;

const asItem = ({ text, html }: ClipboardContent): ClipboardItem =>
  new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  });

/**
 * Copies text and HTML, or only the text if the browser allows no HTML. Call it inside a click handler.
 * Rejects if the browser refuses both.
 */
export const writeClipboard = async (
  content: ClipboardContent,
  clipboard: AnyClipboard = (navigator as { clipboard?: Clipboard }).clipboard,
): Promise<void> => {
  try {
    if (typeof ClipboardItem === 'function' && clipboard?.write) {
      await clipboard.write([asItem(content)]);
      return;
    }
  } catch {
    // Some browsers allow only text.
  }
  if (!clipboard?.writeText) throw new Error('This page cannot reach the clipboard.');
  await clipboard.writeText(content.text);
};

const close = (menu: HTMLDetailsElement): void => {
  menu.open = false;
};

/** Closes the menu on a click elsewhere. The listener is removed when the menu closes. */
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
      // WebKit does not focus a clicked button, so null does not tell where the focus went.
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

/** A menu with download formats, copying and printing. Choosing an item closes it. */
const exportMenu = (options: {
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
    <details class="export" @toggle=${toggled} @keydown=${onKeydown}>
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
            <button type="button" class="format" @click=${choosing(onCopy)}>
              <span>${strings.copyAll}</span>${copyIcon}
            </button>
          </li>
          <li>
            <button type="button" class="format" @click=${choosing(onPrint)}>
              <span>${strings.print}</span>${printIcon}
            </button>
          </li>
        </ul>
      </div>
    </details>
  `;
};

/** The outcome of the last action. */
type Outcome = 'nothing' | 'copied' | 'download-failed' | 'copy-failed' | 'print-failed';

interface ExportActions {
  /** The export menu, and next to it the result of the last action. */
  readonly renderMenu: () => TemplateResult;
  readonly renderProblem: () => TemplateResult;
}

export const createExportActions = (options: {
  readonly transcript: () => Transcript;
  /** The user's corrections as plain JSON. */
  readonly edits?: () => readonly object[];
  readonly identities?: () => SpeakerIdentities;
  readonly title: string;
  readonly strings: ReaderStrings;
  /** Facts about the recording, as the reader shows them. */
  readonly facts: () => readonly string[];
  /** Announces a sentence politely to screen readers. An empty string clears the last one. */
  readonly announce: (sentence: string) => void;
  /** Requests a new rendering. */
  readonly onChange: () => void;
}): ExportActions => {
  const { transcript, edits = () => [], title, strings, facts, announce, onChange } = options;
  const { identities } = options;
  let outcome: Outcome = 'nothing';

  const named = (): Transcript =>
    withShownNames(transcript(), identities?.(), strings.numberedSpeaker);

  const end = (value: Outcome): void => {
    outcome = value;
    onChange();
    announce(outcome === 'copied' ? strings.copied : (problemOf() ?? ''));
  };

  const onExport = async (format: ExportFormat): Promise<void> => {
    try {
      const { numberedSpeaker } = strings;
      const known = identities ? { identities: identities() } : {};
      const more = { title, edits: edits(), numberedSpeaker, ...known };
      saveFile(await exportTranscript(transcript(), format, more), title);
      end('nothing');
    } catch {
      end('download-failed');
    }
  };

  const onCopy = async (): Promise<void> => {
    try {
      await writeClipboard(toClipboard(named()));
      end('copied');
    } catch {
      end('copy-failed');
    }
  };

  const onPrint = (): void => {
    try {
      printTranscript({
        transcript: named(),
        title: exportTitle(title),
        facts: facts(),
        strings,
      });
      end('nothing');
    } catch {
      end('print-failed');
    }
  };

  const problemOf = (): string | null => {
    switch (outcome) {
      case 'download-failed':
        return strings.downloadFailed;
      case 'copy-failed':
        return strings.copyFailed;
      case 'print-failed':
        return strings.printFailed;
      case 'copied':
      case 'nothing':
        return null;
    }
  };

  return {
    renderMenu: () => html`
      <p class="export-status">${outcome === 'copied' ? strings.copied : nothing}</p>
      ${exportMenu({
        strings,
        onExport: (format) => void onExport(format),
        onCopy: () => void onCopy(),
        onPrint,
        onOpen: () => end('nothing'),
      })}
    `,
    renderProblem: () => {
      const problem = problemOf();
      return html`<p class="problem" part="notice" ?hidden=${problem === null}>
        ${problem ?? nothing}
      </p>`;
    },
  };
};
