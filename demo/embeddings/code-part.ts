/** The part of an HTML file from this tag to its end tag, without the indentation of the file. */
export const partOf = (file: string, tag: string): string => {
  const end = `</${tag}>`;
  const part = file.slice(file.indexOf(`<${tag}`), file.indexOf(end) + end.length);
  const indent = /\n( *)<\/[^\n]*$/.exec(part)?.[1]?.length ?? 0;
  return part.replace(new RegExp(`^ {${indent}}`, 'gm'), '');
};
