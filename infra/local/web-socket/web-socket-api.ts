import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Outcome } from '../lambda/sandbox.ts';
import type { Resolver } from '../template/template.ts';
import { Connection, type ConnectionLimits } from './connection.ts';
import { type Client, clientOf, connectEvent, disconnectEvent, type Ending, messageEvent, newId } from './event.ts';
import { routeOf, type SocketApi, socketApiOf } from './routes.ts';

/** API Gateway's limit for a message, whoever sends it. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

const LIMITS: ConnectionLimits = { idleMs: 10 * 60_000, lifetimeMs: 2 * 60 * 60_000 };

/** How long a cloud that stops waits for the last words of its sockets, and for their functions. */
const LAST_MOMENT_MS = 700;

/** How API Gateway answers a handshake whose function failed, or gave no status. */
const FAILED = 500;

interface WebSocketApiSettings {
  readonly resolver: Resolver;
  readonly invoke: (arn: string, event: unknown) => Promise<Outcome>;
  readonly faults: { readonly dropDisconnects: boolean };
  /** API Gateway's own unless told otherwise. */
  readonly limits?: Partial<ConnectionLimits>;
}

/** What tests do to sockets. */
export interface Sockets {
  /** How many are open. */
  readonly open: number;
  /**
   * Breaks the connections of some clients without a close frame, as networks do.
   *
   * @returns how many there were.
   */
  cut(which: (client: Client) => boolean): number;
  /** Breaks all of them. */
  cutAll(): number;
}

/** The template's WebSocket API: handshakes, routes, functions. */
export class WebSocketApi implements Sockets {
  readonly #api: SocketApi;
  readonly #settings: WebSocketApiSettings;
  readonly #limits: ConnectionLimits;
  readonly #server: WebSocketServer;
  readonly #connections = new Map<string, Connection>();
  readonly #handshakes = new WeakMap<IncomingMessage, Client>();
  /** What sockets run on, those of unfinished handshakes included. */
  readonly #streams = new Set<Duplex>();
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  /** @throws Error naming what of the template the local cloud cannot carry out. */
  constructor(settings: WebSocketApiSettings) {
    this.#settings = settings;
    this.#api = socketApiOf(settings.resolver);
    // The stage's throttling is left to AWS: what one person or one test does here never comes near it.
    this.#limits = { ...LIMITS, ...settings.limits };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_MESSAGE_BYTES,
      // As on AWS, none is agreed upon unless the function says so; none of ours does.
      handleProtocols: () => false,
      verifyClient: ({ req }, answer) => void this.#admit(req, answer),
    });
  }

  /** Where clients connect to: `ws://…`. */
  get url(): string {
    return this.#api.url;
  }

  get stage(): string {
    return this.#api.stage;
  }

  get open(): number {
    return this.#connections.size;
  }

  /** An open socket; undefined when it has ended, or never was. */
  connection(connectionId: string): Connection | undefined {
    return this.#connections.get(connectionId);
  }

  cut(which: (client: Client) => boolean): number {
    const chosen = [...this.#connections.values()].filter(({ client }) => which(client));
    for (const connection of chosen) connection.cut();
    return chosen.length;
  }

  cutAll(): number {
    return this.cut(() => true);
  }

  /** Takes a handshake. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    const client = clientOf(request);
    this.#handshakes.set(request, client);
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream, client));
  }

  /** Ends every socket; their `$disconnect` functions get a moment to run. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#connections.values()];
    for (const connection of all) connection.close(1001, 'Going away');
    const moment = new AbortController();
    const ended = Promise.all([...all.map(({ gone }) => gone), ...this.#running]);
    await Promise.race([ended, pause(LAST_MOMENT_MS, undefined, moment).catch(() => {})]);
    moment.abort();
    for (const stream of this.#streams) stream.destroy();
  }

  /** Has the `$connect` function say whether a client may come in. */
  async #admit(
    request: IncomingMessage,
    answer: (admitted: boolean, status?: number, body?: string, headers?: Record<string, string>) => void,
  ): Promise<void> {
    const client = this.#handshakes.get(request)!;
    const requestId = newId();
    const status = await this.#statusFor(request, client, requestId);
    if (status >= 300) {
      answer(false, status, this.#problem(phraseOf(status), client, requestId), { 'Content-Type': 'application/json' });
      return;
    }
    answer(true);
    // Whoever has left meanwhile is let go by the library without a word, though their function has run.
    if (!this.#connections.has(client.connectionId)) this.#disconnected(client, { code: 1006, reason: '' });
  }

  async #statusFor(request: IncomingMessage, client: Client, requestId: string): Promise<number> {
    if (this.#closed) return 503;
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path.replace(/\/$/, '') !== `/${this.#api.stage}`) return 403;
    const arn = this.#api.functionArns.get('$connect');
    if (!arn) return 200;
    const outcome = await this.#run(arn, connectEvent(this.#api, client, requestId));
    if (this.#closed) return 503;
    return outcome.ok ? (statusOf(outcome.payload) ?? FAILED) : FAILED;
  }

  #open(socket: WebSocket, stream: Duplex, client: Client): void {
    const connection: Connection = new Connection(socket, stream, {
      client,
      limits: this.#limits,
      onText: (text) => void this.#receive(connection, text),
      onEnd: (ending) => {
        this.#connections.delete(client.connectionId);
        this.#disconnected(client, ending);
      },
    });
    this.#connections.set(client.connectionId, connection);
  }

  async #receive(connection: Connection, text: string): Promise<void> {
    const { client } = connection;
    const requestId = newId();
    const key = routeOf(this.#api, text);
    if (key === undefined) {
      connection.send(this.#problem('Forbidden', client, requestId));
      return;
    }
    const event = messageEvent(this.#api, client, requestId, key, text);
    const outcome = await this.#run(this.#api.functionArns.get(key)!, event);
    // What a function answers goes nowhere: no route of the template has an answer.
    if (outcome.ok && statusOf(outcome.payload) !== undefined) return;
    connection.send(this.#problem('Internal server error', client, requestId));
  }

  #disconnected(client: Client, ending: Ending): void {
    const arn = this.#api.functionArns.get('$disconnect');
    if (!arn || this.#settings.faults.dropDisconnects) return;
    void this.#run(arn, disconnectEvent(this.#api, client, newId(), ending));
  }

  async #run(arn: string, event: unknown): Promise<Outcome> {
    const running = this.#settings.invoke(arn, event);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** What API Gateway itself tells a client. */
  #problem(message: string, { connectionId }: Client, requestId: string): string {
    return JSON.stringify({ message, connectionId, requestId });
  }
}

/** The status that a function returned; undefined when it is nothing that API Gateway would accept. */
function statusOf(payload: string): number | undefined {
  const result: unknown = JSON.parse(payload);
  if (result === null || typeof result !== 'object' || !('statusCode' in result)) return undefined;
  const status = Number(result.statusCode);
  return Number.isInteger(status) && String(status) in STATUS_CODES ? status : undefined;
}

function phraseOf(status: number): string {
  return status === FAILED ? 'Internal server error' : (STATUS_CODES[status] ?? '');
}
