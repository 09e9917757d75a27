/** What the reader plays and draws of a recording. */
import { openAudio, savesData } from '../browser/exact-audio.js';
import { createPeaksReader } from '../browser/peaks-reader.js';
import type { Source } from '../engine/session/job.js';
import { DeepLinkController } from '../shown/deep-links.js';
import type { TranscriptTools } from '../shown/transcript-view.js';
import type { ElementSettings } from './settings.js';

/** What can be played, the best first: what was uploaded has the times of the transcript. `recording` is drawn. */
export const playedOf = (
  source: Source | null,
  audioUrl: string | null,
): { readonly audio: readonly (Blob | string)[]; readonly recording: Blob | string | null } => {
  const files = source?.kind === 'file' ? [source.converted ?? [], source.file].flat() : [];
  const addresses = [audioUrl, source?.kind === 'address' ? source.fileUrl : null].flatMap(
    (address) => address || [],
  );
  const [address = null] = savesData() ? [] : addresses;
  return { audio: [...files, ...addresses], recording: files[0] ?? address };
};

type PeaksReader = ReturnType<typeof createPeaksReader>;

/** Reads the peaks of a recording for the waveform. */
const readPeaksOf = async (
  recording: Blob | string,
  {
    workerUrl,
    onPeaks,
    ...request
  }: Parameters<PeaksReader>[1] & Pick<Parameters<typeof createPeaksReader>[0], 'workerUrl'>,
): Promise<void> => {
  const read = createPeaksReader({ workerUrl });
  const result = await read(recording, { ...request, ...(onPeaks && { onPeaks }) });
  if (result.kind === 'peaks') onPeaks?.(result.peaks);
};

/** What shows a transcript, with the audio that the browser can read. */
export const toolsWith = (
  {
    ReaderController,
    readerStyles,
    laterCode,
  }: Pick<TranscriptTools, 'ReaderController' | 'readerStyles' | 'laterCode'>,
  element: Pick<ElementSettings, 'workerUrl'>,
  scope: () => string | null | undefined,
  transcriptionId: () => string,
): TranscriptTools => ({
  ...{ ReaderController, readerStyles, laterCode, DeepLinkController, openAudio },
  readPeaks: (source, request) =>
    readPeaksOf(source, {
      ...request,
      workerUrl: () => element.workerUrl,
      transcriptionId: transcriptionId() || null,
      scope,
    }),
});
