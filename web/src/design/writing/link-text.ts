/** A piece of a text: plain, or a link with its address. */
interface Piece {
  readonly text: string;
  readonly href?: string;
}

/**
 * Where a link may begin, and all that could belong to it: nothing invisible, no quotes, no full stops of other
 * scripts, and not the next of several links.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}_@])(?:https?:\/\/|www\.)(?:(?![,;]https?:\/\/)[^\s\p{C}\p{Z}<>"“”„«»`。、，！？；：「」『』（）《》【】])+/giu;

/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?'’*_~…]$/u;

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a text into plain pieces and links to http and https addresses. Put together again, the pieces are the text.
 */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const link = withoutTrailing(candidate);
    const href = addressOf(link);
    if (!href) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: link, href });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Without the sentence's own full stop, and without a bracket that was opened before the address. */
function withoutTrailing(candidate: string): string {
  let link = candidate;
  for (;;) {
    const last = link.at(-1) ?? '';
    const opening = BRACKETS[last];
    const unopened = opening !== undefined && link.split(opening).length < link.split(last).length;
    if (!unopened && !TRAILING.test(link)) return link;
    link = link.slice(0, -1);
  }
}

/** The address to go to; none for what names a user, which is how one site is made to look like another. */
function addressOf(link: string): string | undefined {
  const address = /^www\./i.test(link) ? `https://${link}` : link;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(address);
  const named = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(hostname);
  return /^https?:$/.test(protocol) && named && !username && !password ? href : undefined;
}
