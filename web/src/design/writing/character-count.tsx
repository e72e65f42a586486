import { useState } from 'react';
import { formatWhole } from '../../platform/text/format-number.ts';

const texts = {
  count: (length: number, limit: number) => `${formatWhole(length)} / ${formatWhole(limit)}`,
  left: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} left`,
  over: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} too many`,
};

interface CharacterCountProps {
  readonly id: string;
  readonly length: number;
  readonly limit: number;
  /** Shows the count only when at most this many characters are left. Default: always. */
  readonly showBelow?: number;
}

/** Screen readers announce the count when at most this many characters are left. */
const ANNOUNCE_WITHIN = 100;

/** The number of characters between two announcements. */
const ANNOUNCEMENT_STEP = 20;

/**
 * The number of characters typed, and the limit. Screen readers get it near the limit only, and not after every key
 * press.
 */
export function CharacterCount({ id, length, limit, showBelow = Number.POSITIVE_INFINITY }: CharacterCountProps) {
  const charactersLeft = limit - length;
  const [lastAnnounced, setLastAnnounced] = useState(charactersLeft);
  const countToAnnounce = selectAnnouncedCount(lastAnnounced, charactersLeft);
  // Set while rendering: React then renders again before it updates the screen.
  if (countToAnnounce !== lastAnnounced) setLastAnnounced(countToAnnounce);

  return (
    <>
      <span id={id} className={`character-count${charactersLeft < 0 ? ' character-count--over' : ''}`}>
        {charactersLeft <= showBelow && texts.count(length, limit)}
        {charactersLeft < 0 && <strong>{texts.over(-charactersLeft)}</strong>}
      </span>
      <span role="status" className="visually-hidden">
        {charactersLeft <= ANNOUNCE_WITHIN &&
          (countToAnnounce < 0 ? texts.over(-countToAnnounce) : texts.left(countToAnnounce))}
      </span>
    </>
  );
}

/**
 * Returns the step of a count. Steps start at the limit in both directions, so that passing it is a new step: 20 to 1
 * is step 1, 0 is step 0, and -1 to -20 is step -1.
 */
const stepOf = (charactersLeft: number) =>
  charactersLeft < 0 ? Math.floor(charactersLeft / ANNOUNCEMENT_STEP) : Math.ceil(charactersLeft / ANNOUNCEMENT_STEP);

/**
 * Returns the count of characters left for screen readers: a new number in every step.
 *
 * @param lastAnnounced - the count announced last
 * @param charactersLeft - the characters left; negative if there are too many
 */
export function selectAnnouncedCount(lastAnnounced: number, charactersLeft: number): number {
  return stepOf(lastAnnounced) === stepOf(charactersLeft) ? lastAnnounced : charactersLeft;
}
