import type { Model } from './recognition.mjs';

export class NotPinned extends Error {}
export function integrityOf(file: string): Promise<string>;
export function takeOut(
  tarball: string,
  model: Pick<Model, 'package' | 'integrity' | 'files'>,
  folder: string,
): Promise<void>;
export function fetchModel(model: Model, modelsFolder: string): Promise<void>;
