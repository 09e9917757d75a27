import type { Model } from './recognition.mjs';

export class NotPinned extends Error {}
export function integrityOf(bytes: Uint8Array): string;
export function takeOut(
  tarball: string,
  model: Pick<Model, 'package' | 'integrity' | 'files' | 'made'>,
  folder: string,
): Promise<void>;
export function fetchModel(model: Model, modelsFolder: string): Promise<void>;
