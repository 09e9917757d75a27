/** The reader of one recording: its store, what listens to it, and what is drawn from it. */
import { html, type TemplateResult } from 'lit';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ref, createRef } from 'lit/directives/ref.js';
import type { ReaderStrings } from '../strings/strings.js';
import {
  createCursor,
  withShownNames,
  type Draft,
  type EditStep,
  type Transcript,
  type TranscriptEdit,
} from '../transcript/index.js';
import { turnToName, type HintMemory } from './edit/name-hint.js';
import { createExportActions } from './export/export-actions.js';
import { renderHeader } from './header/header.js';
import { canSetVolume, createAudio } from './player/audio.js';
import {
  createFocusKeeper,
  isPlayable,
  renderPlayerBar,
  renderPlayerNotices,
} from './player/player-bar.js';
import { playerShortcuts, renderShortcutHelp, runShortcut } from './player/shortcuts.js';
import { createSearchPanel } from './search/search-panel.js';
import { segmentsOf } from './search/search-controller.js';
import { createReaderStore, initialState, type Editing, type Preferences } from './store.js';
import { createTextTools } from './text-tools.js';
import { createToasts } from './toast.js';
import { createFollowing } from './turns/follow.js';
import { createCopying } from './turns/selection.js';
import { createTurnList } from './turns/turn-list.js';
import { createWaveform, type ReadPeaks } from './waveform/waveform.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** One or more URLs of the audio. If one cannot be played, the next one is tried. Null if there is no audio. */
  readonly audio: string | readonly string[] | null;
  /** The audio that the waveform shows; null for none. */
  readonly recording: Blob | string | null;
  /** Names the recording and the exported files. May be empty. */
  readonly title: string;
}

interface CorrectedContent {
  readonly transcript: Transcript;
  /** The transcript without corrections. Its speakers keep their colours. */
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
}

export interface Reading {
  /** Starts over with `onNew`; null hides that button. */
  render(onNew: (() => void) | null): TemplateResult;
  /** Milliseconds. */
  seek(ms: number): void;
  update(content: CorrectedContent): void;
  /** `strings` has the texts of another language now. */
  relabel(): void;
  /** Null if nothing can be corrected, which is the default. */
  setEditing(editing: Editing | null): void;
  /** Drafts that were stored, or changed in another tab. */
  setDrafts(drafts: readonly Draft[]): void;
  /** Stops everything and releases the audio. */
  dispose(): void;
}

/** What the page around a reader does for it. */
export interface ReaderCallbacks {
  /** Called with the indexes of the playing segments whenever they change. */
  readonly onSegment?: (indexes: readonly number[]) => void;
  /** Called with the user's corrections of one step. Throws a RangeError with a message for the user if they don't fit. */
  readonly onEdit?: (step: EditStep) => void;
  /** Called with all texts that were typed, and neither saved nor discarded. */
  readonly onDrafts?: (drafts: readonly Draft[]) => void;
  readonly onUndo?: () => void;
  readonly onRedo?: () => void;
  /** Returns a link to a time in milliseconds. Without it, the reader offers no links. */
  readonly linkTo?: (ms: number) => string;
  /** Announces a sentence politely to screen readers. Each one replaces the one before. */
  readonly announce?: (sentence: string) => void;
  /** Reads the waveform. Without it, the strip shows only who speaks. */
  readonly readPeaks?: ReadPeaks;
}

interface ReadingOptions extends ReaderCallbacks {
  readonly host: ReactiveControllerHost;
  readonly strings: ReaderStrings;
  /** BCP-47 language of the page; undefined for the browser's language. */
  readonly locale: string | undefined;
  readonly preferences: Preferences;
  /** Remembers that the hint about names was shown. */
  readonly hints: HintMemory;
  /** The user's settings have changed; they apply to the next recording too. */
  readonly onPreferences: (preferences: Preferences) => void;
}

