import { memo } from 'react';
import { splitLinks } from './link-text.ts';

/** What somebody has written, as they have written it: never markup, its links clickable and safe. */
export const LinkedText = memo(function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, index) =>
    piece.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move.
      <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
});
