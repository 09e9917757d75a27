/** Collects what the page knows for a bug report, and puts it into the clipboard or a file. */
import { AudioTranscribe } from '../../../src/index.js';
import type { FaultRecord, LogEntry } from '../../sandbox/index.js';
import { copyText } from '../../sales/copy-block.js';
import { browserOf, harOf, reportOf } from './report.js';
import type { Outcome } from './runs.js';

/** Longest report in characters. GitHub accepts 65,536. */
const LONGEST = 60_000;

/** Names in the query of this page. Any other name may have come from elsewhere. */
const QUERY = [
  ...['state', 'width', 'theme', 'dir', 'lang', 'brand', 'readonly', 'offline', 'storage'],
  ...['scenario', 'fault', 'chunk', 'bandwidth', 'latency'],
];

const pageOf = ({ pathname, search }: Location): string => {
  const known = [...new URLSearchParams(search)].filter(([name]) => QUERY.includes(name));
  const query = new URLSearchParams(known).toString();
  return `${pathname.split('/').at(-1) ?? ''}${query === '' ? '' : `?${query}`}`;
};

export const harFile = ({ diagnostics }: Outcome, entries: readonly LogEntry[]): string =>
  JSON.stringify(
    harOf(entries, {
      version: AudioTranscribe.version,
      browser: browserOf(navigator.userAgent),
      diagnostics,
    }),
  );

export const downloadHar = (har: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([har], { type: 'application/json' }));
  link.download = `audio-transcribe-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.har`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/**
 * Copies a report. If it gets too long with its HAR file, the file is downloaded instead. Returns a sentence that says
 * what was done.
 */
export const copyReport = async (
  outcome: Outcome,
  entries: readonly LogEntry[],
  faults: readonly FaultRecord[],
): Promise<string> => {
  const har = harFile(outcome, entries);
  const context = {
    version: AudioTranscribe.version,
    userAgent: navigator.userAgent,
    page: pageOf(location),
    viewport: `${innerWidth} × ${innerHeight} px`,
    at: Date.now(),
    outcome,
    faults,
    entries,
  };
  const whole = reportOf({ ...context, har });
  const isWhole = whole.length <= LONGEST;
  if (!(await copyText(isWhole ? whole : reportOf({ ...context, har: null }))))
    return 'The browser does not allow this page to copy. Allow it, or download the HAR file.';
  if (isWhole) return 'The bug report was copied, with the HAR file and the diagnostics.';
  downloadHar(har);
  return 'The bug report was copied. Its HAR file is too long for it and was downloaded: attach it.';
};
