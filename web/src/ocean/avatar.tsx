import { useState } from 'react';
import './avatar.css';

interface AvatarProps {
  readonly username: string;
  /** Address of the photo, or empty. */
  readonly picture: string;
  /** Pixels. */
  readonly size?: number;
}

/** A member's photo, or the first letter of their name. The name beside it says the rest, so it is silent. */
export function Avatar({ username, picture, size = 44 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const look = { inlineSize: size, blockSize: size, fontSize: size * 0.44 };
  return (
    <span className="avatar" style={look} data-tint={tintOf(username)} aria-hidden="true">
      {picture && picture !== broken ? (
        <img src={picture} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(picture)} />
      ) : (
        firstLetter(username)
      )}
    </span>
  );
}

const TINTS = 5;

/** Neighbours in a list rarely share a colour, and a name keeps its own. */
function tintOf(username: string): number {
  let sum = 0;
  for (const character of username) sum += character.codePointAt(0) ?? 0;
  return sum % TINTS;
}

let segmenter: Intl.Segmenter | undefined;

/** What people take for the first letter: flags and families are one. */
function firstLetter(username: string): string {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(username.trim())) return segment.toUpperCase();
  return '?';
}
