/** A piece of a text: plain, or a link if `href` is set. */
interface Piece {
  readonly text: string;
  readonly href?: string;
}

/**
 * Matches a link and everything that could belong to it. Stops at invisible characters, quotes, full stops of other
 * scripts, and the next link.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}_@])(?:https?:\/\/|www\.)(?:(?![,;]https?:\/\/)[^\s\p{C}\p{Z}<>"“”„«»`。、，！？；：「」『』（）《》【】])+/giu;

/** Matches a character that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'’*_~…]$/u;

/** The opening bracket of each closing bracket. */
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text into plain pieces and http(s) links. The joined pieces are the original text. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let lastLinkEnd = 0;

  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const link = trimTrailing(candidate);
    const href = toHref(link);
    if (!href) continue;

    if (index > lastLinkEnd) pieces.push({ text: text.slice(lastLinkEnd, index) });
    pieces.push({ text: link, href });
    lastLinkEnd = index + link.length;
  }

  if (lastLinkEnd < text.length) pieces.push({ text: text.slice(lastLinkEnd) });
  return pieces;
}

/** Removes trailing punctuation, and a closing bracket that was opened before the link. */
function trimTrailing(candidate: string): string {
  let link = candidate;
  for (;;) {
    const lastCharacter = link.at(-1) ?? '';
    const openingBracket = BRACKETS[lastCharacter];
    const isUnopened =
      openingBracket !== undefined && link.split(openingBracket).length < link.split(lastCharacter).length;
    if (!isUnopened && !TRAILING.test(link)) return link;
    link = link.slice(0, -1);
  }
}

/**
 * Returns the URL of a link, or undefined if the text is not a safe URL. URLs with a user name are rejected, because
 * `https://bank.example@evil.example` opens evil.example.
 */
function toHref(link: string): string | undefined {
  const address = /^www\./i.test(link) ? `https://${link}` : link;
  if (!URL.canParse(address)) return undefined;

  const { protocol, hostname, username, password, href } = new URL(address);
  const isDomainName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(hostname);
  return /^https?:$/.test(protocol) && isDomainName && !username && !password ? href : undefined;
}
