/**
 * Words and references that the repository doesn't use. `npm run check` rejects them in every text file; see
 * CONTRIBUTING.md#conventions.
 */

/** A pattern that is rejected, and what to write instead. */
interface BannedPattern {
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (text: string) => new RegExp(`\\b${text}\\b`, 'i');

export const BANNED_PATTERNS: readonly BannedPattern[] = [
  { pattern: word('who(so)?ever'), instead: 'name the role: "the caller", "a member"' },
  { pattern: word('whom'), instead: 'name the person or rephrase' },
  { pattern: word('anew'), instead: 'again' },
  { pattern: word('deeds?'), instead: 'request, action, or result' },
  { pattern: word('(that|who|which|it) is none'), instead: '"is not a valid …" or "otherwise"' },
  { pattern: word('is none of'), instead: 'is not' },
  { pattern: word('(is|are|was|were|be) told of'), instead: 'name the sender: "the server sends …"' },
  { pattern: word('hears? of'), instead: 'receives' },
  { pattern: word('for ever'), instead: 'permanently' },
  { pattern: word("of (its|their|one's|his|her|my|your|our) own"), instead: 'its own' },
  { pattern: word('what there is'), instead: 'name the thing' },
  { pattern: word('who looks'), instead: 'the viewer' },
  { pattern: word('just so'), instead: 'without a reason' },
  { pattern: word('go(es)? on with'), instead: 'continues' },
  { pattern: word('to be had'), instead: 'available' },
  { pattern: word('lest'), instead: 'so that … not' },
  { pattern: word('(some|any|no|every)body'), instead: 'someone, no one, everyone, or the role' },
  { pattern: word('beside'), instead: 'next to, or also' },
  { pattern: word('by now'), instead: 'now' },
  { pattern: word('so many'), instead: 'this many, or the number' },
  { pattern: /\b(design|specification|decision) §/i, instead: 'a link to docs/product.md or an ADR' },
  { pattern: /\bdecisions? \d/i, instead: 'a link to docs/product.md or an ADR' },
  { pattern: /\b(design|decisions|findings)\.md\b/i, instead: 'a document of this repository' },
  { pattern: /\bspecification\.txt\b/i, instead: 'a document of this repository' },
  { pattern: /\bissue #?\d/i, instead: 'the reason itself' },
];

/** Files that are not checked: this list, texts of the demo's members, lists of locked packages, and the license. */
export const UNCHECKED_FILES =
  /^(bin\/word-list\.ts|infra\/local\/seed\/(community|conversations|purchases)\.ts|.*package-lock\.json|LICENSE)$/;
