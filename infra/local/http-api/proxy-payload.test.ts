/**
 * Tests of the payload between the local HTTP API and its functions: API Gateway's format 2.0, and Lambda's limits of
 * 6 MB.
 */
import { describe, expect, it } from 'vitest';
import { parseRouteKey } from '../http/router.ts';
import { createProxyEvent, type IncomingRequest, isEventTooLarge, parseProxyResponse } from './proxy-payload.ts';

/** Lambda's limit for an event, in bytes: 6 MB. */
const MAX_EVENT_BYTES = 6_291_456;

/** Lambda's limit for a function's result, in bytes, as its error message states it. */
const MAX_RESULT_BYTES = 6_291_556;

/** Builds a request that has matched a route, except for these fields. */
const buildRequest = (overrides: Partial<IncomingRequest> = {}): IncomingRequest => ({
  method: 'GET',
  url: '/api/users/ann?tag=a&tag=b&q=x%20y',
  headers: { host: 'localhost:4600', cookie: 'a=1; b=2', 'user-agent': 'test' },
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  requestId: 'request-1',
  apiId: 'api',
  match: {
    route: {
      ...parseRouteKey('GET /api/users/{userId}'),
      functionArn: 'arn',
      authorizerId: undefined,
      requiredScopes: [],
    },
    parameters: { userId: 'ann' },
  },
  ...overrides,
});

describe('createProxyEvent', () => {
  it('creates an event in payload format 2.0', () => {
    const event = createProxyEvent(buildRequest({ authorizer: { claims: { sub: 'ann' }, scopes: ['s'] } }));

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/users/{userId}',
      rawPath: '/api/users/ann',
      rawQueryString: 'tag=a&tag=b&q=x%20y',
      cookies: ['a=1', 'b=2'],
      queryStringParameters: { tag: 'a,b', q: 'x y' },
      pathParameters: { userId: 'ann' },
      isBase64Encoded: false,
      requestContext: {
        requestId: 'request-1',
        stage: '$default',
        http: { method: 'GET', path: '/api/users/ann', sourceIp: '127.0.0.1', userAgent: 'test' },
        authorizer: { jwt: { claims: { sub: 'ann' }, scopes: ['s'] } },
      },
    });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event).not.toHaveProperty('body');
  });

  it('omits fields that the request does not have', () => {
    const event = createProxyEvent(
      buildRequest({ url: '/api/me', headers: {}, match: { ...buildRequest().match, parameters: {} } }),
    );

    for (const field of ['cookies', 'queryStringParameters', 'pathParameters', 'body']) {
      expect(event).not.toHaveProperty(field);
    }
    expect(event.requestContext).not.toHaveProperty('authorizer');
  });

  it('passes query parameters named like properties of Object.prototype', () => {
    const event = createProxyEvent(buildRequest({ url: '/api/users?__proto__=a&__proto__=b&constructor=c' }));

    const parameters = Object.entries(event.queryStringParameters ?? {});
    expect(parameters).toEqual([
      ['__proto__', 'a,b'],
      ['constructor', 'c'],
    ]);
  });

  it('passes a text body unchanged', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const event = createProxyEvent(buildRequest({ body: Buffer.from('{"a":"ü"}'), headers }));

    expect(event).toMatchObject({ body: '{"a":"ü"}', isBase64Encoded: false });
  });

  it('encodes other bodies in Base64', () => {
    const body = Buffer.from('{"a":"ü"}');
    const headers = { 'content-type': 'application/octet-stream' };
    const event = createProxyEvent(buildRequest({ body, headers }));

    expect(event).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
  });
});

describe('isEventTooLarge', () => {
  const buildTextEvent = (text: string) =>
    createProxyEvent(buildRequest({ body: Buffer.from(text), headers: { 'content-type': 'text/plain' } }));

  it("counts the bytes of the event's JSON, including escapes", () => {
    // The event's other fields have less than 1,456 bytes.
    expect(isEventTooLarge(buildTextEvent('a'.repeat(MAX_EVENT_BYTES - 1456)))).toBe(false);
    expect(isEventTooLarge(buildTextEvent('a'.repeat(MAX_EVENT_BYTES)))).toBe(true);

    // The escaped quote has two bytes, and 深 has three.
    expect(isEventTooLarge(buildTextEvent('"'.repeat(MAX_EVENT_BYTES / 2)))).toBe(true);
    expect(isEventTooLarge(buildTextEvent('深'.repeat(MAX_EVENT_BYTES / 3)))).toBe(true);
  });
});

describe('parseProxyResponse', () => {
  it.each(['a', '深'])('accepts a result of 6,291,556 bytes of "%s", but not of one byte more', (character) => {
    const buildResult = (byteLength: number) => {
      const emptyResult = JSON.stringify({ statusCode: 200, body: '' });
      const bodyLength = byteLength - emptyResult.length;
      const count = Math.floor(bodyLength / Buffer.byteLength(character));
      const filler = 'x'.repeat(bodyLength - count * Buffer.byteLength(character));

      return JSON.stringify({ statusCode: 200, body: character.repeat(count) + filler });
    };

    expect(parseProxyResponse(buildResult(MAX_RESULT_BYTES))?.status).toBe(200);
    expect(parseProxyResponse(buildResult(MAX_RESULT_BYTES + 1))).toBeUndefined();
  });

  it('parses status, headers, cookies, and a body in Base64', () => {
    const response = parseProxyResponse(
      JSON.stringify({
        statusCode: 201,
        headers: { 'Content-Type': 'image/png', 'X-Number': 7 },
        cookies: ['a=1'],
        body: Buffer.from([1, 2]).toString('base64'),
        isBase64Encoded: true,
      }),
    );

    expect(response).toEqual({
      status: 201,
      headers: { 'content-type': 'image/png', 'x-number': '7' },
      cookies: ['a=1'],
      body: Buffer.from([1, 2]),
    });
  });

  it('treats a result without a status code as the body of a 200', () => {
    expect(parseProxyResponse('{"a":1}')).toMatchObject({ status: 200, body: Buffer.from('{"a":1}') });
    expect(parseProxyResponse('"text"')).toMatchObject({ status: 200, body: Buffer.from('text') });
  });

  it.each(['{"statusCode":"many"}', '{"statusCode":200,"body":{}}', '{"statusCode":99}'])(
    'rejects the result %s',
    (payload) => {
      expect(parseProxyResponse(payload)).toBeUndefined();
    },
  );
});
