export { toClipboard, type ClipboardContent } from './clipboard.js';
export { createCursor, entryPoint, type Cursor } from './cursor.js';
export { edit, redo, startHistory, undo, type EditHistory } from './edits/edit-history.js';
export {
  applyEdit,
  EditError,
  MAX_NAME_LENGTH,
  type EditProblem,
  type TranscriptEdit,
} from './edits/edits.js';
export { durationMismatch } from './time.js';
export { EXPORT_FORMATS, type ExportFormat } from './exports/formats.js';
export { transcriptFingerprint } from './edits/stored-edits.js';
export { parseEdits } from './edits/stored-edits.js';
export { NO_HITS, type SearchHits, type SearchPiece } from './search/search-hits.js';
export { createSearchIndex, type SearchIndex, type SearchOptions } from './search/search.js';
export { speakerIdentities } from './edits/edit-history.js';
export {
  isServiceLabel,
  listSpeakers,
  shownName,
  withShownNames,
  type Speaker,
  type SpeakerIdentities,
  type SpeakerWords,
} from './speakers.js';
export { languageTag } from './plain-text.js';
export { toPassages, wordsOf, type Excerpt, type Passage, type SelectedText } from './passages.js';
export { isRightToLeft, needsSpace } from './plain-text.js';
export {
  TRACK_CELLS,
  trackOrder,
  toSpeakerTracks,
  toTicks,
  wholePercents,
  type SpeakerTrack,
  type TrackSpan,
} from './speaker-tracks.js';
export { silenceFrom, silences, type Silence } from './silences.js';
export { coveredTime, talkTimes } from './speakers.js';
export { currentSegment, nextSegment, previousSegment } from './cursor.js';
export { formatClock, formatDuration, formatSrtTime, formatVttTime, timeParts } from './time.js';
export {
  normaliseTranscript,
  transcriptLength,
  type Segment,
  type Transcript,
  type TranscriptSource,
} from './transcript.js';
export { toParagraphs, toTurns, type Turn } from './turns.js';
