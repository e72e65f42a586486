/**
 * Returns the document with a new text between the markers of a section:
 *
 * ```md
 * <!-- item types: written by `npm run generate` -->
 * <!-- /item types -->
 * ```
 *
 * @throws Error if the document lacks one of the markers
 */
export function replaceSection(document: string, name: string, text: string): string {
  const start = `<!-- ${name}: written by \`npm run generate\` -->`;
  const end = `<!-- /${name} -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no place for "${name}". Add "${start}" and "${end}".`);

  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}
