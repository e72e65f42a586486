/**
 * Whether the document itself was opened at an address, and not led there by a link within the page: what a document may
 * load is decided by the address that it was opened at.
 */
export function isDocumentOf(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || new URL(navigation.name).pathname === path;
}
