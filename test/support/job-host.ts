/** A program that starts one job in a worker process and waits, for tests that kill it. */
import { pathToFileURL } from 'node:url';
import { jobsInProcesses } from '../../demo/sandbox/recognition/work/process-jobs.js';

const [, , entry = '', folder = ''] = process.argv;
const jobs = jobsInProcesses({ entry: pathToFileURL(entry) });
const request = {
  rawFile: folder,
  speech: [],
  wordsFolder: folder,
  size: 'tiny',
  rank: 0,
} as const;
await jobs.words(request, new AbortController().signal);
