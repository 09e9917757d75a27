import { uploadRaw } from './upload-raw.js';
import { uploadWithElement } from './upload-ours.js';
import { uploadWithUppy } from './upload-uppy.js';

const contestants = {
  raw: uploadRaw,
  Uppy: uploadWithUppy,
  ours: uploadWithElement(false),
  'ours, no-storage': uploadWithElement(true),
};

export type Contestant = keyof typeof contestants;

export interface PageResult {
  readonly seconds: number;
  /** Tasks that blocked the page for more than 50 ms, in ms. */
  readonly longTasks: readonly number[];
}

/** The function that the benchmark calls in the page. */
export interface UploadPage {
  /** Uploads the chosen file to the service at `url`; rejects if it does not arrive. */
  upload(contestant: Contestant, url: string): Promise<PageResult>;
}

const page: UploadPage = {
  upload: async (contestant, url) => {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file was chosen');
    const longTasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    const started = performance.now();
    await contestants[contestant](file, url);
    const seconds = (performance.now() - started) / 1000;
    // A task is reported when it ends, and the task that ended the upload still runs.
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return { seconds, longTasks };
  },
};

Object.assign(globalThis, { uploadPage: page });
