/** Exports the transcript that is shown. */
import { TranscribeError, sessionError } from '../protocol/errors.js';
import { speakerIdentities } from '../transcript/edits/identities.js';
import type { ExportChoice, ExportFormat } from '../transcript/exports/formats.js';
import type { ShownTranscript } from './shown-transcript.js';
import { loadFiles } from '../reader/reader-downloads.js';

/** Rejects with TranscribeError `configuration` if there is no transcript, and `network` if its code cannot be loaded. */
export const exportShown = async (
  shown: ShownTranscript | null,
  title: string,
  format: ExportFormat,
  choice: ExportChoice = {},
): Promise<Blob> => {
  const { current = null, original = null, edits = [] } = shown ?? {};
  if (current === null || original === null) {
    throw new TranscribeError(
      'configuration',
      'There is no transcript to export yet: wait for “transcribe-ready”.',
    );
  }
  const { exportTranscript } = await loadFiles().catch((cause: unknown) => {
    throw sessionError('network', { cause });
  });
  const identities = speakerIdentities({ original, edits });
  const exported = await exportTranscript(current, format, {
    ...choice,
    ...{ edits, identities, title },
  });
  return new Blob([exported.content as BlobPart], { type: exported.mediaType });
};
