import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { closeServer, HOST, listen } from '../process/ports.ts';

/** A request whose body has been read. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent: signatures cover these characters. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Breaks the connection after this time instead of sending the response, in milliseconds. */
  readonly breakAfterMs?: number;
}

/** A server on the loopback interface that reads each request whole and sends what its handler returns. */
export class HttpServer {
  readonly server: Server;

  /** @param maxBodyBytes longer requests get 413 and do not reach the handler. */
  constructor(maxBodyBytes: number, handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>) {
    this.server = createServer(async (request, response) => {
      try {
        const { method = 'GET', url: target = '/', headers } = request;
        const body = await readBody(request, maxBodyBytes);
        if (!body) return send(response, { status: 413, body: 'The request is too large.\n' });
        send(response, await handle({ method, target, url: new URL(target, `http://${HOST}`), headers, body }));
      } catch (error) {
        if (response.headersSent) response.destroy();
        else send(response, { status: 500, body: `${error instanceof Error ? error.message : error}\n` });
      }
    });
  }

  /**
   * Starts to listen; port 0 takes any free one.
   *
   * @returns the port.
   */
  start(port = 0): Promise<number> {
    return listen(this.server, port);
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}

/** Returns a request's body, or undefined if it is longer than the limit. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped: a client that is cut off while sending would not see the response.
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
