import type { ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import { api } from '../api/api.ts';
import { tabActive } from '../browser/tab-active.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { LiveSocket } from './live-socket.ts';
import { reconnectOnBrowserEvents } from './reconnect-on-browser-events.ts';

/** A frame of one type. */
export type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

type Listener = (frame: ServerFrame) => void;

/**
 * The socket of a signed-in member, to which features subscribe. It connects, reconnects, and handles the errors of the
 * connection itself; features receive the frames of their types.
 */
export class SocketHub {
  readonly socket = new LiveSocket({ requestUrl: requestSocketUrl, onFrame: (frame) => this.#deliver(frame) });
  readonly #listeners = new Map<ServerFrame['type'], Set<Listener>>();

  /** Calls `listener` with every frame of this type. Returns a function that unsubscribes. */
  subscribe<T extends ServerFrame['type']>(type: T, listener: (frame: FrameOf<T>) => void): () => void {
    const typeListeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, typeListeners);
    typeListeners.add(listener as Listener);

    return () => void typeListeners.delete(listener as Listener);
  }

  /** Connects. Returns a function that disconnects. */
  start(): () => void {
    const cleanUps = [
      // The server pauses this socket when the member opens too many windows. The active window takes it back.
      tabActive.subscribe(() => {
        if (tabActive.value && this.socket.state.value === 'paused') this.socket.reconnectNow();
      }),
      reconnectOnBrowserEvents(this.socket),
    ];

    void this.socket.connect();

    return () => {
      for (const cleanUp of cleanUps) cleanUp();
      this.socket.stop();
    };
  }

  #deliver(frame: ServerFrame): void {
    const code = frame.type === 'error' ? frame.code : undefined;

    // The server no longer recognizes this connection.
    if (code === 'Unauthenticated') {
      this.socket.reconnectLater();
    } else if (code === 'TooManySockets') {
      this.socket.pause();
    } else {
      for (const listener of this.#listeners.get(frame.type) ?? []) listener(frame);
    }
  }
}

/** Returns the URL of a new connection, with a ticket that is valid once. */
async function requestSocketUrl(): Promise<string> {
  // The socket reconnects for as long as the page is open, so a failed request isn't repeated here as well.
  const request = api.sockets.ticket({}, { retries: 'caller' });
  const [{ socketUrl }, { ticket }] = await Promise.all([runtimeConfig(), request]);
  return `${socketUrl}?ticket=${encodeURIComponent(ticket)}`;
}
