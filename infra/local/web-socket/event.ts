/*
 * The events that API Gateway sends to the functions of a WebSocket API.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatCommonLogTime } from '../http-api/proxy-payload.ts';
import type { SocketApi } from './routes.ts';

/** Headers or query parameters, which can have several values. */
type MultiValues = Readonly<Record<string, readonly string[]>>;

/** A client that has sent a handshake. The client's socket may not be open yet. */
export interface Client {
  readonly connectionId: string;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  /** The handshake's headers, with the names as sent. */
  readonly headers: MultiValues;
  readonly query: MultiValues;
}

/** The close code and reason of a socket. */
export interface CloseStatus {
  readonly code: number;
  readonly reason: string;
}

/** Generates an ID in API Gateway's format for connections, requests, and messages. */
export function generateGatewayId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

/** Reads the client from a handshake. */
export function parseHandshake(request: IncomingMessage): Client {
  const { rawHeaders, headers, url = '/', socket } = request;
  // `rawHeaders` alternates names and values.
  const headerPairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );

  return {
    connectionId: generateGatewayId(),
    connectedAt: Date.now(),
    sourceIp: socket.remoteAddress ?? '',
    userAgent: headers['user-agent'] ?? '',
    host: headers.host ?? '',
    headers: groupValues(headerPairs),
    query: groupValues(new URLSearchParams(url.split('?')[1])),
  };
}

/** Builds the event that API Gateway sends to the `$connect` function. */
export function buildConnectEvent(api: SocketApi, client: Client, requestId: string) {
  const { host, sourceIp, headers, query } = client;
  const allHeaders = {
    ...headers,
    'X-Forwarded-For': [sourceIp],
    'X-Forwarded-Port': [host.split(':')[1] ?? '80'],
    'X-Forwarded-Proto': ['http'],
  };

  return {
    headers: takeLastValues(allHeaders),
    multiValueHeaders: allHeaders,
    ...(Object.keys(query).length > 0 && {
      queryStringParameters: takeLastValues(query),
      multiValueQueryStringParameters: query,
    }),
    requestContext: { ...buildContext(api, client, requestId), routeKey: '$connect', eventType: 'CONNECT' },
    isBase64Encoded: false,
  };
}

/** Builds the event for a frame, which API Gateway sends to the function of its route. */
export function buildMessageEvent(api: SocketApi, client: Client, requestId: string, routeKey: string, body: string) {
  return {
    requestContext: {
      ...buildContext(api, client, requestId),
      routeKey,
      messageId: generateGatewayId(),
      eventType: 'MESSAGE',
    },
    body,
    isBase64Encoded: false,
  };
}

/** Builds the event that API Gateway sends to the `$disconnect` function. */
export function buildDisconnectEvent(api: SocketApi, client: Client, requestId: string, { code, reason }: CloseStatus) {
  // API Gateway sends three of these headers without a value.
  const headers = { Host: [client.host], 'x-api-key': [''], 'X-Forwarded-For': [''], 'x-restapi': [''] };

  return {
    headers: takeLastValues(headers),
    multiValueHeaders: headers,
    requestContext: {
      ...buildContext(api, client, requestId),
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: code,
      disconnectReason: reason,
    },
    isBase64Encoded: false,
  };
}

/** Builds the request context that all routes share. */
function buildContext(api: SocketApi, client: Client, requestId: string) {
  const { connectionId, connectedAt, sourceIp, userAgent, host } = client;
  const now = new Date();

  return {
    requestId,
    extendedRequestId: requestId,
    requestTime: formatCommonLogTime(now),
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

/** Groups the values of equal names, in order. */
function groupValues(entries: Iterable<readonly [string, string]>): MultiValues {
  const values: Record<string, string[]> = {};
  for (const [name, value] of entries) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}

/** Returns the last value of each name, as API Gateway does in the fields for single values. */
function takeLastValues(values: MultiValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));
}
