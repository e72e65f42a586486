import { useState } from 'react';
import './avatar.css';

/** The size of the letter, as a share of the avatar's size. */
const LETTER_SHARE = 0.44;

interface AvatarProps {
  readonly username: string;
  /** URL of the profile picture, or empty. */
  readonly picture: string;
  /** Width and height in pixels. */
  readonly size?: number;
}

/**
 * A profile picture, or the first letter of the username. Hidden from screen readers, because the name is next to it.
 */
export function Avatar({ username, picture, size = 44 }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const style = { inlineSize: size, blockSize: size, fontSize: size * LETTER_SHARE };

  return (
    <span className="avatar" style={style} data-tint={tintFor(username)} aria-hidden="true">
      {picture && picture !== failedUrl ? (
        <img src={picture} alt="" width={size} height={size} loading="lazy" onError={() => setFailedUrl(picture)} />
      ) : (
        firstLetter(username)
      )}
    </span>
  );
}

/** The number of background colours in avatar.css. */
const TINT_COUNT = 5;

/** Returns the number of a name's background colour, from 0. The same name always has the same colour. */
function tintFor(username: string): number {
  let sum = 0;
  for (const character of username) sum += character.codePointAt(0) ?? 0;
  return sum % TINT_COUNT;
}

/** Created on first use, because most avatars show a picture. */
let segmenter: Intl.Segmenter | undefined;

/** Returns the first visible character. Uses graphemes: a flag emoji consists of several code points. */
function firstLetter(username: string): string {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(username.trim())) return segment.toUpperCase();
  return '?';
}
