/** Writes the m4a file from the frames that were collected. */
import { readFrames, type AacStream } from './aac.js';
import { m4aHeader } from './m4a.js';
import type { WorkFile, WorkFolder } from './storage.js';
import { PLAN_BYTES } from './work-plan.js';

/** Frame sizes in an array that grows. Two bytes each keep hours of audio small. */
const sizesOf = (work: WorkFile): Uint16Array => {
  let sizes = new Uint16Array(4096);
  let count = 0;
  readFrames(work, PLAN_BYTES, (frame) => {
    if (count === sizes.length) {
      const more = new Uint16Array(sizes.length * 2);
      more.set(sizes);
      sizes = more;
    }
    sizes[count] = frame.length;
    count += 1;
  });
  return sizes.subarray(0, count);
};

/** Samples that a player skips at the start, and those that it plays after them. */
export interface Played {
  readonly skip: number;
  /** At most the samples of all frames. */
  readonly length: number;
}

/** Returns the m4a file. The work is deleted. Throws if there are no frames. */
export const finishM4a = async (
  folder: WorkFolder,
  stream: AacStream,
  played: (frames: number) => Played,
): Promise<Blob> => {
  const sizes = sizesOf(folder.part);
  if (sizes.length === 0) throw new Error('there is no sound');
  const result = await folder.createResult();
  result.append(m4aHeader({ stream, sizes, ...played(sizes.length) }));
  readFrames(folder.part, PLAN_BYTES, (frame) => result.append(frame));
  const file = await result.finish();
  await folder.removePart();
  return file;
};
