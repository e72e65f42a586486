import { useState } from 'react';
import { formatWhole } from '../../platform/text/format.ts';

const texts = {
  count: (length: number, limit: number) => `${formatWhole(length)} / ${formatWhole(limit)}`,
  left: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} left`,
  over: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} too many`,
};

interface CharacterCountProps {
  readonly id: string;
  readonly length: number;
  readonly limit: number;
  /** The count shows when at most this many characters are left. Default: always. */
  readonly showBelow?: number;
}

/** Screen readers announce the count when at most this many characters are left. */
const ANNOUNCE_BELOW = 100;

/** The number of characters typed, and the limit. Screen readers get it near the limit only, and not on every key. */
export function CharacterCount({ id, length, limit, showBelow = Number.POSITIVE_INFINITY }: CharacterCountProps) {
  const charactersLeft = limit - length;
  const [lastAnnounced, setLastAnnounced] = useState(charactersLeft);
  const announcement = announcedCount(lastAnnounced, charactersLeft);
  if (announcement !== lastAnnounced) setLastAnnounced(announcement);

  return (
    <>
      <span id={id} className={`character-count${charactersLeft < 0 ? ' character-count--over' : ''}`}>
        {charactersLeft <= showBelow && texts.count(length, limit)}
        {charactersLeft < 0 && <strong>{texts.over(-charactersLeft)}</strong>}
      </span>
      <span role="status" className="visually-hidden">
        {charactersLeft <= ANNOUNCE_BELOW && (announcement < 0 ? texts.over(-announcement) : texts.left(announcement))}
      </span>
    </>
  );
}

/** The number of characters between two announcements. */
const STEP = 20;

/** Returns the step of a count. Steps start at the limit in both directions, so that passing it is a new step. */
const stepOf = (charactersLeft: number) =>
  charactersLeft < 0 ? Math.floor(charactersLeft / STEP) : Math.ceil(charactersLeft / STEP);

/**
 * Returns the count of characters left for screen readers: a new number about every 20 characters, and at the limit.
 *
 * @param lastAnnounced - the count announced last
 * @param charactersLeft - the characters left; negative if there are too many
 */
export function announcedCount(lastAnnounced: number, charactersLeft: number): number {
  return stepOf(lastAnnounced) === stepOf(charactersLeft) ? lastAnnounced : charactersLeft;
}
