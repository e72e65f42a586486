import type { ClientFrame, ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import { Store } from '../state/store.ts';
import { backoffDelay } from '../time/backoff-delay.ts';

/** The state of the connection. `paused`: the server has closed it, because the member has too many connections. */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'paused';

/** The members of WebSocket that `LiveSocket` uses. */
export type RawSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Dependencies of a `LiveSocket`. Tests replace them. */
interface SocketDependencies {
  /** Returns the URL to connect to, with a new ticket: a ticket is valid once. */
  readonly address: () => Promise<string>;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly open?: (address: string) => RawSocket;
  readonly random?: () => number;
}

/**
 * The silence after which a ping is sent, in milliseconds. API Gateway closes connections that are idle for 10 minutes,
 * and browsers may run the timers of hidden tabs a minute late. Half a minute is in reserve.
 */
const PING_AFTER_MS = 8.5 * 60_000;

/** How long a connection counts as working after a frame of the server, in milliseconds. */
const RECENT_MS = 60_000;

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
  readonly state = new Store<ConnectionState>('waiting');
  readonly #deps: SocketDependencies;
  #socket: RawSocket | undefined;
  /** The number of the current attempt. Callbacks of earlier attempts compare it and do nothing. */
  #attempt = 0;
  /** The number of failed attempts since the last stable connection. */
  #failures = 0;
  #openedAt = 0;
  /** The time of the last frame, or of the opening of the connection. */
  #lastFrameAt = 0;
  /** While connecting, it ends a slow attempt; while open, it sends a ping; while waiting, it starts an attempt. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SocketDependencies) {
    this.#deps = deps;
  }

  /** Connects now. */
  async start(): Promise<void> {
    this.#disconnect();
    const attempt = this.#attempt;
    this.state.set('connecting');
    this.#timer = setTimeout(() => this.#scheduleReconnect(attempt), OPEN_TIMEOUT_MS);

    try {
      const address = await this.#deps.address();
      if (attempt === this.#attempt) this.#open(address, attempt);
    } catch (error) {
      if (attempt === this.#attempt) console.warn('Socket connection failed; retrying.', error);
      this.#scheduleReconnect(attempt);
    }
  }

  /** Disconnects and doesn't reconnect. */
  stop(): void {
    this.#disconnect();
    this.state.set('waiting');
  }

  /** Disconnects, and reconnects when {@link retryNow} is called: when the member returns to the tab. */
  pause(): void {
    this.#disconnect();
    this.state.set('paused');
  }

  /** Drops the current connection or attempt, and reconnects after the backoff delay. */
  restart(): void {
    const { value } = this.state;
    if (value === 'connecting' || value === 'open') this.#scheduleReconnect(this.#attempt);
  }

  /** Starts a scheduled attempt immediately, or ends a pause. */
  retryNow(): void {
    const isScheduled = this.state.value === 'waiting' && this.#timer !== undefined;
    if (isScheduled || this.state.value === 'paused') void this.start();
  }

  /** Checks a connection on which no frame has arrived lately. */
  probeIfQuiet(): void {
    if (Date.now() - this.#lastFrameAt >= RECENT_MS) this.probe();
  }

  /** Sends a ping, and reconnects if no frame arrives in time. */
  probe(): void {
    if (this.#pongTimer !== undefined || !this.send({ action: 'ping' })) return;
    this.#pongTimer = setTimeout(() => this.restart(), PONG_TIMEOUT_MS);
  }

  /** Sends a frame. Returns false if the connection isn't open. True doesn't mean that the frame arrived. */
  send(frame: ClientFrame): boolean {
    if (this.state.value !== 'open') return false;

    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #open(address: string, attempt: number): void {
    const socket = (this.#deps.open ?? ((url) => new WebSocket(url)))(address);
    this.#socket = socket;

    socket.onopen = () => {
      this.#openedAt = Date.now();
      this.#schedulePing();
      this.state.set('open');
      // Checks that the server knows this connection. If it doesn't, no frames would arrive until the page sends one.
      this.probe();
    };

    socket.onmessage = ({ data }) => {
      this.#cancelPongTimeout();
      this.#schedulePing();
      const frame = parseFrame(data);
      if (frame) this.#deps.onFrame(frame);
    };

    socket.onclose = () => this.#scheduleReconnect(attempt);
  }

  /** Schedules the next ping. Frames of this page don't count: they can't show that the server still receives them. */
  #schedulePing(): void {
    this.#lastFrameAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.probe(), PING_AFTER_MS);
  }

  #cancelPongTimeout(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }

  /** Ends an attempt or its connection, and schedules the next attempt. Ignores attempts that have already ended. */
  #scheduleReconnect(attempt: number): void {
    if (attempt !== this.#attempt) return;

    if (this.state.value === 'open' && Date.now() - this.#openedAt >= STABLE_AFTER_MS) this.#failures = 0;
    this.#disconnect();
    this.#timer = setTimeout(() => void this.start(), backoffDelay(this.#failures, this.#deps.random));
    this.#failures += 1;
    this.state.set('waiting');
  }

  #disconnect(): void {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
