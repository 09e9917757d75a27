export { toClipboard, type ClipboardContent } from './clipboard.js';
export { toCues, type Cue, type CueLimits } from './cues.js';
export { createCursor, entryPoint, type Cursor } from './cursor.js';
export {
  EXPORT_FORMATS,
  exportFileName,
  exportTitle,
  exportTranscript,
  type ExportedTranscript,
  type ExportFormat,
  type ExportOptions,
} from './exports/index.js';
export { languageTag } from './language-tag.js';
export { toPassages, wordsOf, type Excerpt, type Passage, type SelectedText } from './passages.js';
export { isRightToLeft } from './plain-text.js';
export { listSpeakers, type Speaker } from './speakers.js';
export { coveredTime, talkTimes } from './statistics.js';
export { formatClock, formatDuration, formatSrtTime, formatVttTime, timeParts } from './time.js';
export {
  normaliseTranscript,
  transcriptLength,
  type Segment,
  type Transcript,
} from './transcript.js';
export { toTurns, type Turn } from './turns.js';
