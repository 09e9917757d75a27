import type { KeptRecording, RecordingStore } from '../../browser/recordings.js';

/** `RecordingStore` without storage, for `no-resume` and for browsers that forbid storage. */
export const createMemoryStore = (): RecordingStore => {
  const recordings = new Map<string, { kept: KeptRecording; audio: readonly Blob[] }>();
  const load = (id: string): { kept: KeptRecording; audio: readonly Blob[] } => {
    const found = recordings.get(id);
    if (found === undefined) throw new DOMException('The recording was deleted.', 'NotFoundError');
    return found;
  };
  return {
    list: () => Promise.resolve([...recordings.values()].map(({ kept }) => kept)),
    async create(kept) {
      recordings.set(kept.id, { kept: { ...kept, place: 'memory' }, audio: [] });
      return Promise.resolve('memory');
    },
    async append(id, added) {
      const { kept, audio } = load(id);
      recordings.set(id, { kept, audio: [...audio, new Blob([added])] });
      return Promise.resolve();
    },
    async read(id) {
      const found = recordings.get(id);
      return Promise.resolve(found === undefined ? null : new Blob([...found.audio]));
    },
    async seal(id, header, name) {
      const { kept, audio } = load(id);
      recordings.set(id, { kept: { ...kept, stage: 'sent', name }, audio });
      return Promise.resolve(new File([header, ...audio], name, { type: 'audio/wav' }));
    },
    async mark(id, stage) {
      const { kept, audio } = load(id);
      recordings.set(id, { kept: { ...kept, stage }, audio });
      return Promise.resolve();
    },
    async remove(id) {
      recordings.delete(id);
      return Promise.resolve();
    },
    async removeWhere(unwanted) {
      for (const { kept } of [...recordings.values()]) {
        if (unwanted(kept)) recordings.delete(kept.id);
      }
      return Promise.resolve();
    },
  };
};
