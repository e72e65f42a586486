import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import type { InboxRow } from '../table/inbox.ts';
import { TooManyMessages } from './errors.ts';

/**
 * Computes a sender's send rate after one more message: the current second, and the messages sent within it.
 *
 * @param row - the sender's current inbox row
 * @param now - in milliseconds since 1970
 * @throws TooManyMessages if {@link MESSAGES_PER_SECOND} messages were sent in this second
 */
export function nextSendRate(row: Pick<InboxRow, 'sendingSecond' | 'sentWithin'> | undefined, now = Date.now()) {
  const sendingSecond = Math.floor(now / 1000);
  // The count starts again in each second.
  const sentWithin = row?.sendingSecond === sendingSecond ? (row.sentWithin ?? 0) + 1 : 1;
  if (sentWithin > MESSAGES_PER_SECOND) throw new TooManyMessages();

  return { sendingSecond, sentWithin };
}
