import type { LiveSocket } from './live-socket.ts';

/** Lets what the browser knows of the network, and of who is looking, hurry or end a connection. */
export function followBrowser(socket: LiveSocket): () => void {
  const onOnline = () => socket.hurry();
  const onOffline = () => socket.restart();
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    // Somebody is back, perhaps after the machine has slept: what was put off is due, and what was open may be dead.
    socket.hurry();
    socket.probe();
  };
  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', onOnline);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
