import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Outcome } from '../lambda/sandbox.ts';
import type { Resolver } from '../template/template.ts';
import { Connection, type ConnectionLimits } from './connection.ts';
import {
  buildConnectEvent,
  buildDisconnectEvent,
  buildMessageEvent,
  type Client,
  type CloseStatus,
  generateGatewayId,
  parseHandshake,
} from './event.ts';
import { parseSocketApi, type SocketApi, selectRoute } from './routes.ts';

/** API Gateway's limit per message, in both directions. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** API Gateway's limits: ten minutes idle, two hours in total. */
const DEFAULT_LIMITS: ConnectionLimits = { idleMs: 10 * 60_000, lifetimeMs: 2 * 60 * 60_000 };

/** Maximum time that closing waits for close frames and `$disconnect` functions. */
const SHUTDOWN_TIMEOUT_MS = 700;

/** API Gateway's status for a handshake whose function fails or returns no status. */
const FAILURE_STATUS = 500;

interface WebSocketApiSettings {
  readonly resolver: Resolver;
  readonly invoke: (arn: string, event: unknown) => Promise<Outcome>;
  readonly faults: { readonly dropDisconnects: boolean };
  /** Idle time and lifetime of connections. Default: API Gateway's limits. */
  readonly limits?: Partial<ConnectionLimits>;
}

/** The open connections, for tests that count and cut them. */
export interface Sockets {
  readonly openCount: number;
  /** Ends the connections of the matching clients without a close frame, as networks do. Returns their number. */
  cut(matches: (client: Client) => boolean): number;
  /** Ends all connections without a close frame. Returns their number. */
  cutAll(): number;
}

/**
 * Serves the template's WebSocket API. The stage's throttling is not emulated, because one developer or test never
 * reaches it.
 */
export class WebSocketApi implements Sockets {
  readonly #api: SocketApi;
  readonly #settings: WebSocketApiSettings;
  readonly #limits: ConnectionLimits;
  readonly #server: WebSocketServer;
  readonly #connections = new Map<string, Connection>();
  /** The client of each unfinished handshake. `verifyClient` gets only the request. */
  readonly #handshakes = new WeakMap<IncomingMessage, Client>();
  /** The TCP streams of connections and of unfinished handshakes. */
  readonly #streams = new Set<Duplex>();
  /** The running functions, for which closing waits. */
  readonly #invocations = new Set<Promise<unknown>>();
  #isClosed = false;

