import type { ClientFrame, ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import { Store } from '../state/store.ts';
import { backoffDelay } from '../time/backoff-delay.ts';

/**
 * The state of the connection.
 *
 * - `stopped`: not connected, and no attempt is scheduled.
 * - `connecting`: an attempt is running.
 * - `open`: frames can be sent and received.
 * - `waiting`: the next attempt is scheduled.
 * - `paused`: the server has closed the connection, because the member has too many connections.
 */
export type ConnectionState = 'stopped' | 'connecting' | 'open' | 'waiting' | 'paused';

/** The methods and handlers of WebSocket that `LiveSocket` uses. */
export type RawSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Dependencies of a `LiveSocket`. Tests replace them. */
interface SocketDependencies {
  /** Returns the URL to connect to, with a new ticket: a ticket is valid once. */
  readonly requestUrl: () => Promise<string>;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Opens a raw socket. By default, the browser's WebSocket. */
  readonly openSocket?: (url: string) => RawSocket;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random?: () => number;
}

/**
 * The silence after which a ping is sent, in milliseconds. API Gateway closes connections that are idle for 10 minutes,
 * and browsers may run the timers of hidden tabs a minute late. Half a minute is in reserve.
 */
const PING_AFTER_MS = 8.5 * 60_000;

/** After this time without a frame of the server, in milliseconds, a connection counts as quiet. */
const QUIET_AFTER_MS = 60_000;

/** Maximum wait for a frame after a ping, in milliseconds. */
const PONG_TIMEOUT_MS = 10_000;

/** Maximum wait for an open connection, in milliseconds. */
const OPEN_TIMEOUT_MS = 15_000;

/**
 * Minimum duration of a stable connection, in milliseconds. A shorter one counts as a failed attempt, so that the next
 * attempt waits longer.
 */
const STABLE_AFTER_MS = 5000;

/**
 * A WebSocket that reconnects by itself, with backoff.
 *
 * Sends a ping when the server has been silent, to keep the connection open and to detect a dead connection. Doesn't
 * queue frames: `send` returns false while the connection isn't open.
 */
export class LiveSocket {
  readonly state = new Store<ConnectionState>('stopped');
  readonly #deps: SocketDependencies;
  #socket: RawSocket | undefined;
  /** The number of the current attempt. Callbacks of earlier attempts compare it and do nothing. */
  #attempt = 0;
  /** The number of failed attempts since the last stable connection. */
  #failedAttempts = 0;
  #openedAt = 0;
  /** The time of the last frame, or of the opening of the connection. */
  #lastFrameAt = 0;
  /** While connecting: ends a slow attempt. */
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  /** While open: sends the next ping. */
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  /** After a ping: ends a connection on which no frame arrives. */
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  /** While waiting: starts the next attempt. */
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SocketDependencies) {
    this.#deps = deps;
  }

  /** Starts an attempt to connect. Replaces the current connection or attempt. */
  async connect(): Promise<void> {
    this.#disconnect();
    const attempt = this.#attempt;
    this.state.set('connecting');
    this.#openTimer = setTimeout(() => this.#scheduleReconnect(attempt), OPEN_TIMEOUT_MS);

    try {
      const url = await this.#deps.requestUrl();
      if (attempt === this.#attempt) this.#open(url, attempt);
    } catch (error) {
      if (attempt === this.#attempt) console.warn('Socket connection failed; retrying.', error);
      this.#scheduleReconnect(attempt);
    }
  }

  /** Disconnects and doesn't reconnect. */
  stop(): void {
    this.#disconnect();
    this.state.set('stopped');
  }

  /** Disconnects, and reconnects when {@link reconnectNow} is called: when the member returns to the tab. */
  pause(): void {
    this.#disconnect();
    this.state.set('paused');
  }

  /** Drops the current connection or attempt, and reconnects after the backoff delay. */
  reconnectLater(): void {
    const { value } = this.state;
    if (value === 'connecting' || value === 'open') this.#scheduleReconnect(this.#attempt);
  }

  /** Starts a scheduled attempt immediately, or ends a pause. */
  reconnectNow(): void {
    const { value } = this.state;
    if (value === 'waiting' || value === 'paused') void this.connect();
  }

  /** Checks a quiet connection, which may be dead. */
  probeIfQuiet(): void {
    if (Date.now() - this.#lastFrameAt >= QUIET_AFTER_MS) this.probe();
  }

  /** Sends a ping, and reconnects if no frame arrives in time. */
  probe(): void {
    if (this.#pongTimer !== undefined || !this.send({ action: 'ping' })) return;
    this.#pongTimer = setTimeout(() => this.reconnectLater(), PONG_TIMEOUT_MS);
  }

  /** Sends a frame. Returns false if the connection isn't open. True doesn't mean that the frame arrived. */
  send(frame: ClientFrame): boolean {
    if (this.state.value !== 'open') return false;

    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #open(url: string, attempt: number): void {
    const { openSocket = (socketUrl) => new WebSocket(socketUrl) } = this.#deps;
    const socket = openSocket(url);
    this.#socket = socket;

    socket.onopen = () => {
      clearTimeout(this.#openTimer);
      this.#openedAt = Date.now();
      this.#recordActivity();
      this.state.set('open');
      // Checks that the server knows this connection. If it doesn't, no frames would arrive until the page sends one.
      this.probe();
    };

    socket.onmessage = ({ data }) => {
      this.#cancelPongTimeout();
      this.#recordActivity();
      const frame = parseFrame(data);
      if (frame) this.#deps.onFrame(frame);
    };

    socket.onclose = () => this.#scheduleReconnect(attempt);
  }

  /**
   * Records the time of a received frame or of the opening, and schedules the next ping. Sent frames don't count: they
   * can't show that the server still receives them.
   */
  #recordActivity(): void {
    this.#lastFrameAt = Date.now();
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => this.probe(), PING_AFTER_MS);
  }

  #cancelPongTimeout(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }

  /** Ends an attempt or its connection, and schedules the next attempt. Ignores attempts that have already ended. */
  #scheduleReconnect(attempt: number): void {
    if (attempt !== this.#attempt) return;

    if (this.state.value === 'open' && Date.now() - this.#openedAt >= STABLE_AFTER_MS) this.#failedAttempts = 0;
    this.#disconnect();
    const delayMs = backoffDelay(this.#failedAttempts, this.#deps.random);
    this.#reconnectTimer = setTimeout(() => void this.connect(), delayMs);
    this.#failedAttempts += 1;
    this.state.set('waiting');
  }

  #disconnect(): void {
    this.#attempt += 1;
    clearTimeout(this.#openTimer);
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#reconnectTimer);
    this.#cancelPongTimeout();

    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;

    // Removes the listeners first, because closing a dead connection can take long.
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** Parses a frame. Returns undefined for API Gateway's own messages, which have no type. */
function parseFrame(data: unknown): ServerFrame | undefined {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === 'string' ? frame : undefined;
  } catch {
    return undefined;
  }
}
