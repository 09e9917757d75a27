/** The three panes: side by side on a wide page, else one at a time behind tabs. */
import { find, connectTabs, showTab } from '../sales/tabs.js';
import { queryOf, setQuery } from './address.js';

const PANES = ['setup', 'subject', 'requests'] as const;
export type Pane = (typeof PANES)[number];

const isPane = (name: string | null): name is Pane => PANES.some((one) => one === name);

/** The visible tab of a narrow page is in its URL, as `?pane=requests`. */
export const connectPanes = () => {
  const tabs = find('#pane-tabs');
  const wide = matchMedia('(min-width: 900px)');
  const named = queryOf('pane');
  let chosen: Pane = isPane(named) ? named : 'subject';

  const draw = (): void => {
    tabs.hidden = wide.matches;
    for (const name of PANES) {
      const pane = find(`#${name}`);
      // A tab panel has the name of its tab. Side by side, the panes are regions with their own names.
      pane.role = wide.matches ? null : 'tabpanel';
      if (wide.matches) pane.hidden = false;
    }
    if (!wide.matches) showTab(tabs, chosen);
  };
  /** Makes a pane visible, also if it is behind its tab. */
  const show = (pane: Pane): void => {
    chosen = pane;
    if (!wide.matches) setQuery({ pane: pane === 'subject' ? null : pane });
    draw();
  };

  connectTabs(tabs, (pane) => {
    if (isPane(pane)) show(pane);
  });
  wide.addEventListener('change', draw);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.skip a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const pane = link.hash.slice(1);
      if (!isPane(pane)) return;
      show(pane);
      find(link.hash).focus();
    });
  }
  draw();
  return { show };
};
