export { firstIndex } from './binary-search.js';
export { toClipboard, type ClipboardContent } from './clipboard.js';
export {
  createCursor,
  currentSegment,
  entryPoint,
  nextSegment,
  previousSegment,
  silenceFrom,
  silences,
  type Cursor,
  type Silence,
} from './cursor.js';
export { draftedParagraph, withDraft, type Draft } from './edits/drafts.js';
export {
  mergeCorrections,
  NO_CORRECTIONS,
  parseCorrections,
  toCorrectionsRecord,
  type CorrectionsRecord,
} from './edits/corrections.js';
export {
  correctParagraph,
  paragraphText,
  segmentFrom,
  segmentStarts,
  wordsIn,
  type SegmentRange,
  type Word,
} from './edits/align-words.js';
export {
  edit,
  redo,
  speakerIdentities,
  startHistory,
  undo,
  type EditHistory,
  type EditStep,
} from './edits/edit-history.js';
export {
  EditError,
  MAX_NAME_LENGTH,
  type EditProblem,
  type TranscriptEdit,
} from './edits/edits.js';
export { parseEdits, transcriptFingerprint } from './edits/stored-edits.js';
export { EXPORT_FORMATS, type ExportFormat } from './exports/formats.js';
export { toPassages, wordsOf, type Excerpt, type Passage, type SelectedText } from './passages.js';
export { isRightToLeft, languageTag, needsSpace } from './plain-text.js';
export { createSearchIndex, NO_HITS, type SearchHits, type SearchIndex } from './search/search.js';
export { filterHits, NO_FILTER, type HitFilter } from './search/filter.js';
export { replaceHits } from './search/replace.js';
export {
  isServiceLabel,
  listSpeakers,
  shownName,
  withShownNames,
  type Speaker,
  type SpeakerIdentities,
} from './speakers.js';
export {
  durationMismatch,
  formatClock,
  formatDuration,
  formatSrtTime,
  formatVttTime,
  parseClock,
  timeParts,
} from './time.js';
export {
  normaliseTranscript,
  transcriptLength,
  type Segment,
  type Transcript,
  type TranscriptSource,
} from './transcript.js';
export { toParagraphs, toTurns, type Turn } from './turns.js';
