import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that Stripe received. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The fields of the query and of the body. */
  readonly form: Readonly<Record<string, string>>;
}

/** The response to a call. */
type Reply = { readonly status: number; readonly body: object };

/** Stripe's response to a request for an unknown object. */
const NOT_FOUND: Reply = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing' } },
};

/** A Stripe API in memory, served over HTTP. Replies 404 unless a test sets a reply. */
export class FakeStripe {
  /** The calls so far. */
  readonly calls: Call[] = [];
  readonly #replies = new Map<string, Reply>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);

      const { pathname: path, searchParams } = new URL(request.url!, 'http://stripe');
      const form = Object.fromEntries([...searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())]);
      this.calls.push({ method: request.method!, path, headers: request.headers, form });

      const { status, body } = this.#replies.get(`${request.method} ${path}`) ?? NOT_FOUND;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  /** Starts the server and points the Stripe client at it. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    process.env.STRIPE_API_URL = `http://127.0.0.1:${port}`;
  }

  /** Stops the server, and closes all connections. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Replies to a call, such as `GET /v1/payment_intents/pi_1`. */
  on(call: string, status: number, body: object): void {
    this.#replies.set(call, { status, body });
  }
}
