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
  const startMarker = `<!-- ${name}: written by \`npm run generate\` -->`;
  const endMarker = `<!-- /${name} -->`;
  const startIndex = document.indexOf(startMarker);
  const endIndex = document.indexOf(endMarker);
  if (startIndex < 0 || endIndex < startIndex) {
    throw new Error(`The document has no place for "${name}". Add "${startMarker}" and "${endMarker}".`);
  }

  return `${document.slice(0, startIndex + startMarker.length)}\n\n${text}\n\n${document.slice(endIndex)}`;
}
