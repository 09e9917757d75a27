import { errorFor, type TranscribeError, type UploadPlan } from '../../protocol/index.js';

/** One part of the file and the URL to send it to. */
export interface Part {
  /** From 1. */
  readonly number: number;
  /** First byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  readonly url: string;
}

const invalid = (problem: string): TranscribeError =>
  errorFor('plan-invalid', {}, { cause: new Error(problem), recoverable: true });

/**
 * Splits a file of `size` bytes by ChunkSize (4.4, 4.5). The plan's parts may be in any order; extra parts
 * are ignored. Throws TranscribeError `plan-invalid` if the plan does not cover the file.
 */
export const cutParts = (plan: UploadPlan, size: number): readonly Part[] => {
  const count = Math.ceil(size / plan.ChunkSize);
  const urls = new Map<number, string>();
  for (const { PartNumber, PresignedUrl } of plan.Parts) {
    if (urls.has(PartNumber)) throw invalid(`part ${PartNumber} is planned twice`);
    urls.set(PartNumber, PresignedUrl);
  }
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const url = urls.get(number);
    if (url === undefined) throw invalid(`part ${number} of ${count} is missing from the plan`);
    const start = index * plan.ChunkSize;
    return { number, start, end: Math.min(start + plan.ChunkSize, size), url };
  });
};
