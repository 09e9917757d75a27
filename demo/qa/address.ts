/** The query of the page's URL. Each part of the console owns its own names, and leaves the others alone. */

export const queryOf = (name: string): string | null =>
  new URLSearchParams(location.search).get(name);

/** The search part of a URL with these changes; null removes a name. */
export const changedSearch = (
  search: string,
  changes: Readonly<Record<string, string | null>>,
): string => {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const changed = query.toString();
  return changed === '' ? '' : `?${changed}`;
};

/** Changes the URL without a new entry in the history. */
export const setQuery = (changes: Readonly<Record<string, string | null>>): void =>
  history.replaceState(
    null,
    '',
    `${location.pathname}${changedSearch(location.search, changes)}${location.hash}`,
  );
