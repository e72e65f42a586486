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
  const left = limit - length;
  const [announced, setAnnounced] = useState(left);
  const next = announcedCount(announced, left);
  if (next !== announced) setAnnounced(next);

  return (
    <>
      <span id={id} className={`character-count${left < 0 ? ' character-count--over' : ''}`}>
        {left <= showBelow && texts.count(length, limit)}
        {left < 0 && <strong>{texts.over(-left)}</strong>}
      </span>
      <span role="status" className="visually-hidden">
        {left <= ANNOUNCE_BELOW && (next < 0 ? texts.over(-next) : texts.left(next))}
      </span>
    </>
  );
}

const STEP = 20;

/** The step that a count falls in. Steps start at the limit in both directions, so that passing it is a new step. */
const stepOf = (left: number) => (left < 0 ? Math.floor(left / STEP) : Math.ceil(left / STEP));

/**
 * Returns the count of characters left for screen readers: a new number about every 20 characters, and at the limit.
 *
 * @param announced - the count announced last
 * @param left - the characters left; negative if there are too many
 */
export function announcedCount(announced: number, left: number): number {
  return stepOf(announced) === stepOf(left) ? announced : left;
}
