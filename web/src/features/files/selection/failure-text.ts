import { texts } from '../texts.ts';
import type { Outcome } from './each-file.ts';

/** Maximum number of file names that a message lists. */
const MAX_NAMES = 3;

/** Returns the message about failed files: the first names, and the first reason. */
export function failureText(
  { failed }: Pick<Outcome, 'failed'>,
  describe: (names: string, reason: string) => string,
): string {
  const names = failed.slice(0, MAX_NAMES).map(({ file }) => file.fileName);
  const otherCount = failed.length - names.length;
  const list = otherCount > 0 ? `${names.join(', ')} ${texts.andMore(otherCount)}` : names.join(', ');

  return describe(list, failed[0]?.error.message ?? '');
}
