import type { FaultName, FaultPlace } from '../sandbox/index.js';
import type { Preset } from './presets.js';
import type { LogFilter } from './log/filters.js';

/** The user's actions in the console. */
export interface Actions {
  readonly choosePlace: (at: FaultPlace) => void;
  readonly chooseFault: (name: FaultName) => void;
  readonly addFault: (form: HTMLFormElement) => void;
  readonly removeFault: (id: number) => void;
  readonly clearFaults: () => void;
  /** Copies a link that sets the same faults and conditions. */
  readonly copyLink: () => void;
  /** As typed; the sandbox validates them. */
  readonly setConditions: (conditions: Readonly<Record<string, unknown>>) => void;
  readonly usePreset: (preset: Preset) => void;
  readonly revoke: (id: string) => void;
  readonly filterLog: (filter: LogFilter) => void;
  readonly showViolations: () => void;
  readonly togglePause: () => void;
  readonly clearLog: () => void;
  readonly toggleRun: (key: number, isOpen: boolean) => void;
  readonly toggleRow: (number: number) => void;
  readonly showAllRows: (key: number) => void;
  readonly showMoreRuns: () => void;
  readonly copyReport: (key: number) => void;
  readonly downloadHar: (key: number) => void;
}
