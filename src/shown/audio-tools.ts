/** What plays the audio at exact times and draws its waveform. Loaded when there is audio. */
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { readPeaks } from '../peaks/read-peaks.js';
import type { ReadPeaks } from '../reader/waveform/bars.js';
import { sleep } from '../ui/sleep.js';

export { openAudio, savesData } from '../browser/exact-audio.js';

/** Reads the peaks of a recording for the waveform. */
export const readPeaksWith =
  (workerUrl: () => WorkerAddress | null): ReadPeaks =>
  async (source, { signal, onPeaks }) => {
    const recording = typeof source === 'string' ? new URL(source, document.baseURI).href : source;
    const result = await readPeaks(recording, {
      ...{ signal, onPeaks, sleep },
      startWorker: (stop) => startWorker(workerUrl(), stop, sleep),
    });
    if (result.kind === 'peaks') onPeaks(result.peaks);
  };
