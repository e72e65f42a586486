import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { attention } from '../../../platform/attention.ts';
import { useStore } from '../../../platform/store.ts';
import { firstUnseen } from './chat-items.ts';

/**
 * Above which message the mark of new ones stands: the first that was unread when the conversation was opened, or that
 * has come while nobody was looking.
 *
 * @param readUpTo - up to where the member had read when it was opened
 * @returns the message's id, and what takes the mark away
 */
export function useNewMark(messages: readonly Message[], otherId: string, readUpTo: string) {
  const present = useStore(attention);
  const [mark, setMark] = useState(() => firstUnseen(messages, otherId, readUpTo));
  const seen = useRef(messages.at(-1)?.id ?? '');

  useEffect(() => {
    if (!present) {
      const first = firstUnseen(messages, otherId, seen.current);
      // The first of several, not the last.
      if (first) setMark((before) => (before && before > seen.current ? before : first));
      return;
    }
    seen.current = messages.at(-1)?.id ?? '';
  }, [messages, otherId, present]);

  return [mark, () => setMark(undefined)] as const;
}
