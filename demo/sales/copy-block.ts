/** Code with a button that copies it. */
import { html, type TemplateResult } from 'lit';

/** False if the browser does not allow it. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

const copy = async (event: Event, code: string): Promise<void> => {
  const button = event.currentTarget as HTMLButtonElement;
  button.textContent = (await copyText(code)) ? 'Copied' : 'Select the text to copy it';
};

export const copyButton = (code: string): TemplateResult =>
  html`<button type="button" @click=${(event: Event) => void copy(event, code)}>Copy</button>`;

export const copyBlock = (label: string, code: string): TemplateResult => html`
  <div class="copy-block">
    <pre tabindex="0" dir="ltr" aria-label=${label}><code>${code}</code></pre>
    ${copyButton(code)}
  </div>
`;
