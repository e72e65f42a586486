import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import type { InboxRow } from '../table/inbox.ts';
import { TooManyMessages } from './errors.ts';

/**
 * Counts one more message of a member into a conversation within this second.
 *
 * @param row - their inbox row as it is
 * @param now - milliseconds
 * @throws TooManyMessages when {@link MESSAGES_PER_SECOND} were sent in this second
 */
export function sendingNow(row: Pick<InboxRow, 'sendingSecond' | 'sentWithin'> | undefined, now = Date.now()) {
  const sendingSecond = Math.floor(now / 1000);
  const sentWithin = row?.sendingSecond === sendingSecond ? (row.sentWithin ?? 0) + 1 : 1;
  if (sentWithin > MESSAGES_PER_SECOND) throw new TooManyMessages();
  return { sendingSecond, sentWithin };
}
