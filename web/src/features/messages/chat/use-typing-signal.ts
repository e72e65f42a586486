import { useRef } from 'react';
import { isBlank } from '../../../../../shared/text/text.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';

/** How often the other is told, at most. */
const EVERY_MS = 3000;

/** Tells the other that they are being written to. */
export function useTypingSignal(socket: LiveSocket, recipientId: string): (text: string) => void {
  const told = useRef(Number.NEGATIVE_INFINITY);
  return (text) => {
    const now = performance.now();
    if (isBlank(text) || now - told.current < EVERY_MS) return;
    if (socket.send({ action: 'typing', recipientId })) told.current = now;
  };
}
