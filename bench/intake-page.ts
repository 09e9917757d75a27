import { systemClock } from '../src/browser/browser-ports.js';
import { startWorker } from '../src/hashing/worker-ladder.js';
import { convertFile } from '../src/convert/convert-file.js';

export interface Converted {
  readonly seconds: number;
  readonly fromBytes: number;
  readonly toBytes: number;
  readonly isOnDisk: boolean;
}

/** The function that the benchmark calls in the page. */
export interface IntakePage {
  /** Converts the chosen file. */
  convert(): Promise<Converted>;
}

const intakePage: IntakePage = {
  async convert() {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file was chosen');
    const started = performance.now();
    const end = await convertFile(file, {
      ...{ key: 'abcdef0123', track: 0, signal: new AbortController().signal },
      ...{ onTracks: () => undefined, onProgress: () => undefined },
      startWorker: (signal) => startWorker(null, signal, systemClock.sleep),
      sleep: systemClock.sleep,
    });
    if (end.kind === 'cannot') throw new Error(`not converted: ${end.problem}`);
    return {
      seconds: (performance.now() - started) / 1000,
      fromBytes: file.size,
      toBytes: end.result.size,
      isOnDisk: end.isOnDisk,
    };
  },
};

Object.assign(globalThis, { intakePage });
