import type { ClientRequest, IncomingHttpHeaders, RequestOptions } from 'node:http';

/** A signed request to an AWS service. */
export interface AwsRequest {
  readonly method: 'POST' | 'DELETE';
  /** The service's address with the path of the request. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response of an AWS service. */
export interface AwsResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Time without data after which a connection counts as lost, in milliseconds. The SDK's default. */
const SOCKET_TIMEOUT_MS = 300_000;

/** Maximum number of connections to a service, the SDK's default. Further requests wait for a connection. */
const MAX_SOCKETS = 50;

/** Errors that the SDK reports as TimeoutError, although the connection may have been closed. */
const TIMEOUT_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

type Protocol = 'http:' | 'https:';

/** The loaded modules and agents, by protocol. */
const protocols = new Map<string, ReturnType<typeof loadProtocol>>();

/**
 * Sends a request over a connection that later requests reuse.
 *
 * @throws Error with a `code` if the connection fails; the service may have carried out the request
 */
export function sendRequest({ method, url, headers, body }: AwsRequest): Promise<AwsResponse> {
  const { protocol, hostname: host, port, pathname: path } = url;
  const { request, agent } = protocols.get(protocol) ?? loadProtocol(protocol as Protocol);
  protocols.set(protocol, { request, agent });

  const clientRequest = request({ method, host, port, path, headers, agent } satisfies RequestOptions);
  const response = readResponse(clientRequest);
  clientRequest.end(body);

  return response;
}

/** Loads the module of a protocol, and creates the agent that keeps its connections. */
function loadProtocol(protocol: Protocol) {
  // An import of node:http loads undici as well, which takes 60 ms of CPU.
  const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  return { request, agent: new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, timeout: SOCKET_TIMEOUT_MS }) };
}

/** Reads the whole response. Rejects with a `TimeoutError` if the connection is silent or may have been closed. */
function readResponse(request: ClientRequest): Promise<AwsResponse> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(TIMEOUT_CODES.includes(error.code) ? Object.assign(error, { name: 'TimeoutError' }) : error);

    request.on('error', fail);
    request.on('timeout', () => {
      request.destroy(Object.assign(new Error('The connection is silent.'), { code: 'ETIMEDOUT' }));
    });
    request.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('error', fail);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ statusCode, headers, body });
      });
    });
  });
}
