import type { LiveSocket } from './live-socket.ts';

/** Reconnects a socket when the network changes or the member returns to the tab. Returns a function that stops it. */
export function reconnectOnBrowserEvents(socket: LiveSocket): () => void {
  const onOnline = () => socket.retryNow();
  const onOffline = () => socket.restart();

  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;

    // The machine may have slept, so this retries a delayed attempt, and checks whether an open connection still works.
    socket.retryNow();
    socket.probeIfQuiet();
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
