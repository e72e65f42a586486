/**
 * Tests of the local WebSocket API's routes. Like API Gateway, it selects the function of a frame by the field
 * `action`.
 */
import { describe, expect, it } from 'vitest';
import { buildSocketStack, createResolver } from './fixture.ts';
import { parseSocketApi, selectRoute } from './routes.ts';

const api = parseSocketApi(createResolver(buildSocketStack(['$connect', '$disconnect', '$default', 'ping', '5'])));

describe('parseSocketApi', () => {
  it('reads the URL and functions of the WebSocket API, not of the HTTP API', () => {
    expect(api).toMatchObject({ url: 'ws://127.0.0.1:1/live', stage: 'live', selector: ['action'] });
    expect(Object.fromEntries(api.functionArns)).toMatchObject({ $connect: '$connect', ping: 'ping' });
  });

  it.each([
    ['an authorizer', { AuthorizationType: 'CUSTOM' }, {}, /AuthorizationType/],
    ['a route response', { RouteResponseSelectionExpression: '$default' }, {}, /RouteResponseSelectionExpression/],
    ['another route selection', {}, { RouteSelectionExpression: '$request.header.x' }, /does not support the route/],
  ])('rejects a WebSocket API with %s', (_, route, properties, message) => {
    expect(() => parseSocketApi(createResolver(buildSocketStack(['$connect'], route, properties)))).toThrow(message);
  });
});

describe('selectRoute', () => {
  it.each<[frame: string, key: string]>([
    ['{"action":"ping"}', 'ping'],
    ['{"action":5}', '5'],
    ['{"action":"unknown"}', '$default'],
    ['{"action":"$connect"}', '$default'],
    ['{"action":"$disconnect"}', '$default'],
    ['{"action":{"action":"ping"}}', '$default'],
    ['{"action":["ping"]}', '$default'],
    ['{"action":{"toString":1,"valueOf":1}}', '$default'],
    ['{"other":"ping"}', '$default'],
    ['"ping"', '$default'],
    ['null', '$default'],
    ['ping', '$default'],
    ['', '$default'],
  ])('selects for the frame %s the route %s', (frame, key) => {
    expect(selectRoute(api, frame)).toBe(key);
  });

  it('returns undefined if no route matches and there is no $default', () => {
    const apiWithoutDefault = parseSocketApi(createResolver(buildSocketStack(['ping'])));
    expect(selectRoute(apiWithoutDefault, '{"action":"pong"}')).toBeUndefined();
  });
});
