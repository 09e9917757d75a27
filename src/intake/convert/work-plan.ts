/** What the file with the unfinished work contains. It begins with it, so that only the same work continues. */
import type { WorkFile, WorkFolder } from './storage.js';

/** Bytes before the work. */
export const PLAN_BYTES = 256;

const written = (plan: object): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ version: 1, ...plan }).padEnd(PLAN_BYTES));

/** Returns the file with what was already done of this plan. Other content is deleted. */
export const openWork = ({ part }: WorkFolder, plan: object): WorkFile => {
  const bytes = written(plan);
  const found = part.read(0, PLAN_BYTES);
  const isSame = found.length === bytes.length && found.every((byte, at) => byte === bytes[at]);
  if (!isSame) {
    part.truncate(0);
    part.append(bytes);
  }
  return part;
};
