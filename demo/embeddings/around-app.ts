/** What surrounds each app: buttons that copy its code, the red bar of the faults, and what a reload must not lose. */
import '../faults/bar.css';
import { showEachAfterReload } from '../after-reload.js';
import { startFaultBar } from '../faults/bar.js';
import { copyButton } from '../sales/copy-block.js';
import { find } from '../sales/tabs.js';
import { render } from 'lit';

for (const block of document.querySelectorAll<HTMLElement>('.copy-block'))
  render(copyButton(block.textContent), block);

const place = document.createElement('div');
place.className = 'fault-bar';
document.body.prepend(place);
const back = find<HTMLAnchorElement>('.target a');
startFaultBar({ place, console: new URL('demo/qa.html', back.href).href, isAbovePage: true });
showEachAfterReload();
