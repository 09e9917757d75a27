/** The element under test: the live one, or a second one in a forced state, and what surrounds them. */
import { render } from 'lit';
import { AudioTranscribe } from '../../src/index.js';
import { directionOf } from '../sales/choices.js';
import { setQuery } from './address.js';
import { environmentControls } from './environment/controls.js';
import {
  queryChangesOf,
  readEnvironment,
  USUAL,
  type Environment,
} from './environment/environment.js';
import { goOffline, goOnline, setStorageFull } from './environment/offline.js';
import { leaveState, STAGED_SCOPE, STATES } from './states/states.js';

/**
 * Returns the element that is shown now. A forced state ends when the live element gets a recording. `live` must be in
 * `frame`.
 */
export const connectSubject = (
  live: AudioTranscribe,
  frame: HTMLElement,
  controls: HTMLElement,
): (() => AudioTranscribe) => {
  let environment = USUAL;
  let forced: AudioTranscribe | null = null;

  const force = async (name: string): Promise<void> => {
    leaveState();
    for (const other of frame.querySelectorAll('audio-transcribe'))
      if (other !== live) other.remove();
    // Forgetting stops elements whose user is not known yet, such as a live element that has just begun.
    if (['idle', 'ready', 'failed'].includes(live.state))
      await AudioTranscribe.forgetStored(STAGED_SCOPE).catch(() => undefined);
    const state = STATES[name];
    // Another state may have been chosen meanwhile.
    if (environment.state !== name) return;
    forced = null;
    live.hidden = state !== undefined;
    if (state === undefined) return;
    const element = document.createElement('audio-transcribe');
    element.userKey = STAGED_SCOPE;
    element.noStorage = true;
    element.diarization = true;
    element.readOnly = environment.isReadonly;
    forced = element;
    frame.append(element);
    await state.show(element);
  };

  const applyLook = ({ brand, dir, isReadonly, lang, theme, width }: Environment): void => {
    frame.style.inlineSize = width === '' ? '' : `${width}px`;
    frame.style.colorScheme = theme;
    frame.style.setProperty('--at-accent', brand);
    frame.lang = lang;
    frame.dir = dir || directionOf(lang);
    live.readOnly = isReadonly;
    if (forced !== null) forced.readOnly = isReadonly;
  };

  const apply = (previous: Environment): void => {
    applyLook(environment);
    setStorageFull(environment.isStorageFull);
    if (environment.state !== previous.state) void force(environment.state);
    if (environment.isOffline) goOffline();
    else if (previous.isOffline) goOnline();
  };

  const draw = (): void => {
    render(environmentControls(environment, change), controls);
  };

  const change = (changes: Partial<Environment>): void => {
    const previous = environment;
    environment = { ...environment, ...changes };
    setQuery(queryChangesOf(environment));
    apply(previous);
    draw();
  };

  environment = readEnvironment(location.search, Object.keys(STATES));
  apply(USUAL);
  draw();
  matchMedia('(forced-colors: active)').addEventListener('change', draw);
  live.addEventListener('transcribe-state', ({ state }) => {
    if (state === 'preparing' && environment.state !== '') change({ state: '' });
  });
  return () => forced ?? live;
};
