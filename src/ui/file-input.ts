import { html, type TemplateResult } from 'lit';

/** File extensions and MIME types. Some systems recognise audio only by one of them. */
const RECORDINGS = '.mp3,.m4a,.wav,audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/x-wav';

/** The formats that can be converted, too. iOS greys out a file unless its MIME type is listed beside its extension. */
export const ANY_RECORDING = [
  ...[RECORDINGS, 'audio/*', 'video/*'],
  ...['.flac', 'audio/flac', '.aiff', '.aif', 'audio/aiff', 'audio/x-aiff', '.aac', 'audio/aac'],
  ...['.ogg', '.opus', 'audio/ogg', '.webm', 'audio/webm', 'video/webm', '.amr', 'audio/amr'],
  ...['.3gp', 'audio/3gpp', 'video/3gpp', '.mp4', 'video/mp4', '.mov', 'video/quicktime'],
  ...['.mkv', 'video/x-matroska', 'audio/x-matroska'],
].join();

/** A hidden file input. `openFileDialog` opens its dialog. Default for `accept`: the formats that can be transcribed. */
export const renderFileInput = (
  take: (files: readonly File[]) => void,
  closed: () => void,
  multiple = false,
  accept = RECORDINGS,
): TemplateResult => html`
  <input
    type="file"
    hidden
    tabindex="-1"
    aria-hidden="true"
    accept=${accept}
    ?multiple=${multiple}
    @cancel=${closed}
    @change=${(event: Event) => {
      const input = event.target as HTMLInputElement;
      const files = [...(input.files ?? [])];
      // Otherwise choosing the same file again would fire no `change` event.
      input.value = '';
      if (files.length > 0) take(files);
    }}
  />
`;

/** Opens the dialog of the file input in this root. */
export const openFileDialog = (root: ParentNode): void =>
  root.querySelector<HTMLInputElement>('input[type=file]')?.click();
