/** Labels of fields whose names don't read well in a sentence. */
const LABELS: Readonly<Record<string, string>> = {
  q: 'Search text',
  lastKey: 'Cursor',
  imageId: 'Picture ID',
  imageAlt: 'Picture description',
};

/**
 * Returns a pattern for the validation message about a field: "Post ID must be …" for `postId`, or that the field
 * isn't allowed.
 */
export function messageAbout(field: string): RegExp {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, ' ID');
  const label = LABELS[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return new RegExp(`^(${label} .*|The field "${field}" isn't allowed)\\.$`);
}
