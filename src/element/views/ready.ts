import type { TemplateResult } from 'lit';
import type { Actions } from './actions.js';

export interface ReadyView {
  readonly canChoose: boolean;
  /** Player and transcript. `onNew` starts over with another recording; null if that is not offered. */
  readonly reader: (onNew: (() => void) | null) => TemplateResult;
  readonly actions: Actions;
}

export const renderReady = ({ canChoose, reader, actions }: ReadyView): TemplateResult =>
  reader(canChoose ? actions.reset : null);
