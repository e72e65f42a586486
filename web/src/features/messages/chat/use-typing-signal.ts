import { useRef } from 'react';
import { isBlank } from '../../../../../shared/text/text.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';

/** Minimum time between two typing frames. */
const MIN_INTERVAL_MS = 3000;

/** Returns a function that sends typing frames to the partner. Call it with the text at every change. */
export function useTypingSignal(socket: LiveSocket, recipientId: string): (text: string) => void {
  const lastSentAt = useRef(Number.NEGATIVE_INFINITY);
  return (text) => {
    const now = performance.now();
    if (isBlank(text) || now - lastSentAt.current < MIN_INTERVAL_MS) return;
    if (socket.send({ action: 'typing', recipientId })) lastSentAt.current = now;
  };
}
