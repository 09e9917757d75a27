import { html, type TemplateResult } from 'lit';

/** File extensions and MIME types. Some systems recognise audio only by one of them. */
const RECORDINGS = '.mp3,.m4a,.wav,audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/x-wav';

/** The formats that can be converted, too. */
export const ANY_RECORDING = `${RECORDINGS},audio/*,video/*,.mkv,.flac,.aiff,.aif,.ogg,.opus,.amr,.3gp`;

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
