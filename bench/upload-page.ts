import { uploadRaw } from './upload-raw.js';
import { uploadWithElement } from './upload-ours.js';
import { uploadWithUppy } from './upload-uppy.js';

const contestants = {
  raw: uploadRaw,
  Uppy: uploadWithUppy,
  ours: uploadWithElement(false),
  'ours, no-resume': uploadWithElement(true),
};

export type Contestant = keyof typeof contestants;

export interface PageResult {
  readonly seconds: number;
  /** What kept the page busy for more than 50 ms, each in ms. */
  readonly longTasks: readonly number[];
}

/** What the bench runs in the page. */
export interface UploadPage {
  /** Uploads the chosen file to the service at `url`; rejects where it does not arrive. */
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
    // A task is reported once it is over: the one that ended the upload is not yet.
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return { seconds, longTasks };
  },
};

Object.assign(globalThis, { uploadPage: page });
