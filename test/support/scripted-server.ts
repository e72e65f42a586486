/** A server with scripted responses, for tests of clients that call AWS over HTTP. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

/** A request that the server received. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * A response of the server, or `lost` to close the connection without one.
 *
 * By default, the status is 200, and the body is an empty JSON object.
 */
export type ScriptedResponse =
  | { readonly status?: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'lost';

/** A server in place of an AWS service. */
export interface ScriptedServer {
  readonly url: string;
  /** All requests so far. Tests may empty it. */
  readonly receivedRequests: ReceivedRequest[];
  /** Sets the next responses. The last one repeats. */
  respondWith(...responses: readonly ScriptedResponse[]): void;
  close(): void;
}

/** The header in which AWS services send a request's ID. Clients put the ID into the metadata of their results. */
const REQUEST_ID_HEADER = 'x-amzn-requestid';

/**
 * Starts a server whose responses the tests of a file set. Before each test, sets the environment variables that clients
 * of AWS read. After each test, restores the environment and all mocks.
 *
 * Call it once, outside of tests.
 *
 * @param endpointSetting - the environment variable that names the service's address, if the clients read it
 */
export function setUpScriptedServer(endpointSetting?: string): ScriptedServer {
  const server = {} as ScriptedServer;

  beforeAll(async () => {
    Object.assign(server, await startScriptedServer());
  });

  beforeEach(() => {
    server.receivedRequests.length = 0;
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOCEAN');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a/secret+of=the=sea');
    if (endpointSetting) vi.stubEnv(endpointSetting, server.url);
    // Without jitter, the clients don't wait between attempts. The waits would take seconds.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  afterAll(() => server.close());

  return server;
}

async function startScriptedServer(): Promise<ScriptedServer> {
  const receivedRequests: ReceivedRequest[] = [];
  let responses: ScriptedResponse[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    receivedRequests.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });

    // The last response stays, because it repeats.
    const nextResponse = (responses.length > 1 ? responses.shift() : responses[0]) ?? {};
    if (nextResponse === 'lost') {
      request.socket.destroy();
      return;
    }

    const { status = 200, headers: responseHeaders, body = '{}' } = nextResponse;
    response.writeHead(status, { [REQUEST_ID_HEADER]: 'REQUEST', ...responseHeaders }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedRequests,
    respondWith: (...nextResponses) => {
      responses = [...nextResponses];
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
