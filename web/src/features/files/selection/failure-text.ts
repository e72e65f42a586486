import { texts } from '../texts.ts';
import type { BulkOutcome } from './each-file.ts';

/** Maximum number of file names that a message lists. */
const MAX_NAMES = 3;

/** Returns the message about failed files: the first names, and the first reason. */
export function buildFailureText(
  { failures }: Pick<BulkOutcome, 'failures'>,
  describeFailures: (names: string, reason: string) => string,
): string {
  const names = failures.slice(0, MAX_NAMES).map(({ file }) => file.fileName);
  const otherCount = failures.length - names.length;
  const nameList = otherCount > 0 ? `${names.join(', ')} ${texts.andMore(otherCount)}` : names.join(', ');

  return describeFailures(nameList, failures[0]?.error.message ?? '');
}
