/**
 * The overview: one track per speaker over the whole recording, drawn from the segments alone. The drawing is
 * for the pointer and for sighted users. Screen readers get the labels of the tracks; keyboard users have the
 * player's slider.
 */
import { html, nothing, render, svg, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import {
  createCursor,
  shownName,
  timeParts,
  TRACK_CELLS,
  trackOrder,
  toSpeakerTracks,
  toTicks,
  wholePercents,
  transcriptLength,
  type Cursor,
  type SpeakerTrack,
  type Speaker,
  type Transcript,
} from '../../transcript/index.js';
import { speakerBadge, speakerClass, speakerName } from '../speakers.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { createPreview, followPointer } from './pointer.js';

export interface Overview {
  readonly element: HTMLElement;
  /** Moves the playhead, in milliseconds. */
  setPosition(ms: number): void;
  /** Length of the audio in milliseconds. If the transcript is longer, all of it is still shown. */
  setLength(ms: number): void;
  /** Marks the start of each search match, in milliseconds. */
  setHits(times: Float64Array | readonly number[]): void;
  /** Shows a corrected transcript. */
  update(transcript: Transcript, speakers: readonly Speaker[]): void;
  dispose(): void;
}

const drawing = ({ spans }: SpeakerTrack): TemplateResult => {
  const path = spans.map(({ from, end }) => `M${from} 0H${end}V1H${from}z`).join('');
  return html`
    <svg class="track" viewBox="0 0 ${TRACK_CELLS} 1" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<path d=${path} />`}
    </svg>
  `;
};

/** Drawn separately from the tracks, because it changes while the user types a search. */
const ticks = html`
  <svg
    class="ticks"
    viewBox="0 0 ${TRACK_CELLS} 1"
    preserveAspectRatio="none"
    aria-hidden="true"
    hidden
  >
    ${svg`<path />`}
  </svg>
`;

/** More tracks than this scroll. */
const MOST_SHOWN = 8;

export const createOverview = (options: {
  readonly transcript: Transcript;
  readonly speakers: readonly Speaker[];
  /** For the segments of this transcript. */
  readonly cursor: Cursor;
  readonly strings: ReaderStrings;
  /** Milliseconds. */
  readonly onSeek: (ms: number) => void;
}): Overview => {
  const { strings, onSeek } = options;
  let { transcript, speakers } = options;
  let ordered = trackOrder(speakers);
  let tracks: readonly SpeakerTrack[] = [];
  let audioLength = 0;
  let position = 0;
  let hits: Float64Array | readonly number[] = [];
  /** Null after a correction, until it is needed. Most users never point at the timeline. */
  let cursor: Cursor | null = options.cursor;

  const element = document.createElement('figure');
  element.className = 'speaker-tracks';
  element.part.add('speaker-tracks', 'lanes');

  /** Milliseconds that the drawing covers. */
  let length = 0;

  const isNamed = (): boolean => speakers.some(({ name }) => name !== null);

  /** `share` is a fraction of all talk; null to show none. */
  const label = (speaker: Speaker, share: number | null): TemplateResult => html`
    <span class="track-label">
      ${
        !isNamed()
          ? html`<span class="visually-hidden">${strings.speech}</span>`
          : html`${speakerBadge(speaker)}${speakerName(speaker, strings)}`
      }
      ${
        share === null
          ? nothing
          : html`<span class="share tabular">${strings.talkShare(share)}</span>`
      }
      <span class="visually-hidden">${strings.talkLength(timeParts(speaker.talk_ms))}</span>
    </span>
  `;

  /** Expensive. Call only if the segments, the speakers or the length have changed. */
  const measure = (): void => {
    length = Math.max(audioLength, transcriptLength(transcript));
    tracks = toSpeakerTracks(transcript.segments, ordered, length);
  };

  const draw = (): void => {
    element.hidden = transcript.segments.length === 0;
    element.setAttribute('aria-label', strings.talkTime);
    const shares = wholePercents(tracks.map(({ speaker }) => speaker.talk_ms));
    const hasShares = ordered.length > 1 && shares.some((share) => share > 0);
    const many = ordered.length > MOST_SHOWN;
    element.classList.toggle('many', many);
    element.classList.toggle('single', ordered.length === 1);
    element.classList.toggle('unnamed', !isNamed());
    render(
      html`
        <div
          class="tracks-scroller"
          role=${ifDefined(many ? 'group' : undefined)}
          aria-label=${ifDefined(many ? strings.talkTime : undefined)}
          tabindex=${ifDefined(many ? 0 : undefined)}
        >
          ${ticks}
          <ul class="speakers" role="list">
            ${tracks.map(
              (track, index) => html`
                <li class="speaker ${speakerClass(track.speaker)}">
                  ${label(track.speaker, hasShares ? (shares[index] ?? 0) : null)} ${drawing(track)}
                </li>
              `,
            )}
          </ul>
          <div class="surface" aria-hidden="true">
            <div class="playhead"></div>
            <div class="ghost"></div>
          </div>
        </div>
        ${preview.element}
      `,
      element,
    );
  };

  const drawTicks = (): void => {
    const cells = toTicks(hits, length);
    const drawn = element.querySelector('.ticks');
    drawn?.toggleAttribute('hidden', cells.length === 0);
    const path = cells.map((cell) => `M${cell + 0.5} 0V1`).join('');
    drawn?.firstElementChild?.setAttribute('d', path);
  };

  /** The segment of this speaker at the pointer, within the width of one pixel. */
  const segmentAt = (ms: number, width: number, speaker: Speaker | undefined): number | null => {
    cursor ??= createCursor(transcript.segments);
    const until = ms + width;
    for (let time: number | null = ms; time !== null && time < until; time = cursor.next(time)) {
      const found = cursor
        .at(time)
        .findLast((index) => (transcript.segments[index]?.speaker ?? null) === speaker?.name);
      if (found !== undefined) return found;
    }
    return null;
  };

  const preview = createPreview(element);
  measure();
  draw();
  const surface = element.querySelector<HTMLElement>('.surface') ?? element;

  const setFraction = (name: string, ms: number): void => {
    const fraction = length > 0 ? Math.min(1, Math.max(0, ms / length)) : 0;
    surface.style.setProperty(name, fraction.toFixed(5));
  };

  const redraw = (): void => {
    measure();
    draw();
    drawTicks();
    setFraction('--_position', position);
  };

  /** The speaker whose track is at this window coordinate. All tracks have the same height. */
  const speakerAt = (clientY: number): Speaker | undefined => {
    const rows = element.querySelector('.speakers')?.getBoundingClientRect();
    if (!rows || rows.height === 0) return undefined;
    const row = Math.floor(((clientY - rows.top) / rows.height) * ordered.length);
    return ordered[Math.min(Math.max(0, row), ordered.length - 1)];
  };

  const stopFollowing = followPointer(surface, {
    onPoint: (point) => {
      if (point === null) {
        surface.classList.remove('pointed');
        preview.hide();
        return;
      }
      const ms = point.across * length;
      const speaker = speakerAt(point.clientY);
      const index = segmentAt(ms, point.pixel * length, speaker);
      const segment = index === null ? undefined : transcript.segments[index];
      surface.classList.add('pointed');
      setFraction('--_ghost', ms);
      preview.show({
        ms,
        point,
        segment,
        speaker: segment && speaker,
        name: segment && speaker && isNamed() ? shownName(speaker, strings) : '',
      });
    },
    onPress: (across) => onSeek(across * length),
  });

  return {
    element,
    setPosition(ms) {
      if (ms === position) return;
      position = ms;
      setFraction('--_position', ms);
    },
    setLength(ms) {
      if (ms === audioLength) return;
      audioLength = ms;
      redraw();
    },
    setHits(times) {
      hits = times;
      drawTicks();
    },
    update(changed, people) {
      transcript = changed;
      speakers = people;
      ordered = trackOrder(speakers);
      cursor = null;
      redraw();
    },
    dispose: stopFollowing,
  };
};
