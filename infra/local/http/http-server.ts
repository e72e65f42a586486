import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { closeServer, HOST, listen } from '../process/ports.ts';

/** A request with its complete body. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent. Signatures cover these characters. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Destroys the connection after this time instead of sending the response, in milliseconds. */
  readonly breakAfterMs?: number;
}

/**
 * How long an idle connection stays open, in milliseconds.
 *
 * The time is CloudFront's. It is longer than the clients' time, so that no client sends into a closing connection.
 */
const KEEP_ALIVE_MS = 60_000;

type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/**
 * Returns a listener whose handler receives complete requests and returns responses.
 *
 * @param maxBodyBytes larger requests get 413.
 */
export function createListener(maxBodyBytes: number, handle: Handler): RequestListener {
  return async (request, response) => {
    try {
      const { method = 'GET', url: target = '/', headers } = request;
      const body = await readBody(request, maxBodyBytes);
      if (!body) return send(response, { status: 413, body: 'The request is too large.\n' });

      send(response, await handle({ method, target, url: new URL(target, `http://${HOST}`), headers, body }));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, body: `${error instanceof Error ? error.message : error}\n` });
    }
  };
}

/**
 * A server on the loopback interface. The first segment of the path selects the service; on AWS, hosts do.
 *
 * A fixed port gives every service the same address at each start.
 */
export class HttpServer {
  /** Vite's development server adds its WebSocket. */
  readonly server: Server;
  readonly #services = new Map<string, { handle: RequestListener; upgrade?: UpgradeListener | undefined }>();

  /** @param handleOther handles requests for paths without a service. */
  constructor(handleOther: RequestListener) {
    // Node's default request timeout of five minutes is too short for 1,000 MB on a slow connection.
    this.server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
      const { handle } = this.#services.get(getFirstSegment(request)) ?? { handle: handleOther };
      handle(request, response);
    });

    this.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const name = getFirstSegment(request);
      const service = this.#services.get(name);
      if (service?.upgrade) service.upgrade(request, stream, head);
      // In development, Vite's own listener upgrades requests for "/". All other handshakes without a service end here,
      // because an open handshake would keep the server from closing.
      else if (name !== '' || this.server.listenerCount('upgrade') === 1) stream.destroy();
    });
  }

  /** Sends requests below `/<name>` to a service, and WebSocket handshakes if it supports them. */
  mount(name: string, handle: RequestListener, upgrade?: UpgradeListener): void {
    this.#services.set(name, { handle, upgrade });
  }

  /**
   * Starts to listen. Port 0 picks a free port.
   *
   * @returns the port.
   * @throws Error with instructions if the port is in use.
   */
  start(port = 0): Promise<number> {
    return listen(this.server, port);
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}

function getFirstSegment({ url = '/' }: IncomingMessage): string {
  return url.split(/[/?]/, 2)[1] ?? '';
}

/** Returns a request's body, or undefined if it is larger than the limit. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Reads and drops the remaining bytes: a client whose connection breaks while it sends would not see the response.
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

function send(response: ServerResponse, { status, headers = {}, body = '', breakAfterMs }: HttpResponse): void {
  if (breakAfterMs === undefined) {
    response.writeHead(status, headers).end(body);
    return;
  }

  const timer = setTimeout(() => response.destroy(), breakAfterMs);
  response.once('close', () => clearTimeout(timer));
}
