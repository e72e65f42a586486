import type { ClientFrame, ServerFrame } from '../../../../shared/contract/socket.ts';
import { Store } from '../store.ts';
import { backoffDelay } from './backoff-delay.ts';

export type ConnectionState = 'connecting' | 'open' | 'waiting';

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

/** API Gateway closes connections that are idle for 10 minutes. */
const PING_INTERVAL_MS = 5 * 60_000;
const PONG_TIMEOUT_MS = 10_000;
const OPEN_TIMEOUT_MS = 15_000;

/** A connection that ends sooner counts as a failed attempt, so that the next one waits longer. */
const STABLE_AFTER_MS = 5000;

/**
 * A WebSocket that reconnects by itself, with backoff.
 *
 * Sends pings to detect dead connections. Doesn't queue: `send` returns false while the connection isn't open.
 */
export class LiveSocket {
  readonly state = new Store<ConnectionState>('waiting');
  readonly #deps: SocketDependencies;
  #socket: RawSocket | undefined;
  /** Number of the current attempt. Callbacks of earlier attempts compare it and do nothing. */
  #attempt = 0;
  #failures = 0;
  #openedAt = 0;
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

  /** Drops the current connection or attempt, and reconnects after the backoff delay. */
  restart(): void {
    if (this.state.value !== 'waiting') this.#scheduleReconnect(this.#attempt);
  }

  /** Starts a scheduled attempt at once. */
  retryNow(): void {
    if (this.state.value === 'waiting' && this.#timer !== undefined) void this.start();
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
      clearTimeout(this.#timer);
      this.#timer = setInterval(() => this.probe(), PING_INTERVAL_MS);
      this.state.set('open');
    };
    socket.onmessage = ({ data }) => {
      this.#cancelPongTimeout();
      const frame = parseFrame(data);
      if (frame) this.#deps.onFrame(frame);
    };
    socket.onclose = () => this.#scheduleReconnect(attempt);
  }

  #cancelPongTimeout(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }

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
    // Remove the listeners first: closing a dead connection can take long.
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
