import { memo } from 'react';
import { splitLinks } from './split-links.ts';

/** A member's text as plain text with clickable links. Never interprets markup. */
export const LinkedText = memo(function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, index) =>
    piece.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
      <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
});
