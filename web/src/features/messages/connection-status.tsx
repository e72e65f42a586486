import { useEffect, useState } from 'react';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import { useStore } from '../../platform/state/store.ts';
import './connection-status.css';
import { texts } from './texts.ts';

/** How long a lost connection stays hidden, in milliseconds. Most reconnects take less time, and would only flicker. */
const SHOW_AFTER_MS = 1000;

/** Shows "Reconnecting…", or that live updates are paused, once the connection has been lost for a second. */
export function ConnectionStatus({ socket }: { socket: LiveSocket }) {
  const state = useStore(socket.state);
  const isLost = state !== 'open';
  const [isVisible, setIsVisible] = useState(false);

  useEffect(() => {
    if (!isLost) return setIsVisible(false);

    const timer = setTimeout(() => setIsVisible(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLost]);

  const isPaused = state === 'paused';
  return (
    <span className={`connection${isVisible && isPaused ? ' connection--paused' : ''}`}>
      {isVisible && (isPaused ? texts.paused : texts.reconnecting)}
    </span>
  );
}
