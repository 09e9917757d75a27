import { exportFileName, type ExportedTranscript } from '../../transcript/index.js';

/** Milliseconds: some browsers read the address only after the click has been handled. */
const RELEASE_AFTER = 30_000;

/** Hands a file to the browser's downloads, named after the title. */
export const saveFile = (
  { content, mediaType, extension }: ExportedTranscript,
  title: string,
): void => {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = exportFileName(title, extension);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER);
};
