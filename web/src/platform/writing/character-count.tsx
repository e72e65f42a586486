import { formatWhole } from '../format/whole-number.ts';

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
const ANNOUNCED_STEP = 20;

/** How many characters there are of how many. Screen readers hear of it near the limit, and not of each. */
export function CharacterCount({ id, length, limit, near = Number.POSITIVE_INFINITY }: CharacterCountProps) {
  const left = limit - length;
  return (
    <>
      <span id={id} className={`character-count${left < 0 ? ' character-count--over' : ''}`}>
        {left <= near && texts.count(length, limit)}
        {left < 0 && <strong>{texts.over(-left)}</strong>}
      </span>
      <span role="status" className="visually-hidden">
        {left <= ANNOUNCED_FROM && announcement(left)}
      </span>
    </>
  );
}

function announcement(left: number): string {
  const rounded = Math.ceil(Math.abs(left) / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return left < 0 ? texts.over(rounded) : texts.left(rounded);
}
