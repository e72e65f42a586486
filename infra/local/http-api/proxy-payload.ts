import { type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNT_ID } from '../template/identities.ts';
import type { RouteMatch } from './routes.ts';

/** Content types that API Gateway passes as text. Other bodies are encoded in Base64. */
const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))\b)/i;

/**
 * Lambda's limits for the event and the result of a synchronous call, in bytes of JSON. Lambda's error messages state
 * these numbers: a result may have 100 bytes more than an event.
 */
const MAX_EVENT_BYTES = 6_291_456;
const MAX_RESULT_BYTES = 6_291_556;

export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly apiId: string;
  readonly match: RouteMatch;
  /** The variables of API Gateway's stage. */
  readonly stageVariables?: Readonly<Record<string, string>>;
  readonly authorizer?: { readonly claims: Record<string, string>; readonly scopes: readonly string[] | null };
}

/** Creates a function's event in payload format 2.0. */
export function createProxyEvent(request: IncomingRequest): APIGatewayProxyEventV2 {
  const { method, url, headers, body, match, stageVariables, authorizer, apiId } = request;
  const [path = '/', query = ''] = splitOnce(url, '?');
  const { cookie, ...otherHeaders } = headers;
  const now = new Date();
  const host = headers.host ?? '';
  const isText = TEXT_TYPE.test(headers['content-type'] ?? '');
  const parameters = parseQueryParameters(query);

  return {
    version: '2.0',
    routeKey: match.route.key,
    rawPath: path,
    rawQueryString: query,
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers: {
      ...Object.fromEntries(Object.entries(otherHeaders).map(([name, value]) => [name, [value].flat().join(',')])),
      'x-forwarded-for': request.sourceIp,
      'x-forwarded-port': host.split(':')[1] ?? '80',
      'x-forwarded-proto': 'http',
    },
    ...(parameters && { queryStringParameters: parameters }),
    ...(Object.keys(match.parameters).length > 0 && { pathParameters: { ...match.parameters } }),
    ...(stageVariables && { stageVariables: { ...stageVariables } }),
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId,
      domainName: host,
      domainPrefix: host.split(/[.:]/)[0] ?? '',
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: String(headers['user-agent'] ?? ''),
      },
      requestId: request.requestId,
      routeKey: match.route.key,
      stage: '$default',
      time: formatCommonLogTime(now),
      timeEpoch: now.getTime(),
      ...(authorizer && { authorizer: { jwt: { claims: authorizer.claims, scopes: authorizer.scopes } } }),
    } as APIGatewayProxyEventV2['requestContext'],
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Returns whether an event is longer than Lambda accepts. */
export function isEventTooLarge(event: APIGatewayProxyEventV2): boolean {
  return Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES;
}

/** The response for the browser. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** Parses a function's result. Returns undefined if API Gateway would reject it, or if it exceeds Lambda's limit. */
export function parseProxyResponse(payload: string): ProxyResponse | undefined {
  if (Buffer.byteLength(payload) > MAX_RESULT_BYTES) return undefined;

  const result: unknown = JSON.parse(payload);
  // A result without a status code is the body of a 200.
  if (result === null || typeof result !== 'object' || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : payload;
    return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body: Buffer.from(body) };
  }

  const {
    statusCode,
    headers = {},
    cookies = [],
    body = '',
    isBase64Encoded = false,
  } = result as Record<string, unknown>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || !(status in STATUS_CODES) || typeof body !== 'string' || !Array.isArray(cookies)) {
    return undefined;
  }

  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      ...Object.fromEntries(
        Object.entries(headers as object).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    },
    cookies: cookies.map(String),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Sends a function's response to the browser. */
export function sendProxyResponse(response: ServerResponse, { status, headers, cookies, body }: ProxyResponse): void {
  const { 'content-length': _, ...otherHeaders } = headers;
  response.writeHead(status, {
    ...otherHeaders,
    'content-length': body.length,
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
  });
  response.end(body);
}

/** Returns values by name. Joins the values of a repeated name with commas. */
function parseQueryParameters(query: string): Record<string, string> | undefined {
  // A Map, because a name such as `__proto__` has a special meaning in an object.
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlierValue = values.get(name);
    values.set(name, earlierValue === undefined ? value : `${earlierValue},${value}`);
  }
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}

/** Formats a date as in `12/Mar/2020:19:03:58 +0000`. */
export function formatCommonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
