/** What a person takes away from the reader: files, a copy, a print. */
import { html, nothing, type TemplateResult } from 'lit';
import {
  exportTitle,
  exportTranscript,
  toClipboard,
  type ExportFormat,
  type Transcript,
} from '../../transcript/index.js';
import { exportMenu } from './export-menu.js';
import { printTranscript } from '../print/index.js';
import { saveFile } from './save-file.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import { writeClipboard } from './write-clipboard.js';

/** How the last of it went. */
type Outcome = 'nothing' | 'copied' | 'download-failed' | 'copy-failed' | 'print-failed';

export interface TakingAway {
  /** The menu, and beside it a word on what it did. */
  readonly renderMenu: () => TemplateResult;
  readonly renderProblem: () => TemplateResult;
}

export const createTakingAway = (options: {
  readonly transcript: () => Transcript;
  /** What was corrected by hand, as plain JSON. */
  readonly edits?: () => readonly object[];
  readonly title: string;
  readonly strings: ReaderStrings;
  /** What is known of the recording, as the reader shows it. */
  readonly facts: () => readonly string[];
  /** Says a sentence to a screen reader, politely; empty takes the last one back. */
  readonly announce: (sentence: string) => void;
  /** Asks for another rendering. */
  readonly onChange: () => void;
}): TakingAway => {
  const { transcript, edits = () => [], title, strings, facts, announce, onChange } = options;
  let outcome: Outcome = 'nothing';

  const end = (value: Outcome): void => {
    outcome = value;
    onChange();
    announce(outcome === 'copied' ? strings.copied : (problemOf() ?? ''));
  };

  const onExport = async (format: ExportFormat): Promise<void> => {
    try {
      saveFile(await exportTranscript(transcript(), format, { title, edits: edits() }), title);
      end('nothing');
    } catch {
      end('download-failed');
    }
  };

  const onCopy = async (): Promise<void> => {
    try {
      await writeClipboard(toClipboard(transcript()));
      end('copied');
    } catch {
      end('copy-failed');
    }
  };

  const onPrint = (): void => {
    try {
      printTranscript({
        transcript: transcript(),
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
      <p class="taken" part="export-status">${outcome === 'copied' ? strings.copied : nothing}</p>
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
      return html`<p class="problem" part="export-problem" ?hidden=${problem === null}>
        ${problem ?? nothing}
      </p>`;
    },
  };
};
