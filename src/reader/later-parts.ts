/** The parts of the reader that nobody needs to read or to play. Loaded after the first drawing, or when they are used. */
import type {
  CSSResult,
  nothing,
  ReactiveController,
  ReactiveControllerHost,
  TemplateResult,
} from 'lit';
import type { Cursor } from '../transcript/cursor.js';
import { html } from '../ui/html.js';
import { createDraftNotice } from './edit/draft-notice.js';
import { editDialogStyles } from './edit/edit-dialog.styles.js';
import { editStyles } from './edit/edit.styles.js';
import { createExportActions, exportStyles } from './export/export-actions.js';
import { openModal } from './focus-return.js';
import { createMoreMenu } from './header/more-menu.js';
import { menuStyles } from './menu.js';
import type { Audio } from './player/audio.js';
import type { AudioSource } from './player/playback.js';
import { renderShortcutHelp, shortcutStyles, type CharacterKeys } from './player/shortcut-help.js';
import type { Shortcut } from './player/shortcuts.js';
import { segmentsOf } from './search/search-controller.js';
import { createSearchPanel, searchStyles } from './search/search-panel.js';
import type { ReaderCallbacks, ReaderContext, ReaderState } from './store.js';
import { createTextTools } from './text-tools.js';
import { createToasts, toastStyles } from './toast.js';
import { createCopying, selectedTexts } from './turns/copying.js';
import type { TurnList } from './turns/turn-list.js';
import type { WaveformPeaks } from './waveform/bars.js';
import { createWaveform } from './waveform/waveform.js';
import { waveformStyles } from './waveform/waveform.styles.js';

/** Use together with `readerStyles`. */
const laterStyles: CSSResult[] = [
  // The menu's own styles come after it.
  exportStyles,
  shortcutStyles,
  waveformStyles,
  searchStyles,
  menuStyles,
  editStyles,
  editDialogStyles,
  toastStyles,
];

const createLaterParts = (
  context: ReaderContext & { readonly host: ReactiveControllerHost },
  callbacks: ReaderCallbacks,
  reading: {
    readonly list: TurnList;
    readonly audio: Audio;
    readonly cursor: Cursor;
    /** BCP-47 language of the page; undefined for the browser's. */
    readonly locale: string | undefined;
    /** The audio that the waveform shows, as it is played; null if there is none yet. */
    readonly drawn: AudioSource | null;
    readonly moreButton: HTMLElement;
    readonly onNew: () => (() => void) | null;
    readonly shortcuts: () => readonly Shortcut[];
  },
) => {
  const { host, store, strings } = context;
  const { list, audio, cursor, locale, moreButton, onNew, shortcuts } = reading;
  const { getState: state } = store;
  let peaks: WaveformPeaks | null = null;
  let measuring = new AbortController();

  const waveform = createWaveform({ ...state(), cursor, strings, onSeek: audio.seek });
  const settled = (): ReaderState => {
    store.dispatch({ type: 'settle' });
    return state();
  };
  createCopying(list, settled, strings);
  const toasts = createToasts(context);
  const tools = createTextTools(context, callbacks, list, audio, () => peaks);
  const search = createSearchPanel(context, {
    ...{ rows: list, locale, seek: audio.seek, loadReplacing: tools.loadReplacing },
  });
  const exporting = createExportActions(
    context,
    () => selectedTexts(list, state().transcript),
    locale,
  );

  const showShortcuts = (): void => {
    const dialog = list.element.parentElement?.querySelector<HTMLDialogElement>('dialog.shortcuts');
    if (dialog) openModal(dialog);
  };
  const more = createMoreMenu(context, { button: moreButton, audio, showShortcuts, onNew });

  /** Draws how loud this audio is; null draws only who speaks. */
  const draw = (source: AudioSource | null): void => {
    measuring.abort();
    measuring = new AbortController();
    const { signal } = measuring;
    peaks = null;
    waveform.setPeaks(null);
    if (source === null) return;
    let measured = 0;
    const onPeaks = (heard: WaveformPeaks): void => {
      peaks = heard;
      measured = heard.levels.length * heard.bucketMs;
      waveform.setPeaks(heard);
    };
    void callbacks.readPeaks?.(source, { signal, onPeaks }).then(() => {
      if (signal.aborted) return;
      waveform.endPeaks();
      audio.setMeasured(measured);
    });
  };

  const characterKeys = ({ preferences }: ReaderState): CharacterKeys | null =>
    callbacks.allowsCharacterKeys?.() === false
      ? null
      : {
          areOn: preferences.characterKeys,
          set: (on) => store.dispatch({ type: 'preferred', preferences: { characterKeys: on } }),
        };

  const showPlayback = ({ playback: { position, audioLength } }: ReaderState): void => {
    waveform.setPosition(position);
    if (audioLength !== null) waveform.setLength(audioLength);
  };

  store.subscribe((now, before) => {
    if (now.playback !== before.playback) showPlayback(now);
    if (now.transcript !== before.transcript) waveform.update(now.transcript, now.speakers);
    if (now.search !== before.search) {
      const hits = now.search.kind === 'open' ? segmentsOf(now.search.hits) : [];
      waveform.setHits(hits.map((index) => now.transcript.segments[index]?.start_ms ?? 0));
    }
  });
  showPlayback(state());
  draw(reading.drawn);

  const controllers: readonly ReactiveController[] = [search.controller, tools, toasts];
  for (const controller of controllers) host.addController(controller);

  return {
    waveform: waveform.element,
    exportDialog: exporting.element,
    moreMenu: more.element,
    draw,
    /** True once some of the audio was measured. */
    isMeasured: () => peaks !== null,
    exporting,
    showShortcuts,
    undo: tools.undo,
    redo: tools.redo,
    openSearch: search.open,
    toggleSearch: (): void =>
      state().search.kind === 'open' ? search.close() : void search.open(),
    /** Does more of the same if the key press asks for it. Returns false for other keys. */
    runMore: toasts.runMore,
    renderDraft: createDraftNotice(context, callbacks),
    renderSearch: (now: ReaderState): TemplateResult | typeof nothing => search.render(now),
    /** What lies over the text. Place it last in the reader. */
    render: (now: ReaderState): TemplateResult => html`
      ${tools.popovers}
      ${renderShortcutHelp(
        {
          shortcuts: shortcuts(),
          canEdit: now.editing !== null,
          characterKeys: characterKeys(now),
        },
        strings,
      )}
      ${toasts.render(now.toast)}
    `,
    /** Call it after the rows were made again. */
    relabel(): void {
      tools.relabel();
      more.relabel();
      exporting.relabel();
      waveform.update(state().transcript, state().speakers);
    },
    dispose(): void {
      for (const controller of controllers) {
        host.removeController(controller);
        controller.hostDisconnected?.();
      }
      measuring.abort();
      tools.dispose();
      waveform.dispose();
    },
  };
};

export type LaterParts = ReturnType<typeof createLaterParts>;

export const laterCode = { createLaterParts, laterStyles };
export type LaterCode = typeof laterCode;
