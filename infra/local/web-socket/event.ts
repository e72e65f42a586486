import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { commonLogTime } from '../http-api/event.ts';
import type { SocketApi } from './routes.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/** Who opened a socket, or is about to. */
export interface Client {
  readonly connectionId: string;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  /** The handshake's headers, named as they were sent. */
  readonly headers: Values;
  /** The handshake's query. */
  readonly query: Values;
}

/** How a socket ended. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

/** An id as API Gateway makes them for connections, requests and messages. */
export function newId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

/** Reads a handshake. */
export function clientOf(request: IncomingMessage): Client {
  const { rawHeaders, headers, url = '/', socket } = request;
  const named = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return {
    connectionId: newId(),
    connectedAt: Date.now(),
    sourceIp: socket.remoteAddress ?? '',
    userAgent: headers['user-agent'] ?? '',
    host: headers.host ?? '',
    headers: grouped(named),
    query: grouped(new URLSearchParams(url.split('?')[1])),
  };
}

export function connectEvent(api: SocketApi, client: Client, requestId: string) {
  const { host, sourceIp, headers, query } = client;
  const all = {
    ...headers,
    'X-Forwarded-For': [sourceIp],
    'X-Forwarded-Port': [host.split(':')[1] ?? '80'],
    'X-Forwarded-Proto': ['http'],
  };
  return {
    headers: lastOf(all),
    multiValueHeaders: all,
    ...(Object.keys(query).length > 0 && {
      queryStringParameters: lastOf(query),
      multiValueQueryStringParameters: query,
    }),
    requestContext: { ...context(api, client, requestId), routeKey: '$connect', eventType: 'CONNECT' },
    isBase64Encoded: false,
  };
}

export function messageEvent(api: SocketApi, client: Client, requestId: string, routeKey: string, body: string) {
  return {
    requestContext: { ...context(api, client, requestId), routeKey, messageId: newId(), eventType: 'MESSAGE' },
    body,
    isBase64Encoded: false,
  };
}

export function disconnectEvent(api: SocketApi, client: Client, requestId: string, { code, reason }: Ending) {
  const headers = { Host: [client.host], 'x-api-key': [''], 'X-Forwarded-For': [''], 'x-restapi': [''] };
  return {
    headers: lastOf(headers),
    multiValueHeaders: headers,
    requestContext: {
      ...context(api, client, requestId),
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: code,
      disconnectReason: reason,
    },
    isBase64Encoded: false,
  };
}

/** What the events of all routes tell. */
function context(api: SocketApi, client: Client, requestId: string) {
  const { connectionId, connectedAt, sourceIp, userAgent, host } = client;
  const now = new Date();
  return {
    requestId,
    extendedRequestId: requestId,
    requestTime: commonLogTime(now),
    requestTimeEpoch: now.getTime(),
    messageDirection: 'IN',
    stage: api.stage,
    connectedAt,
    identity: { userAgent, sourceIp },
    domainName: host,
    connectionId,
    apiId: api.id,
  };
}

function grouped(entries: Iterable<readonly [string, string]>): Values {
  const values: Record<string, string[]> = {};
  for (const [name, value] of entries) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}

function lastOf(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));
}