  /** @throws Error naming a property of the template that the local cloud does not support. */
  constructor(settings: WebSocketApiSettings) {
    this.#settings = settings;
    this.#api = parseSocketApi(settings.resolver);
    this.#limits = { ...DEFAULT_LIMITS, ...settings.limits };

    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_MESSAGE_BYTES,
      // As on AWS, only a function can accept a subprotocol, and Fathom's functions don't.
      handleProtocols: () => false,
      verifyClient: ({ req }, respond) => void this.#admit(req, respond),
    });
  }

  get url(): string {
    return this.#api.url;
  }

  get stage(): string {
    return this.#api.stage;
  }

  get openCount(): number {
    return this.#connections.size;
  }

  /** Returns the open connection with this ID, or undefined. */
  findConnection(connectionId: string): Connection | undefined {
    return this.#connections.get(connectionId);
  }

  cut(matches: (client: Client) => boolean): number {
    const matchingConnections = [...this.#connections.values()].filter(({ client }) => matches(client));
    for (const connection of matchingConnections) connection.terminate();
    return matchingConnections.length;
  }

  cutAll(): number {
    return this.cut(() => true);
  }

  /** Handles a handshake: an HTTP request that asks to switch to the WebSocket protocol. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    const client = parseHandshake(request);
    this.#handshakes.set(request, client);
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream, client));
  }

  /** Closes every connection and waits briefly for their `$disconnect` functions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const openConnections = [...this.#connections.values()];
    for (const connection of openConnections) connection.close(1001, 'Going away');

    const timeout = new AbortController();
    const allClosed = Promise.all([
      ...openConnections.map(({ transportClosed }) => transportClosed),
      ...this.#invocations,
    ]);
    await Promise.race([allClosed, pause(SHUTDOWN_TIMEOUT_MS, undefined, timeout).catch(() => {})]);

    timeout.abort();
    for (const stream of this.#streams) stream.destroy();
  }

  /** Accepts or rejects a handshake by the status of the `$connect` function. */
  async #admit(
    request: IncomingMessage,
    respond: (admitted: boolean, status?: number, body?: string, headers?: Record<string, string>) => void,
  ): Promise<void> {
    // `upgrade` has stored the client.
    const client = this.#handshakes.get(request)!;
    const requestId = generateGatewayId();
    const status = await this.#decideStatus(request, client, requestId);

    if (status >= 300) {
      const body = this.#formatError(getRejectionMessage(status), client, requestId);
      respond(false, status, body, { 'Content-Type': 'application/json' });
      return;
    }

    respond(true);
    // The library drops a client that left during $connect without an event. Run its $disconnect function here.
    if (!this.#connections.has(client.connectionId)) this.#runDisconnect(client, { code: 1006, reason: '' });
  }

  /** Runs the `$connect` function. Returns the handshake's status: of the function, or of API Gateway. */
  async #decideStatus(request: IncomingMessage, client: Client, requestId: string): Promise<number> {
    if (this.#isClosed) return 503;
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path.replace(/\/$/, '') !== `/${this.#api.stage}`) return 403;

    const arn = this.#api.functionArns.get('$connect');
    if (!arn) return 200;

    const outcome = await this.#runFunction(arn, buildConnectEvent(this.#api, client, requestId));
    if (this.#isClosed) return 503;
    return outcome.ok ? (parseStatus(outcome.payload) ?? FAILURE_STATUS) : FAILURE_STATUS;
  }

  /** Registers the connection of an accepted socket until it closes. */
  #open(socket: WebSocket, stream: Duplex, client: Client): void {
    const connection: Connection = new Connection(socket, stream, {
      client,
      limits: this.#limits,
      onText: (text) => void this.#receive(connection, text),
      onClose: (closeStatus) => {
        this.#connections.delete(client.connectionId);
        this.#runDisconnect(client, closeStatus);
      },
    });
    this.#connections.set(client.connectionId, connection);
  }

  /** Runs the function of a frame's route. Sends an error frame if there is no route, or the function fails. */
  async #receive(connection: Connection, text: string): Promise<void> {
    const { client } = connection;
    const requestId = generateGatewayId();
    const routeKey = selectRoute(this.#api, text);

    if (routeKey === undefined) {
      connection.send(this.#formatError('Forbidden', client, requestId));
      return;
    }

    const event = buildMessageEvent(this.#api, client, requestId, routeKey, text);
    const outcome = await this.#runFunction(this.#api.functionArns.get(routeKey)!, event);

    // The function's response is not sent, because the template's routes have no route response.
    if (outcome.ok && parseStatus(outcome.payload) !== undefined) return;
    connection.send(this.#formatError('Internal server error', client, requestId));
  }

  #runDisconnect(client: Client, closeStatus: CloseStatus): void {
    const arn = this.#api.functionArns.get('$disconnect');
    if (!arn || this.#settings.faults.dropDisconnects) return;
    void this.#runFunction(arn, buildDisconnectEvent(this.#api, client, generateGatewayId(), closeStatus));
  }

  async #runFunction(arn: string, event: unknown): Promise<Outcome> {
    const invocation = this.#settings.invoke(arn, event);
    this.#invocations.add(invocation);

    try {
      return await invocation;
    } finally {
      this.#invocations.delete(invocation);
    }
  }

  /** Formats an error frame of API Gateway. */
  #formatError(message: string, { connectionId }: Client, requestId: string): string {
    return JSON.stringify({ message, connectionId, requestId });
  }
}

/** Parses the status in a function's result. Undefined if API Gateway would not accept it. */
function parseStatus(payload: string): number | undefined {
  const result: unknown = JSON.parse(payload);
  if (result === null || typeof result !== 'object' || !('statusCode' in result)) return undefined;

  const status = Number(result.statusCode);
  return Number.isInteger(status) && String(status) in STATUS_CODES ? status : undefined;
}

/** Returns the message of API Gateway for a rejected handshake. */
function getRejectionMessage(status: number): string {
  return status === FAILURE_STATUS ? 'Internal server error' : (STATUS_CODES[status] ?? '');
}
