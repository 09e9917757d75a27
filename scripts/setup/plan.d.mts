import type { Installed } from './recognition.mjs';

export type InstallationPlan =
  | { readonly kind: 'run'; readonly commands: readonly (readonly string[])[] }
  | { readonly kind: 'tell'; readonly text: string };

export interface Rights {
  readonly hasApt: boolean;
  readonly isRoot: boolean;
  /** Whether sudo asks no password. */
  readonly maySudo: boolean;
}

export function installationPlan(rights: Rights): InstallationPlan;
export function summary(
  installed: Pick<Installed, 'pocketSphinx' | 'voiceModel' | 'speakerFolder'>,
): string;
