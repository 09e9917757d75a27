/** Export: downloads, copying and printing. */
import { html, type TemplateResult } from 'lit';
import { toClipboard, type ClipboardContent } from '../../transcript/clipboard.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../transcript/exports/formats.js';
import { withShownNames } from '../../transcript/speakers.js';
import type { Transcript } from '../../transcript/transcript.js';
import { copyIcon, downloadIcon, printIcon } from '../reader-icons.js';
import { loadFiles } from '../reader-downloads.js';
import { factsOf } from '../header/header.js';
import { menu } from '../menu.js';
import type { ReaderContext, ReaderState } from '../store.js';

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

/** Copies text and HTML, or only the text if the browser allows no HTML. Rejects if it refuses both. */
export const writeClipboard = async (
  content: ClipboardContent,
  clipboard: AnyClipboard = (navigator as { clipboard?: Clipboard }).clipboard,
): Promise<void> => {
  try {
    if (typeof ClipboardItem === 'function' && clipboard?.write) {
      const text = new Blob([content.text], { type: 'text/plain' });
      const html = new Blob([content.html], { type: 'text/html' });
      await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
      return;
    }
  } catch {
    // Some browsers allow only text.
  }
  if (!clipboard?.writeText) throw new Error('This page cannot reach the clipboard.');
  await clipboard.writeText(content.text);
};

export const createExportActions = ({ store, strings, announce }: ReaderContext) => {
  const notify = (text: string): void => store.dispatch({ type: 'toast', toast: { text } });

  const named = ({ transcript, identities }: ReaderState): Transcript =>
    withShownNames(transcript, identities, strings.numberedSpeaker);

  const showProblem = (problem: string): void => {
    if (store.getState().problem === problem) return;
    store.dispatch({ type: 'problem', problem });
    announce(problem);
  };

  const download = async (format: ExportFormat): Promise<void> => {
    showProblem('');
    const { transcript, edits, identities, title } = store.getState();
    try {
      const { numberedSpeaker } = strings;
      const more = { title, edits, identities, numberedSpeaker };
      const { exportTranscript, exportFileName } = await loadFiles();
      const { content, mediaType } = await exportTranscript(transcript, format, more);
      const file = new Blob([content as BlobPart], { type: mediaType });
      saveFile(file, exportFileName(title, format));
      notify(strings.downloadStarted);
    } catch {
      showProblem(strings.downloadFailed);
    }
  };

  const copyAll = async (): Promise<void> => {
    showProblem('');
    try {
      await writeClipboard(toClipboard(named(store.getState())));
      notify(strings.copied);
    } catch {
      showProblem(strings.copyFailed);
    }
  };

  const print = async (): Promise<void> => {
    showProblem('');
    const state = store.getState();
    const files = await loadFiles().catch(() => null);
    if (files === null) return showProblem(strings.downloadFailed);
    const { exportTitle, printTranscript } = files;
    try {
      printTranscript({
        transcript: named(state),
        title: exportTitle(state.title),
        facts: factsOf(state, strings),
        strings,
      });
    } catch {
      showProblem(strings.printFailed);
    }
  };

  return {
    renderMenu: (): TemplateResult =>
      menu({
        label: strings.takeAway,
        content: html`${downloadIcon}<span class="label">${strings.takeAway}</span>`,
        className: 'export',
        buttonClass: 'button quiet',
        buttonPart: 'button',
        groups: [
          {
            label: strings.download,
            items: EXPORT_FORMATS.map((format) => ({
              name: format,
              label: strings.downloadFormat[format],
              detail: `.${format}`,
              run: () => void download(format),
            })),
          },
          {
            items: [
              { name: 'copy', label: strings.copyAll, icon: copyIcon, run: () => void copyAll() },
              { name: 'print', label: strings.print, icon: printIcon, run: () => void print() },
            ],
          },
        ],
      }),
    renderProblem: (problem: string): TemplateResult =>
      html`<p class="problem" part="error-message" ?hidden=${problem === ''}>${problem}</p>`,
  };
};
