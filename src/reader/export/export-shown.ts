/** Exports the transcript that is shown. */
import { TranscribeError, sessionError } from '../../protocol/errors.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { speakerIdentities } from '../../transcript/edits/identities.js';
import type { ExportChoice, ExportFormat } from '../../transcript/exports/formats.js';
import type { SpeakerWords } from '../../transcript/speakers.js';
import type { Transcript } from '../../transcript/transcript.js';
import { loadFiles } from './load-files.js';

/** A transcript, as the service made it and as it was corrected. */
interface Shown {
  readonly original: Transcript | null;
  readonly current: Transcript | null;
  readonly edits: readonly TranscriptEdit[];
  /** For speakers without a name, in the language of the page. */
  readonly words: SpeakerWords;
}

/** Rejects with TranscribeError `configuration` if there is no transcript, and `network` if its code cannot be loaded. */
export const exportShown = async (
  shown: Shown | null,
  title: string,
  format: ExportFormat,
  choice: ExportChoice = {},
): Promise<Blob> => {
  const { current = null, original = null } = shown ?? {};
  if (shown === null || current === null || original === null) {
    throw new TranscribeError(
      'configuration',
      'There is no transcript to export yet: wait for “transcribe-ready”.',
    );
  }
  const { exportTranscript } = await loadFiles().catch((cause: unknown) => {
    throw sessionError('network', { cause });
  });
  const { edits, words } = shown;
  const identities = speakerIdentities({ original, edits });
  const exported = await exportTranscript(current, format, {
    ...choice,
    ...{ edits, identities, title, words },
  });
  return new Blob([exported.content as BlobPart], { type: exported.mediaType });
};
