/** The dialog that downloads, copies and prints. Loaded when it is opened first. */
import { render } from 'lit';
import type { ClipboardContent, toClipboard } from '../../transcript/clipboard.js';
import {
  exportFileName,
  exportTitle,
  exportTranscript,
  formatsWithWords,
  type ExportOptions,
} from '../../transcript/exports/export-transcript.js';
import type { ExportFormat } from '../../transcript/exports/formats.js';
import type { SelectedText } from '../../transcript/passages.js';
import type { Speaker } from '../../transcript/badges.js';
import { toWritten } from '../../transcript/written.js';
import { openBeside } from '../popover.js';
import type { ReaderContext } from '../store.js';
import { exportForm, type ExportDraft } from './export-form.js';
import { printTranscript } from './print.js';

/** In milliseconds. Some browsers read the URL only after the click event. */
const RELEASE_AFTER = 30_000;

const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER);
};

/** Clipboard methods. A page may lack some of them, and all of them if it is not served over HTTPS. */
type AnyClipboard = Partial<Pick<Clipboard, 'write' | 'writeText'>> | undefined;

/** Copies text and HTML, or only the text if there is no HTML or the browser allows none. Rejects if it refuses both. */
export const writeClipboard = async (
  { text, html: formatted }: Partial<ClipboardContent> & { readonly text: string },
  clipboard: AnyClipboard = (navigator as { clipboard?: Clipboard }).clipboard,
): Promise<void> => {
  try {
    if (formatted !== undefined && typeof ClipboardItem === 'function' && clipboard?.write) {
      const plain = new Blob([text], { type: 'text/plain' });
      const rich = new Blob([formatted], { type: 'text/html' });
      await clipboard.write([new ClipboardItem({ 'text/plain': plain, 'text/html': rich })]);
      return;
    }
  } catch {
    // Some browsers allow only text.
  }
  if (!clipboard?.writeText) throw new Error('This page cannot reach the clipboard.');
  await clipboard.writeText(text);
};

/** What the reader has already loaded. */
interface ExportTools {
  readonly toClipboard: typeof toClipboard;
  /** Facts about the recording, for the head of a print. */
  readonly facts: () => readonly string[];
}

/** `element`: the popover, after its button. */
export const createExportDialog = (
  { store, strings, announce }: ReaderContext,
  element: HTMLElement,
  locale: string | undefined,
  { toClipboard: formatted, facts }: ExportTools,
) => {
  const notify = (text: string): void => store.dispatch({ type: 'toast', toast: { text } });

  const showProblem = (problem: string): void => {
    if (store.getState().problem === problem) return;
    store.dispatch({ type: 'problem', problem });
    announce(problem);
  };

  /** The formats in which the transcript is not empty, as of the last opening. */
  let formats: readonly ExportFormat[] = [];

  const newDraft = (): ExportDraft => {
    const preferred = store.getState().preferences.export;
    const format = formats.includes(preferred.format) ? preferred.format : (formats[0] ?? 'json');
    return { ...preferred, format, without: new Set(), onlyPassage: false };
  };

  let draft: ExportDraft;
  let passage: readonly SelectedText[] | null = null;

  const speakersNow = (): readonly Speaker[] => store.getState().speakers;

  /** The focus returns to the button. */
  let close = (): void => undefined;

  /** What is written, as `exportTranscript` takes it. */
  const chosen = (): ExportOptions => {
    const { edits, identities, title } = store.getState();
    const { names, times, without, onlyPassage } = draft;
    const kept = speakersNow().flatMap(({ name }) => (without.has(name) ? [] : [name]));
    return {
      ...{ title, edits, identities, names, times, words: strings },
      ...(without.size === 0 ? {} : { speakers: kept }),
      ...(onlyPassage && passage !== null ? { selection: passage } : {}),
    };
  };

  const isNothingChosen = (): boolean => {
    const options = chosen();
    const { speakers, selection } = options;
    if (speakers === undefined && selection === undefined) return false;
    return !formatsWithWords(store.getState().transcript, options).includes('txt');
  };

  const download = async (): Promise<void> => {
    close();
    showProblem('');
    const { transcript, title } = store.getState();
    const { format } = draft;
    try {
      const { content, mediaType } = await exportTranscript(transcript, format, chosen());
      const file = new Blob([content as BlobPart], { type: mediaType });
      saveFile(file, exportFileName(title, format));
      notify(strings.downloadStarted);
    } catch {
      showProblem(strings.downloadFailed);
    }
  };

  /** A text for a document in any format that is one, else the text of the format. */
  const contentOf = async (): Promise<Partial<ClipboardContent> & { readonly text: string }> => {
    const { transcript } = store.getState();
    const { format, times } = draft;
    if (format === 'txt' || format === 'docx')
      return formatted(toWritten(transcript, chosen()), times);
    const { content } = await exportTranscript(transcript, format, chosen());
    return { text: String(content) };
  };

  const copy = async (): Promise<void> => {
    close();
    showProblem('');
    try {
      await writeClipboard(await contentOf());
      notify(strings.copied);
    } catch {
      showProblem(strings.copyFailed);
    }
  };

  const print = (): void => {
    close();
    showProblem('');
    const { transcript, identities, title } = store.getState();
    try {
      printTranscript({
        written: toWritten(transcript, { identities, words: strings }),
        title: exportTitle(title),
        facts: facts(),
        strings,
      });
    } catch {
      showProblem(strings.printFailed);
    }
  };

  const draw = (): void => {
    render(
      exportForm({
        ...{ draft, speakers: speakersNow(), hasPassage: passage !== null, strings, locale },
        ...{ formats, isEmpty: isNothingChosen() },
        alter(part) {
          draft = { ...draft, ...part };
          const { format, names, times } = draft;
          store.dispatch({ type: 'preferred', preferences: { export: { format, names, times } } });
          draw();
        },
        onDownload: () => void download(),
        onCopy: () => void copy(),
        onPrint: () => print(),
      }),
      element,
    );
  };

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });

  return {
    /** Opens the dialog beside its button. `selected`: the selected texts; null for none. */
    open(button: HTMLElement, selected: readonly SelectedText[] | null): void {
      passage = selected;
      showProblem('');
      formats = formatsWithWords(store.getState().transcript);
      draft = newDraft();
      draw();
      close = openBeside(element, button);
      element.querySelector<HTMLElement>('select')?.focus();
    },
  };
};
