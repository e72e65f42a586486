import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
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

/** A server on the loopback interface. Its handler receives complete requests and returns responses. */
export class HttpServer {
  readonly server: Server;

  /** @param maxBodyBytes larger requests get 413. */
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
   * Starts to listen. Port 0 picks a free one.
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

/** Returns a request's body, or undefined if it is larger than the limit. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read and drop the rest. A client whose connection breaks while sending would not see the response.
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
