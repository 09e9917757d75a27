/** The reader of one recording: its store, what listens to it, and what is drawn from it. */
import { html, type TemplateResult } from 'lit';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ref, createRef } from 'lit/directives/ref.js';
import type { ReaderStrings } from '../strings/strings.js';
import { createCursor, currentSegment } from '../transcript/cursor.js';
import { withShownNames } from '../transcript/speakers.js';
import type { Transcript } from '../transcript/transcript.js';
import { turnToName, type HintMemory } from './edit/name-hint.js';
import { createExportActions } from './export/export-actions.js';
import { createHeader } from './header/header.js';
import { createAudio } from './player/audio.js';
import { createFocusKeeper, createPlayerBar, isPlayable } from './player/player-bar.js';
import { playerShortcuts, renderShortcutHelp, runShortcut } from './player/shortcuts.js';
import { createSearchPanel } from './search/search-panel.js';
import { segmentsOf } from './search/search-controller.js';
import {
  createReaderStore,
  initialState,
  type Preferences,
  type ReaderCallbacks,
} from './store.js';
import { createTextTools } from './text-tools.js';
import { createToasts } from './toast.js';
import { createFollowing } from './turns/follow.js';
import { createCopying } from './turns/selection.js';
import { createTurnList } from './turns/turn-list.js';
import { createWaveform } from './waveform/waveform.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** One or more URLs of the audio. If one cannot be played, the next one is tried. Null if there is no audio. */
  readonly audio: string | readonly string[] | null;
  /** The audio that the waveform shows; null for none, which is the default. */
  readonly recording?: Blob | string | null;
  readonly title: string;
}

export type Reading = ReturnType<typeof createReading>;

interface ReadingOptions extends ReaderCallbacks {
  readonly host: ReactiveControllerHost;
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly preferences: Preferences;
  readonly hints: HintMemory;
  /** The user's settings have changed; they apply to the next recording too. */
  readonly onPreferences: (preferences: Preferences) => void;
}

/** Makes the parts of a reader. Each one knows the store, and only those that were made before it. */
export const createReading = (
  { transcript, audio: sources, recording = null, title }: ReaderContent,
  options: ReadingOptions,
) => {
  const { host, strings, locale, hints } = options;
  const cursor = createCursor(transcript.segments);
  const store = createReaderStore(
    initialState(transcript, title, options.preferences, { hint: !hints.isSeen(), recording }),
  );
  const context = {
    ...{ host, store, strings },
    announce: (sentence: string): void => options.announce?.(sentence),
  };
  const { getState: state, dispatch } = store;

  const audio = createAudio(context, typeof sources === 'string' ? [sources] : (sources ?? []));
  const waveform = createWaveform({ ...state(), cursor, strings, onSeek: audio.seek });
  const player = createPlayerBar(audio, waveform.element, strings);
  const list = createTurnList(context, audio.playFrom);
  createCopying(list, () =>
    withShownNames(state().transcript, state().identities, strings.numberedSpeaker),
  );
  const following = createFollowing(store, list, cursor, audio.now);
  const toasts = createToasts(context);
  const tools = createTextTools(context, options, list, audio);
  const search = createSearchPanel(context, {
    ...{ rows: list, locale, seek: audio.seek, loadReplacing: tools.loadReplacing },
  });
  const exportActions = createExportActions(context);

  let reading = new AbortController();
  const readPeaks = (source: Blob | string | null): void => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    waveform.setPeaks(null);
    if (source === null) return;
    void options.readPeaks?.(source, { signal, onPeaks: waveform.setPeaks }).then(() => {
      if (!signal.aborted) waveform.endPeaks();
    });
  };

  store.subscribe((now, before) => {
    if (now === before) return;
    if (now.playback !== before.playback) {
      waveform.setPosition(now.playback.position);
      if (now.playback.audioLength !== null) waveform.setLength(now.playback.audioLength);
    }
    if (now.playing !== before.playing) options.onSegment?.(now.playing);
    if (now.transcript !== before.transcript) waveform.update(now.transcript, now.speakers);
    if (now.recording !== before.recording) readPeaks(now.recording);
    if (turnToName(now) !== null && turnToName(before) === null) hints.markSeen();
    if (now.search !== before.search) {
      const hits = now.search.kind === 'open' ? segmentsOf(now.search.hits) : [];
      waveform.setHits(hits.map((index) => transcript.segments[index]?.start_ms ?? 0));
    }
    if (now.preferences !== before.preferences) options.onPreferences(now.preferences);
    host.requestUpdate();
  });

  const root = createRef<HTMLElement>();
  const within = (selector: string): HTMLElement | null =>
    root.value?.querySelector<HTMLElement>(selector) ?? null;

  const showShortcuts = (): void => {
    const dialog = within('dialog.shortcuts') as HTMLDialogElement | null;
    // `showModal` throws while the dialog is open.
    if (dialog?.open === false) dialog.showModal();
  };

  const header = createHeader(context, {
    ...{ audio, showShortcuts, undo: tools.undo, redo: tools.redo },
    onSearch: () => (state().search.kind === 'open' ? search.close() : void search.open()),
    exportMenu: exportActions.renderMenu,
  });

  /** Who listens means what is heard. */
  const correctHere = (): void => {
    const { playback, playing } = state();
    const heard = playing[0] ?? currentSegment(transcript.segments, playback.position);
    const segment = (playback.playing ? heard : list.focused) ?? list.place();
    dispatch({ type: 'correct', segment });
  };

  const shortcuts = () => [
    ...playerShortcuts(context, audio, showShortcuts),
    { keys: ['/'], label: strings.search, run: () => void search.open() },
    ...(state().editing === null
      ? []
      : [{ keys: ['e'], label: strings.correctText, run: correctHere }]),
  ];

  const onKeydown = (event: KeyboardEvent): void => {
    if (!tools.undoOrRedo(event)) runShortcut(shortcuts(), event);
  };

  const controllers: readonly ReactiveController[] = [
    ...[audio, search.controller, following, tools, toasts, createFocusKeeper(within)],
  ];
  for (const controller of controllers) host.addController(controller);
  if (recording !== null) readPeaks(recording);

  return {
    seek: audio.seek,
    dispatch,
    /** `strings` has the texts of another language now. */
    relabel(): void {
      const { transcript: shown, speakers } = state();
      list.relabel();
      tools.relabel();
      waveform.update(shown, speakers);
      host.requestUpdate();
    },
    /** `onNew` starts over with another recording; null hides that button. */
    render(onNew: (() => void) | null): TemplateResult {
      const now = state();
      return html`
        <div
          class="reader ${isPlayable(now.playback) ? '' : 'no-audio'}"
          part="reader"
          tabindex="-1"
          @keydown=${onKeydown}
          ${ref(root)}
        >
          ${header(now, onNew)}
          <slot name="finished"></slot>
          ${exportActions.renderProblem(now.problem)} ${search.render(now)} ${player.render(now)}
          ${player.renderNotices(now)} ${tools.renderNameHint(now)} ${tools.renderDraftNotice(now)}
          ${list.element} ${tools.popovers}
          ${renderShortcutHelp(shortcuts(), now.editing !== null, strings)}
          ${toasts.render(now.toast)}
        </div>
      `;
    },
    dispose(): void {
      // It must release the media session after it has paused, so it comes first.
      audio.dispose();
      for (const controller of controllers) {
        host.removeController(controller);
        controller.hostDisconnected?.();
      }
      reading.abort();
      tools.dispose();
      waveform.dispose();
      list.dispose();
    },
  };
};
