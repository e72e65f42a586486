import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Client, Ending } from './event.ts';
import { FrameMeter } from './frame-meter.ts';

/** API Gateway's limit for a frame; that for a message of several is in its server. */
const MAX_FRAME_BYTES = 32 * 1024;

/** What the codes mean that the library gives its errors; with any other, a client broke the protocol. */
const ERROR_CODES: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_INVALID_UTF8: 1007,
};
const PROTOCOL_ERROR = 1002;

/** What API Gateway says of endings for which the client gave no reason. */
const REASONS: Readonly<Record<number, string>> = {
  1000: 'Connection Closed Normally',
  1005: 'Client-side close frame status not set',
};

export interface ConnectionLimits {
  /** How long a socket may be without a frame, either way. */
  readonly idleMs: number;
  /** How long a socket may be open at all. */
  readonly lifetimeMs: number;
}

interface ConnectionSettings {
  readonly client: Client;
  readonly limits: ConnectionLimits;
  readonly onText: (text: string) => void;
  /** Called once, as soon as nothing more can be sent. */
  readonly onEnd: (ending: Ending) => void;
}

/** One open socket, with API Gateway's limits. */
export class Connection {
  readonly client: Client;
  /** Resolves when the connection below it is gone as well. */
  readonly gone: Promise<void>;
  readonly #socket: WebSocket;
  readonly #onEnd: ConnectionSettings['onEnd'];
  readonly #idle: NodeJS.Timeout;
  readonly #lifetime: NodeJS.Timeout;
  #lastActiveAt = Date.now();
  #ended = false;

  /** @param stream what the socket reads from: nothing may have been read yet. */
  constructor(socket: WebSocket, stream: Duplex, { client, limits, onText, onEnd }: ConnectionSettings) {
    this.client = client;
    this.#socket = socket;
    this.#onEnd = onEnd;
    const expire = () => this.close(1001, 'Going away');
    this.#idle = setTimeout(expire, limits.idleMs);
    this.#lifetime = setTimeout(expire, limits.lifetimeMs);
    const meter = new FrameMeter();
    stream.prependListener('data', (bytes: Buffer) => {
      if (meter.longest(bytes) > MAX_FRAME_BYTES) this.close(1009);
    });
    socket.on('message', (data, isBinary) => {
      this.#touch();
      if (this.#ended) return;
      if (isBinary) this.close(1003);
      else onText(data.toString());
    });
    socket.on('ping', () => this.#touch());
    socket.on('pong', () => this.#touch());
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#end({ code: ERROR_CODES[error.code ?? ''] ?? PROTOCOL_ERROR, reason: '' });
    });
    this.gone = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.#end({ code, reason: reason.toString() || (REASONS[code] ?? '') });
        resolve();
      });
    });
  }

  /** Milliseconds since the epoch. */
  get lastActiveAt(): number {
    return this.#lastActiveAt;
  }

  /** Sends a frame. Answers false when it is too late for that. */
  send(text: string): boolean {
    if (this.#ended || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#touch();
    this.#socket.send(text);
    return true;
  }

  /** Ends it as the server's wish. */
  close(code: number, reason = ''): void {
    if (this.#ended) return;
    this.#socket.close(code, reason);
    this.#end({ code, reason: reason || (REASONS[code] ?? '') });
  }

  /** Ends it without a word, as a broken network does. */
  cut(): void {
    this.#socket.terminate();
  }

  #touch(): void {
    this.#lastActiveAt = Date.now();
    this.#idle.refresh();
  }

  #end(ending: Ending): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#lifetime);
    this.#onEnd(ending);
  }
}
