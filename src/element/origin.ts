/** Where an element is: what its stored jobs are compared with, also after a reload. */
import type { LitElement } from 'lit';
import type { Origin } from '../engine/ports.js';
import { whileConnected } from '../ui/while-connected.js';
import type { ElementSettings } from './settings.js';

type Backends = Pick<ElementSettings, 'backend' | 'backendUrl'>;
type Host = LitElement & Backends & Pick<ElementSettings, 'serviceUrl'>;

/**
 * Identifies an element in its document: by its id or name, by its position among the elements with the same, and by how many
 * there are. If a page adds an unnamed element, the others are not mistaken for each other.
 */
const placeOf = (element: Element): string => {
  const root = element.getRootNode() as Document | ShadowRoot;
  const nameOf = (one: Element): string => one.id || (one.getAttribute('name') ?? '');
  const name = nameOf(element);
  const same = [...root.querySelectorAll(element.localName)].filter((one) => nameOf(one) === name);
  const place = `${name} ${same.indexOf(element) + 1}/${same.length}`;
  return 'host' in root ? `${placeOf(root.host)} ${place}` : place;
};

/** The URL without credentials, query and fragment. Null if there is none. */
const bareUrl = (url: string | null): string | null => {
  if (!url || !URL.canParse(url, document.baseURI)) return null;
  const { origin, pathname } = new URL(url, document.baseURI);
  return origin + pathname.replace(/\/+$/, '');
};

/** `Origin.backend`. */
export const backendOf = ({ backend, backendUrl }: Backends): string | null =>
  backend === null ? bareUrl(backendUrl) : null;

/** The place stays the same while the element is in the page, whatever is added beside it. */
export const createOrigin = (element: Host): (() => Origin) => {
  let place: string | null = null;
  whileConnected(element, () => () => {
    place = null;
  });
  return () => ({
    page: location.pathname + location.search,
    element: (place ??= placeOf(element)),
    service: bareUrl(element.serviceUrl),
    backend: backendOf(element),
  });
};
