const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** A tag that can stand in an attribute or a file; undefined for what is no BCP-47 tag, and for `auto`. */
export const languageTag = (tag: string | null | undefined): string | undefined =>
  typeof tag === 'string' && LANGUAGE_TAG.test(tag) && tag.toLowerCase() !== 'auto'
    ? tag
    : undefined;
