/**
 * The overview: one track per speaker over the whole recording, drawn from the segments alone. The drawing is
 * for the pointer and for sighted users. Screen readers get the labels of the tracks; keyboard users have the
 * player's slider.
 */
import { html, nothing, render, svg, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import {
  shownName,
  timeParts,
  TRACK_CELLS,
  trackOrder,
  toSpeakerTracks,
  toTicks,
  wholePercents,
  type SpeakerTrack,
  type Speaker,
} from '../../transcript/index.js';
import { speakerBadge, speakerClass, speakerName } from '../speakers.js';
import {
  createPreview,
  followPointer,
  Timeline,
  type TimelineOptions,
  type TimelineView,
} from './timeline.js';

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

export const createOverview = (options: TimelineOptions): TimelineView => {
  const { strings, onSeek } = options;
  const timeline = new Timeline(options);
  let ordered = trackOrder(timeline.speakers);
  let tracks: readonly SpeakerTrack[] = [];
  let hits: readonly number[] = [];

  const element = document.createElement('figure');
  element.className = 'speaker-tracks';
  element.part.add('speaker-tracks', 'lanes');

  /** `share` is a fraction of all talk; null to show none. */
  const label = (speaker: Speaker, share: number | null): TemplateResult => html`
    <span class="track-label">
      ${
        !timeline.isNamed
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
    timeline.measure();
    tracks = toSpeakerTracks(timeline.transcript.segments, ordered, timeline.length);
  };

  const draw = (): void => {
    element.hidden = timeline.transcript.segments.length === 0;
    element.setAttribute('aria-label', strings.talkTime);
    const shares = wholePercents(tracks.map(({ speaker }) => speaker.talk_ms));
    const hasShares = ordered.length > 1 && shares.some((share) => share > 0);
    const many = ordered.length > MOST_SHOWN;
    element.classList.toggle('many', many);
    element.classList.toggle('single', ordered.length === 1);
    element.classList.toggle('unnamed', !timeline.isNamed);
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
    const cells = toTicks(hits, timeline.length);
    const drawn = element.querySelector('.ticks');
    drawn?.toggleAttribute('hidden', cells.length === 0);
    const path = cells.map((cell) => `M${cell + 0.5} 0V1`).join('');
    drawn?.firstElementChild?.setAttribute('d', path);
  };

  /** The segment of this speaker at the pointer, within the width of one pixel. */
  const segmentAt = (ms: number, width: number, speaker: Speaker | undefined): number | null => {
    const { cursor, transcript } = timeline;
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

  const setFraction = (name: string, ms: number): void =>
    surface.style.setProperty(name, timeline.fractionOf(ms).toFixed(5));

  const redraw = (): void => {
    measure();
    draw();
    drawTicks();
    setFraction('--_position', timeline.position);
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
      const { transcript, length, isNamed } = timeline;
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
        name: segment && speaker && isNamed ? shownName(speaker, strings) : '',
      });
    },
    onPress: (across) => onSeek(across * timeline.length),
  });

  return {
    element,
    setPosition(ms) {
      if (ms === timeline.position) return;
      timeline.position = ms;
      setFraction('--_position', ms);
    },
    setLength(ms) {
      if (ms === timeline.audioLength) return;
      timeline.audioLength = ms;
      redraw();
    },
    setHits(times) {
      hits = times;
      drawTicks();
    },
    update(changed, people) {
      timeline.correct(changed, people);
      ordered = trackOrder(people);
      redraw();
    },
    dispose: stopFollowing,
  };
};
