import { useEffect, useState } from 'react';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import { useStore } from '../../platform/store.ts';
import './connection-status.css';
import { texts } from './texts.ts';

/** Most reconnects take less than this, and would only flicker. */
const SHOW_AFTER_MS = 1000;

/** Shows "Reconnecting…" once the connection has been lost for a second. */
export function ConnectionStatus({ socket }: { socket: LiveSocket }) {
  const lost = useStore(socket.state) !== 'open';
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    if (!lost) return setVisible(false);
    const timer = setTimeout(() => setVisible(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return <span className="connection">{visible && texts.reconnecting}</span>;
}
