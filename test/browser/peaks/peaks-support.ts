import { systemClock } from '../../../src/browser/browser-ports.js';
import { startWorker } from '../../../src/hashing/worker-ladder.js';
import type { Peaks } from '../../../src/peaks/peaks.js';
import { readPeaks, type PeaksOptions, type PeaksResult } from '../../../src/peaks/read-peaks.js';

const folder = '../../../demo/samples/';

export const sampleUrl = (name: string): string =>
  new URL(`${folder}${name}`, import.meta.url).href;

export const sample = async (name: string): Promise<Blob> => (await fetch(sampleUrl(name))).blob();

/** Reads peaks with the real worker and the real clock. */
export const read = (
  source: Blob | string,
  options: Partial<PeaksOptions> = {},
): Promise<PeaksResult> =>
  readPeaks(source, {
    signal: new AbortController().signal,
    startWorker: (signal) => startWorker(null, signal, systemClock.sleep),
    sleep: systemClock.sleep,
    ...options,
  });

export const peaksOf = (result: PeaksResult): Peaks => {
  if (result.kind === 'none') throw new Error(`There are no peaks: ${result.reason}.`);
  return result.peaks;
};

/** The seconds that the peaks cover. */
export const seconds = ({ levels, bucketMs }: Peaks): number => (levels.length * bucketMs) / 1000;

/** The loudest level from one second to another, from 0 to 1. */
export const loudest = ({ levels, bucketMs }: Peaks, from: number, end: number): number =>
  levels
    .subarray(Math.floor((from * 1000) / bucketMs), Math.ceil((end * 1000) / bucketMs))
    .reduce((most, level) => Math.max(most, level), 0) / 255;
