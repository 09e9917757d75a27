/** The files of a page, below the page, each with a button that copies it. */
import { html, render } from 'lit';
import { copyBlock } from '../sales/copy-block.js';
import { find } from '../sales/find.js';

/** Shows the files by name in the page's `#code`. */
export const showCode = (files: Readonly<Record<string, string>>): void => {
  render(
    Object.entries(files).map(
      ([name, code]) => html`
        <h3>${name}</h3>
        ${copyBlock(name, code.trim())}
      `,
    ),
    find('#code'),
  );
};
