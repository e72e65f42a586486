import { useEffect, useState } from 'react';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import { useStore } from '../../platform/state/store.ts';
import './connection-status.css';
import { texts } from './texts.ts';

/** Most reconnects take less than this, and would only flicker. */
const SHOW_AFTER_MS = 1000;

/** Shows "Reconnecting…", or that live updates are paused, once the connection has been lost for a second. */
export function ConnectionStatus({ socket }: { socket: LiveSocket }) {
  const state = useStore(socket.state);
  const isLost = state !== 'open';
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    if (!isLost) return setVisible(false);
    const timer = setTimeout(() => setVisible(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLost]);

  const paused = state === 'paused';
  return (
    <span className={`connection${visible && paused ? ' connection--paused' : ''}`}>
      {visible && (paused ? texts.paused : texts.reconnecting)}
    </span>
  );
}