export const createReading = (
  { transcript, audio: sources, recording, title }: ReaderContent,
  options: ReadingOptions,
): Reading => {
  const { host, strings, hints } = options;
  const announce = (sentence: string): void => options.announce?.(sentence);
  const cursor = createCursor(transcript.segments);
  const store = createReaderStore(
    initialState(transcript, title, options.preferences, !hints.isSeen()),
  );
  const state = store.getState;

  const audio = createAudio({
    store,
    sources: typeof sources === 'string' ? [sources] : (sources ?? []),
    strings,
    onSeek: () => following.resume(),
    announce,
    onChosen: (file) => showPeaks(file),
  });

  const list = createTurnList({
    ...state(),
    strings,
    onSegment: audio.playFrom,
    onSpeaker: (turn, anchor) => tools.changeSpeakerOf(turn, anchor),
    onCorrect: (segment, point) => tools.correctText(segment, point),
    onFollow: () => following.resume(),
    onViewChange: () => search.controller.refresh(),
    onRowAction: (index) => tools.setActionRow(index),
  });

  createCopying({
    scroller: list.scroller,
    transcript: () =>
      withShownNames(state().transcript, state().identities, strings.numberedSpeaker),
    elementOf: list.elementOf,
  });

  const following = createFollowing({ store, list, cursor, now: audio.now });

  const place = (): number => state().playing[0] ?? list.visible().first;

  let reading = new AbortController();
  const showPeaks = (source: Blob | string): void => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    waveform.setPeaks(null);
    void options.readPeaks?.(source, { signal, onPeaks: waveform.setPeaks }).then(() => {
      if (!signal.aborted) waveform.endPeaks();
    });
  };

  const search = createSearchPanel({
    host,
    store,
    rows: list,
    strings,
    locale: options.locale,
    place,
    seek: audio.seek,
    stopFollowing: () => following.pause(),
    announce,
    field: (name) => within(`.${name}`) as HTMLInputElement | null,
    canReplace: () => state().editing !== null,
    loadReplacing: () => tools.loadReplacing(),
  });

  const toasts = createToasts({ store, strings, announce });

  const tools = createTextTools({ ...options, store, list, audio, notify: toasts.show });

  const exportActions = createExportActions({ store, strings, announce, notify: toasts.show });

  const waveform = createWaveform({ ...state(), cursor, strings, onSeek: audio.seek });

  store.subscribe((now, before) => {
    if (now.playback !== before.playback) {
      waveform.setPosition(now.playback.position);
      if (now.playback.audioLength !== null) waveform.setLength(now.playback.audioLength);
    }
    if (now.playing !== before.playing) options.onSegment?.(now.playing);
    if (now.transcript !== before.transcript) {
      // The Undo button of a toast may no longer refer to the last edit.
      toasts.hide();
      list.update(now.transcript, now.turns, now.speakers);
      waveform.update(now.transcript, now.speakers);
      tools.refreshEditor('rows');
    }
    if (now.edited !== null && before.edited === null) following.pause();
    if (now.playback !== before.playback) tools.refreshEditor('audio');
    if (now.editing !== before.editing) tools.showEditing();
    if (turnToName(now) !== null && turnToName(before) === null) hints.markSeen();
    if (now.search !== before.search) {
      const hits = now.search.kind === 'open' ? segmentsOf(now.search.hits) : [];
      const times = hits.map((index) => transcript.segments[index]?.start_ms ?? 0);
      waveform.setHits(times);
    }
    if (now.preferences !== before.preferences) {
      if (now.preferences.view !== list.view) {
        list.setView(now.preferences.view);
        tools.refreshEditor('rows');
      }
      options.onPreferences(now.preferences);
    }
    host.requestUpdate();
  });

  const root = createRef<HTMLElement>();
  const within = (selector: string): HTMLElement | null =>
    root.value?.querySelector<HTMLElement>(selector) ?? null;

  const prefer = (preferences: Partial<Preferences>): void =>
    store.dispatch({ type: 'preferred', preferences });

  const showShortcuts = (): void => {
    const dialog = within('dialog.shortcuts') as HTMLDialogElement | null;
    // `showModal` throws while the dialog is open.
    if (dialog?.open === false) dialog.showModal();
  };

  const shortcuts = () => [
    ...playerShortcuts({ commands: audio, state, announce, strings, showShortcuts }),
    { keys: ['/'], label: strings.search, run: () => void search.open() },
    ...(state().editing === null
      ? []
      : [
          {
            keys: ['e'],
            label: strings.correctText,
            // Who listens means what is heard.
            run: () =>
              tools.correctText(state().playback.playing ? place() : (list.focused ?? place())),
          },
        ]),
  ];

  const onKeydown = (event: KeyboardEvent): void => {
    if (!tools.undoOrRedo(event)) runShortcut(shortcuts(), event);
  };

  /** Menus and toasts close with the reader. */
  const closing: ReactiveController = {
    hostDisconnected() {
      tools.closeMenu();
      toasts.hide();
    },
  };

  list.setView(state().preferences.view);
  list.setPlayable(sources !== null && sources.length > 0);
  tools.showEditing();
  const controllers = [audio, search.controller, following, closing, createFocusKeeper(within)];
  for (const controller of controllers) host.addController(controller);
  if (recording !== null) showPeaks(recording);
  const volumeCanBeSet = canSetVolume();

  return {
    seek: audio.seek,
    update: (content) => store.dispatch({ type: 'corrected', ...content }),
    relabel() {
      const { transcript: shown, speakers } = state();
      list.relabel();
      tools.relabel();
      tools.showEditing();
      waveform.update(shown, speakers);
      host.requestUpdate();
    },
    setDrafts: (drafts) => store.dispatch({ type: 'drafts', drafts }),
    setEditing(editing) {
      if (editing === null) toasts.hide();
      store.dispatch({ type: 'editing', editing });
    },
    render(onNew) {
      const now = state();
      return html`
        <div
          class="reader ${isPlayable(now.playback) ? '' : 'no-audio'}"
          part="reader"
          tabindex="-1"
          @keydown=${onKeydown}
          ${ref(root)}
        >
          ${renderHeader(now, {
            strings,
            onSearch: () => (now.search.kind === 'open' ? search.close() : void search.open()),
            undo: tools.undo,
            redo: tools.redo,
            onNew,
            exportMenu: exportActions.renderMenu(),
            audio,
            prefer,
            showShortcuts,
          })}
          <slot name="finished"></slot>
          ${exportActions.renderProblem(now.problem)} ${search.render(now)}
          ${renderPlayerBar(now, {
            audio: audio.element,
            waveform: waveform.element,
            canSetVolume: volumeCanBeSet,
            commands: audio,
            strings,
          })}
          ${renderPlayerNotices(now, audio, strings)} ${tools.renderNameHint(now)}
          ${tools.renderDraftNotice(now)} ${list.element} ${tools.popovers}
          ${renderShortcutHelp(shortcuts(), now.editing !== null, strings)}
          ${toasts.render(now.toast)}
        </div>
      `;
    },
    dispose() {
      for (const controller of controllers) host.removeController(controller);
      for (const controller of [search.controller, following, closing])
        controller.hostDisconnected?.();
      reading.abort();
      tools.dispose();
      waveform.dispose();
      list.dispose();
      audio.dispose();
    },
  };
};
