import { html, type TemplateResult } from 'lit';

/** Both, as some systems know audio only by its ending and others only by its type. */
const RECORDINGS = '.mp3,.m4a,.wav,audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/x-wav';

/** The browser's own file dialogue, opened by our button; `accept` is what may be transcribed by default. */
export const renderFileInput = (
  take: (file: File) => void,
  closed: () => void,
  accept = RECORDINGS,
): TemplateResult => html`
  <input
    type="file"
    hidden
    tabindex="-1"
    aria-hidden="true"
    accept=${accept}
    @cancel=${closed}
    @change=${(event: Event) => {
      const input = event.target as HTMLInputElement;
      const file = input.files?.[0];
      // Choosing the same file again must be a change too.
      input.value = '';
      if (file) take(file);
    }}
  />
`;
