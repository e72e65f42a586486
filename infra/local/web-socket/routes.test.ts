import { describe, expect, it } from 'vitest';
import { resolverOf, socketStack } from './fixture.ts';
import { routeOf, socketApiOf } from './routes.ts';

const api = socketApiOf(resolverOf(socketStack(['$connect', '$disconnect', '$default', 'ping', '5'])));

describe('socketApiOf', () => {
  it('reads the address and the functions of the template, and leaves the HTTP API alone', () => {
    expect(api).toMatchObject({ url: 'ws://127.0.0.1:1/live', stage: 'live', selector: ['action'] });
    expect(Object.fromEntries(api.functionArns)).toMatchObject({ $connect: '$connect', ping: 'ping' });
  });

  it.each([
    ['an authorizer', { AuthorizationType: 'CUSTOM' }, {}, /AuthorizationType/],
    ['an answer', { RouteResponseSelectionExpression: '$default' }, {}, /RouteResponseSelectionExpression/],
    ['another selection', {}, { RouteSelectionExpression: '$request.header.x' }, /does not know how to route by/],
  ])('refuses %s that nobody would carry out', (_, route, properties, message) => {
    expect(() => socketApiOf(resolverOf(socketStack(['$connect'], route, properties)))).toThrow(message);
  });
});

describe('routeOf', () => {
  it.each([
    ['{"action":"ping"}', 'ping'],
    ['{"action":5}', '5'],
    ['{"action":"unknown"}', '$default'],
    ['{"action":"$connect"}', '$default'],
    ['{"action":"$disconnect"}', '$default'],
    ['{"action":{"action":"ping"}}', '$default'],
    ['{"other":"ping"}', '$default'],
    ['"ping"', '$default'],
    ['null', '$default'],
    ['ping', '$default'],
    ['', '$default'],
  ])('leads %s to %s', (text, key) => {
    expect(routeOf(api, text)).toBe(key);
  });

  it('leads nowhere without a default', () => {
    const strict = socketApiOf(resolverOf(socketStack(['ping'])));
    expect(routeOf(strict, '{"action":"pong"}')).toBeUndefined();
  });
});
