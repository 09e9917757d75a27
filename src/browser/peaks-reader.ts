/** Reads the peaks of a recording, and stores them for its transcript. */
import type { EditStore } from '../engine/ports.js';
import { isScopeOf } from '../engine/resume/scope.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { isPeaks, type Peaks } from '../peaks/peaks.js';
import { readPeaks, type PeaksResult } from '../peaks/read-peaks.js';
import { absoluteUrl } from './blocked.js';
import { systemClock } from './browser-ports.js';
import { forgetting, openStores } from './page-storage.js';

interface PeaksRequest {
  readonly signal: AbortSignal;
  /** Called with the peaks so far, several times a second. */
  readonly onPeaks?: (peaks: Peaks) => void;
  /** Null if the transcript has no id. Nothing is stored then. */
  readonly transcriptionId: string | null;
  /** `OwnScope.now`: nothing is stored unless it returns a scope. */
  readonly scope: () => string | null | undefined;
}

export interface PeaksReaderOptions {
  /** Called for each recording. */
  readonly workerUrl: () => WorkerAddress | null;
  readonly store?: Pick<EditStore, 'load' | 'save'>;
  readonly forgetting?: Pick<typeof forgetting, 'listen'>;
}

export const createPeaksReader = (options: PeaksReaderOptions) => {
  const openPeaks = async () => options.store ?? (await openStores()).peaks;

  /** Without storage, the peaks are read again. */
  const loadPeaks = async (scope: string, id: string): Promise<Peaks | null> => {
    const record = await openPeaks()
      .then((store) => store.load(scope, id))
      .catch(() => undefined);
    return isPeaks(record) ? record : null;
  };

  /** Reads the peaks of a recording, or of the audio at a URL that allows CORS. Never rejects. */
  return async (
    source: Blob | string,
    { signal, onPeaks, transcriptionId, scope }: PeaksRequest,
  ): Promise<PeaksResult> => {
    const own = scope() ?? null;
    const key = own === null || transcriptionId === null ? null : ([own, transcriptionId] as const);
    let mayStore = true;
    let saving: Promise<unknown> = Promise.resolve();
    const stopListening = (options.forgetting ?? forgetting).listen(async (id) => {
      if (own !== null && (id === null || isScopeOf(own, id))) mayStore = false;
      await saving;
    });
    try {
      const stored = key === null ? null : await loadPeaks(...key);
      if (signal.aborted) return { kind: 'none', reason: 'aborted' };
      if (stored !== null) return { kind: 'peaks', peaks: stored };
      const result = await readPeaks(typeof source === 'string' ? absoluteUrl(source) : source, {
        signal,
        ...(onPeaks === undefined ? {} : { onPeaks }),
        startWorker: (stop) => startWorker(options.workerUrl(), stop, systemClock.sleep),
        sleep: systemClock.sleep,
      });
      if (result.kind === 'peaks' && key !== null && mayStore && scope() === own) {
        saving = openPeaks()
          .then((store) => store.save(...key, result.peaks))
          .catch(() => undefined);
        await saving;
      }
      return result;
    } finally {
      stopListening();
    }
  };
};
