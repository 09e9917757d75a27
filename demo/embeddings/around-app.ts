/** What surrounds each app: its files below it, each with a button that copies it, and the red bar of the faults. */
import '../faults/bar.css';
import { html, render } from 'lit';
import { startFaultBar } from '../faults/bar.js';
import { copyBlock } from '../sales/copy-block.js';
import { find } from '../sales/tabs.js';

const showFaultBar = (): void => {
  const place = document.createElement('div');
  place.className = 'fault-bar';
  document.body.prepend(place);
  const back = find<HTMLAnchorElement>('.target a');
  startFaultBar({ place, console: new URL('qa.html', back.href).href, isAbovePage: true });
};

/** Shows the files by name in the page's `#code`. */
export const showAround = (files: Readonly<Record<string, string>>): void => {
  showFaultBar();
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
