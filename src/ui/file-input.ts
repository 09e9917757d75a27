import type { TemplateResult } from 'lit';
import { html } from './html.js';

/** A hidden file input. `openFileDialog` opens its dialog. `accept`: endings and MIME types. */
export const renderFileInput = (
  take: (files: readonly File[]) => void,
  closed: () => void,
  multiple: boolean,
  accept: string,
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
