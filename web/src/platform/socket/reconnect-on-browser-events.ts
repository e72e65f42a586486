import type { LiveSocket } from './live-socket.ts';

/** Reconnects a socket when the network changes or the member returns to the tab. Returns a function that stops it. */
export function reconnectOnBrowserEvents(socket: LiveSocket): () => void {
  const onOnline = () => socket.reconnectNow();
  const onOffline = () => socket.reconnectLater();

  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;

    // The device may have slept: a scheduled attempt starts now, and an open but quiet connection is checked.
    socket.reconnectNow();
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
