import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Client, CloseStatus } from './event.ts';
import { FrameMeter } from './frame-meter.ts';

/** API Gateway's limit per frame. The limit per message is in `web-socket-api.ts`. */
const MAX_FRAME_BYTES = 32 * 1024;

/** Close codes of RFC 6455, section 7.4.1. */
const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
const UNSUPPORTED_DATA = 1003;
const INVALID_PAYLOAD = 1007;
const MESSAGE_TOO_BIG = 1009;

/** Close codes by error code of the `ws` library. Other errors are protocol errors. */
const CLOSE_CODES_BY_ERROR: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: MESSAGE_TOO_BIG,
  WS_ERR_INVALID_UTF8: INVALID_PAYLOAD,
};

/** API Gateway's reasons for close codes without a reason from the client. */
const REASONS_BY_CLOSE_CODE: Readonly<Record<number, string>> = {
  1000: 'Connection Closed Normally',
  1005: 'Client-side close frame status not set',
};

/** Limits after which a socket closes. */
export interface ConnectionLimits {
  /** Time without a frame in either direction after which a socket closes. */
  readonly idleMs: number;
  /** Time after which a socket closes in any case. */
  readonly lifetimeMs: number;
}

interface ConnectionSettings {
  readonly client: Client;
  readonly limits: ConnectionLimits;
  readonly onText: (text: string) => void;
  /** A function that is called once, as soon as no more frames can be sent. */
  readonly onClose: (closeStatus: CloseStatus) => void;
}

/** An open WebSocket with API Gateway's limits. */
export class Connection {
  readonly client: Client;
  /** Resolves when the TCP connection has also closed. */
  readonly transportClosed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #onClose: ConnectionSettings['onClose'];
  readonly #idleTimer: NodeJS.Timeout;
  readonly #lifetimeTimer: NodeJS.Timeout;
  #lastActiveAt = Date.now();
  #hasEnded = false;

  /** @param stream the socket's TCP stream, before any data was read. */
  constructor(socket: WebSocket, stream: Duplex, { client, limits, onText, onClose }: ConnectionSettings) {
    this.client = client;
    this.#socket = socket;
    this.#onClose = onClose;

    const expire = () => this.close(GOING_AWAY, 'Going away');
    this.#idleTimer = setTimeout(expire, limits.idleMs);
    this.#lifetimeTimer = setTimeout(expire, limits.lifetimeMs);

    const meter = new FrameMeter();
    // Runs before the library's listener, so that a frame over the limit closes the socket before it is delivered.
    stream.prependListener('data', (bytes: Buffer) => {
      if (meter.measure(bytes) > MAX_FRAME_BYTES) this.close(MESSAGE_TOO_BIG);
    });

    socket.on('message', (data, isBinary) => {
      this.#recordFrame();
      if (this.#hasEnded) return;
      // API Gateway supports only text.
      if (isBinary) this.close(UNSUPPORTED_DATA);
      else onText(data.toString());
    });
    socket.on('ping', () => this.#recordFrame());
    socket.on('pong', () => this.#recordFrame());
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#end({ code: CLOSE_CODES_BY_ERROR[error.code ?? ''] ?? PROTOCOL_ERROR, reason: '' });
    });

    this.transportClosed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.#end({ code, reason: reason.toString() || (REASONS_BY_CLOSE_CODE[code] ?? '') });
        resolve();
      });
    });
  }

  /** The time of the last frame, in milliseconds since the epoch. */
  get lastActiveAt(): number {
    return this.#lastActiveAt;
  }

  /** Sends a frame. Returns false if the socket has closed. */
  send(text: string): boolean {
    if (this.#hasEnded || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#recordFrame();
    this.#socket.send(text);
    return true;
  }

  /** Closes the socket with a close frame. */
  close(code: number, reason = ''): void {
    if (this.#hasEnded) return;

    this.#socket.close(code, reason);
    this.#end({ code, reason: reason || (REASONS_BY_CLOSE_CODE[code] ?? '') });
  }

  /** Ends the connection without a close frame, as a broken network does. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Restarts the idle time, as API Gateway does after each frame. */
  #recordFrame(): void {
    this.#lastActiveAt = Date.now();
    this.#idleTimer.refresh();
  }

  /** Reports the end of the connection once, whichever side or error has caused it. */
  #end(closeStatus: CloseStatus): void {
    if (this.#hasEnded) return;

    this.#hasEnded = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#lifetimeTimer);
    this.#onClose(closeStatus);
  }
}
