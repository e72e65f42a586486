import { useState } from 'react';
import { formatWhole } from '../../platform/format.ts';

const texts = {
  count: (length: number, limit: number) => `${formatWhole(length)} / ${formatWhole(limit)}`,
  left: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} left`,
  over: (count: number) => `${formatWhole(count)} ${count === 1 ? 'character' : 'characters'} too many`,
};

interface CharacterCountProps {
  readonly id: string;
  readonly length: number;
  readonly limit: number;
  /** From how many characters before the limit it is shown; always, unless given. */
  readonly near?: number;
}

const ANNOUNCED_FROM = 100;

/** How many characters there are of how many. Screen readers hear of it near the limit, and not of each. */
export function CharacterCount({ id, length, limit, near = Number.POSITIVE_INFINITY }: CharacterCountProps) {
  const left = limit - length;
  const [said, setSaid] = useState(left);
  const announced = announcedCount(said, left);
  if (announced !== said) setSaid(announced);
  return (
    <>
      <span id={id} className={`character-count${left < 0 ? ' character-count--over' : ''}`}>
        {left <= near && texts.count(length, limit)}
        {left < 0 && <strong>{texts.over(-left)}</strong>}
      </span>
      <span role="status" className="visually-hidden">
        {left <= ANNOUNCED_FROM && (announced < 0 ? texts.over(-announced) : texts.left(announced))}
      </span>
    </>
  );
}

const STEP = 20;

/** Steps count away from the limit on either side of it, so that passing it is one. */
const stepOf = (left: number) => (left < 0 ? Math.floor(left / STEP) : Math.ceil(left / STEP));

/**
 * How many characters are left, or too many if negative, as screen readers are told: not each, but the true number
 * whenever it is some twenty further on, or the limit is passed.
 *
 * @param said - what they were told last
 */
export function announcedCount(said: number, left: number): number {
  return stepOf(said) === stepOf(left) ? said : left;
}
