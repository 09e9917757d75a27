/** Copies of recordings: of files that may vanish while they are read, and beside an upload, so that it outlives a reload. */
import type { FileCopier, JobStore, TabChannel } from '../ports.js';
import type { AudioFile } from '../session/job.js';
import type { StableFile } from '../session/session.js';
import type { HeldJob } from './held-job.js';

interface JobCopies {
  /** A file could not be read. From then on, files are copied before they are used. */
  fileVanished(): void;
  /** Copies the recording while it is uploaded, unless its bytes are stored. Other writes do not wait for it. */
  beside(own: HeldJob, file: AudioFile | null): void;
  /** `SessionContext.stable`. */
  stable(file: AudioFile, jobId: string | null, signal: AbortSignal): Promise<StableFile>;
}

export const createJobCopies = (options: {
  readonly store: JobStore;
  readonly news: TabChannel;
  /** Default: nothing is copied. */
  readonly copy?: FileCopier | undefined;
}): JobCopies => {
  const { store, news, copy } = options;
  let hasVanished = false;
  return {
    fileVanished() {
      hasVanished = true;
    },
    beside(own, file) {
      if (file === null || own.savedAtMs === null || own.copy !== null) return;
      const stop = new AbortController();
      const copying = async (): Promise<void> => {
        const request = { jobId: own.id, when: 'beside', signal: stop.signal } as const;
        const result = await copy?.(file, request);
        if (result?.kind !== 'copied' || stop.signal.aborted) return;
        own.hasRecording = await store.saveRecording(own.id, result.file);
        if (own.hasRecording) news.post();
      };
      own.copy = { stop, ended: copying().catch(() => undefined) };
    },
    async stable(file, jobId, signal) {
      const when = hasVanished ? 'after-failure' : 'first';
      const result = await copy?.(file, { jobId, when, signal });
      if (result?.kind === 'copied') return result.file;
      if (result?.problem === 'unreadable') return 'unreadable';
      return result?.problem === 'no-space' && hasVanished ? 'no-space' : file;
    },
  };
};
