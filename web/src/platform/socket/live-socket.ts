import type { ClientFrame, ServerFrame } from '../../../../shared/contract/socket.ts';
import { Store } from '../store.ts';
import { backOff } from './back-off.ts';

export type ConnectionState = 'connecting' | 'open' | 'waiting';

/** As much of a WebSocket as is needed. */
export type RawSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** What the socket needs from around it. */
interface SocketSurroundings {
  /** Where to connect to, with a ticket that has never been used. */
  readonly address: () => Promise<string>;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly open?: (address: string) => RawSocket;
  readonly random?: () => number;
}

/** API Gateway cuts what is idle for ten minutes. */
const PING_MS = 5 * 60_000;
const PONG_WITHIN_MS = 10_000;
const OPEN_WITHIN_MS = 15_000;

/** A connection that ends sooner was not one: the next attempt waits longer. */
const STEADY_MS = 5000;

/**
 * One WebSocket to the server for as long as it is wanted. It connects again whenever it is lost, and finds out when the
 * connection is dead though nobody said so. What is sent while it is not open is refused, not kept.
 */
export class LiveSocket {
  readonly state = new Store<ConnectionState>('waiting');
  readonly #around: SocketSurroundings;
  #socket: RawSocket | undefined;
  /** One for each attempt: what belongs to an earlier one is of no interest any more. */
  #attempt = 0;
  #failures = 0;
  #openedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  constructor(around: SocketSurroundings) {
    this.#around = around;
  }

  /** Connects, now. */
  async start(): Promise<void> {
    this.#drop();
    const attempt = this.#attempt;
    this.state.set('connecting');
    this.#timer = setTimeout(() => this.#lose(attempt), OPEN_WITHIN_MS);
    try {
      const address = await this.#around.address();
      if (attempt === this.#attempt) this.#open(address, attempt);
    } catch (error) {
      if (attempt === this.#attempt) console.warn('No connection for messages.', error);
      this.#lose(attempt);
    }
  }

  /** Ends it for good. */
  stop(): void {
    this.#drop();
    this.state.set('waiting');
  }

  /** Gives the present connection up, as if it had been lost. */
  restart(): void {
    if (this.state.value !== 'waiting') this.#lose(this.#attempt);
  }

  /** Tries at once what would be tried later. */
  hurry(): void {
    if (this.state.value === 'waiting' && this.#timer !== undefined) void this.start();
  }

  /** Finds out whether the connection is alive. */
  probe(): void {
    if (this.#pong !== undefined || !this.send({ action: 'ping' })) return;
    this.#pong = setTimeout(() => this.restart(), PONG_WITHIN_MS);
  }

  /** @returns whether it was open. That it has arrived is known when an answer says so. */
  send(frame: ClientFrame): boolean {
    if (this.state.value !== 'open') return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #open(address: string, attempt: number): void {
    const socket = (this.#around.open ?? ((url) => new WebSocket(url)))(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#openedAt = Date.now();
      clearTimeout(this.#timer);
      this.#timer = setInterval(() => this.probe(), PING_MS);
      this.state.set('open');
    };
    socket.onmessage = ({ data }) => {
      this.#heard();
      const frame = parse(data);
      if (frame) this.#around.onFrame(frame);
    };
    socket.onclose = () => this.#lose(attempt);
  }

  #heard(): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }

  #lose(attempt: number): void {
    if (attempt !== this.#attempt) return;
    if (this.state.value === 'open' && Date.now() - this.#openedAt >= STEADY_MS) this.#failures = 0;
    this.#drop();
    this.#timer = setTimeout(() => void this.start(), backOff(this.#failures, this.#around.random));
    this.#failures += 1;
    this.state.set('waiting');
  }

  #drop(): void {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#heard();
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    // A dead connection takes its time to close: nobody waits for that.
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** A frame of the server's own; API Gateway's, which have no type, are none. */
function parse(data: unknown): ServerFrame | undefined {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === 'string' ? frame : undefined;
  } catch {
    return undefined;
  }
}
