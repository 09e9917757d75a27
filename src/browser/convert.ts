/** Converts recordings in the worker. */
import type { AudioFile, Converter } from '../engine/index.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { convertFile } from '../intake/convert/index.js';
import { systemClock } from './clock.js';
import { convertedFiles } from './stored.js';

/** The result under the name of the chosen file, with an extension that fits it. */
const named = async (result: Blob, { name, lastModified = 0 }: AudioFile): Promise<File> => {
  const isWave = (await result.slice(0, 4).text()) === 'RIFF';
  const stem = name.replace(/\.[^.]{1,5}$/, '');
  const [extension, type] = isWave ? ['wav', 'audio/wav'] : ['m4a', 'audio/mp4'];
  return new File([result], `${stem}.${extension}`, { type, lastModified });
};

/** `workerUrl` is called for each file. */
export const createConverter =
  (workerUrl: () => WorkerAddress | null): Converter =>
  async (file, request) => {
    const end = await convertFile(file, {
      ...request,
      startWorker: (signal) => startWorker(workerUrl(), signal, systemClock.sleep),
    });
    if (end.kind === 'cannot') return end;
    const converted = await named(end.result, file);
    if (end.isOnDisk) await convertedFiles.remember(converted, request.key);
    return { kind: 'converted', file: converted };
  };
