export { createCursor, entryPoint, type Cursor } from './cursor.js';
export { durationMismatch } from './duration.js';
export {
  EXPORT_FORMATS,
  exportFileName,
  exportTranscript,
  type ExportedTranscript,
  type ExportFormat,
} from './exports/index.js';
export { LANE_CELLS, laneOrder, toLanes, toTicks, type Lane, type LaneSpan } from './lanes.js';
export { silenceFrom, silences, type Silence } from './silences.js';
export { listSpeakers, type Speaker } from './speakers.js';
export { coveredTime, talkTimes } from './statistics.js';
export { currentSegment, nextSegment, previousSegment } from './steps.js';
export { formatClock, formatDuration, formatSrtTime, formatVttTime, timeParts } from './time.js';
export {
  normaliseTranscript,
  transcriptLength,
  type Segment,
  type Transcript,
} from './transcript.js';
export { toTurns, type Turn } from './turns.js';
