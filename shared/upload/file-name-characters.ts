/**
 * The characters that the name of a stored file can have: letters, combining marks, and numbers of any script, emoji, the
 * space, and punctuation without a meaning in file systems, shells, HTTP headers, and S3 keys. This excludes slashes,
 * straight quotes, control characters and invisible direction marks (which can make "gpj.exe" read "exe.jpg").
 *
 * Except for {@link FILLERS}, invisible characters are allowed only inside an emoji: the joiner of two pictographs, and
 * the tags of the flags of England, Scotland, and Wales. Flags of countries are pairs of regional indicators.
 *
 * The alternatives, in order: one visible character, the flag of a country, a joiner, and the tags of a flag. Each
 * matches by its first character alone, so matching takes linear time. See docs/adr/0007-file-names.md.
 */
const STORABLE =
  /[\p{L}\p{M}\p{N} ._\-–—()[\]{}+,;@#%&=!~$^’‘“”«»·\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Regional_Indicator}{2}|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

/**
 * The Hangul fillers: letters that look like spaces. They can push the real ending of a name out of sight. Earlier
 * versions accepted them, so names and keys of stored files may have them.
 */
const FILLERS = /[\u115F\u1160\u3164\uFFA0]/gu;

/** Removes all characters that a new file name may not have. */
export function removeDisallowed(name: string): string {
  return keepStorable(name.replace(FILLERS, ''));
}

/** Returns whether a new file name has only allowed characters. */
export function hasOnlyAllowedCharacters(name: string): boolean {
  return removeDisallowed(name) === name;
}

/** Returns whether a name has only characters that this or an earlier version accepted. */
export function hasOnlyStorableCharacters(name: string): boolean {
  return keepStorable(name) === name;
}

/** Removes all characters that the name of a stored file can't have. */
function keepStorable(name: string): string {
  return name.match(STORABLE)?.join('') ?? '';
}
