import { useEffect, useState } from 'react';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import { useStore } from '../../platform/store.ts';
import './connection.css';
import { texts } from './texts.ts';

/** Most connections are there, or there again, before anybody needs to hear of it. */
const PATIENCE_MS = 1000;

/** Says when there is no connection. */
export function Connection({ socket }: { socket: LiveSocket }) {
  const lost = useStore(socket.state) !== 'open';
  const [said, setSaid] = useState(false);

  useEffect(() => {
    if (!lost) return setSaid(false);
    const timer = setTimeout(() => setSaid(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return <span className="connection">{said && texts.reconnecting}</span>;
}
