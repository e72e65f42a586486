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
