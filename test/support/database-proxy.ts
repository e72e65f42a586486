import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to DynamoDB that the proxy received. */
export interface ProxiedCall {
  /** The name of the operation, such as "TransactWriteItems". */
  readonly operation: string;
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

/** A response of DynamoDB. */
export interface ProxiedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Matches the operations that change items. */
const WRITE = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

/** Returns whether an operation changes items. */
export function isWrite(operation: string): boolean {
  return WRITE.test(operation);
}

/** A proxy in front of DynamoDB. `serve` responds to each call. */
export class DatabaseProxy {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server;

  constructor(serve: (call: ProxiedCall, response: ServerResponse) => Promise<void>) {
    this.#server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);

      // The header has the form "DynamoDB_20120810.GetItem".
      const [, operation = ''] = String(incoming.headers['x-amz-target']).split('.');
      await serve({ operation, incoming, body: Buffer.concat(chunks) }, response);
    });
  }

  /** Starts the proxy on a free port, and returns its URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends a call to the DynamoDB at an endpoint. Returns its response, or undefined if the connection broke. */
  forward({ incoming, body }: ProxiedCall, endpoint: string): Promise<ProxiedResponse | undefined> {
    const { hostname, port } = new URL(endpoint);
    const { method, url: path, headers } = incoming;

    return new Promise((resolve) => {
      const outgoing = request({ agent: this.#agent, hostname, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(undefined));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 500, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      outgoing.on('error', () => resolve(undefined));
      outgoing.end(body);
    });
  }
}
