import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response of the server, or `lost` to close the connection without one. */
export type ScriptedResponse =
  | { readonly status?: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'lost';

/** A server in place of an AWS service. */
export interface ScriptedServer {
  readonly url: string;
  /** All requests so far. Tests may empty it. */
  readonly received: ReceivedRequest[];
  /** Sets the next responses. The last one repeats. */
  respondWith(...responses: readonly ScriptedResponse[]): void;
  close(): void;
}

/** Starts a server whose responses a test sets. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const receivedRequests: ReceivedRequest[] = [];
  let responses: ScriptedResponse[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    receivedRequests.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });

    const next = (responses.length > 1 ? responses.shift() : responses[0]) ?? {};
    if (next === 'lost') {
      request.socket.destroy();
      return;
    }

    response.writeHead(next.status ?? 200, { 'x-amzn-requestid': 'REQUEST', ...next.headers }).end(next.body ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: receivedRequests,
    respondWith: (...next) => {
      responses = [...next];
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
