/**
 * Tests of the connections of the local WebSocket API: how they open and close. Like API Gateway, it invokes
 * `$connect` before it opens a connection, and `$disconnect` after the connection has ended.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionLimits } from './connection.ts';
import { type FixtureFunctions, getRejection, startSockets, TestClient } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof startSockets>>;

const OK = () => ({ statusCode: 200 });
const openFixtures: Fixture[] = [];
afterEach(async () => {
  for (const fixture of openFixtures.splice(0)) await fixture.close();
});

/** Starts an API whose functions succeed, except for these. It is closed after the test. */
async function start(functions: FixtureFunctions = {}, limits?: Partial<ConnectionLimits>): Promise<Fixture> {
  const fixture = await startSockets({ $connect: OK, $disconnect: OK, $default: OK, echo: OK, ...functions }, limits);
  openFixtures.push(fixture);
  return fixture;
}

describe('handshake', () => {
  it('invokes $connect with the event of API Gateway', async () => {
    const { sockets, eventsOf } = await start();
    await TestClient.open(`${sockets.url}?ticket=a%2Bb&ticket=c&empty=`, { headers: { 'X-Mixed': 'Case' } });
    const [event] = eventsOf('$connect');

    expect(event).toMatchObject({
      headers: { Host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), 'X-Mixed': 'Case', 'X-Forwarded-Proto': 'http' },
      multiValueHeaders: { 'X-Mixed': ['Case'] },
      queryStringParameters: { ticket: 'c', empty: '' },
      multiValueQueryStringParameters: { ticket: ['a+b', 'c'], empty: [''] },
      requestContext: {
        routeKey: '$connect',
        eventType: 'CONNECT',
        messageDirection: 'IN',
        stage: 'live',
        identity: { sourceIp: '127.0.0.1' },
        connectionId: expect.stringMatching(/^[\w-]{15}=$/),
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        connectedAt: expect.any(Number),
        requestTimeEpoch: expect.any(Number),
        domainName: expect.stringMatching(/^127\.0\.0\.1/),
      },
      isBase64Encoded: false,
    });
    expect(event).not.toHaveProperty('body');
    expect(sockets.openCount).toBe(1);
  });

  it('sends no query parameters in the event if the URL has none', async () => {
    const { sockets, eventsOf } = await start();
    await TestClient.open(sockets.url);
    expect(eventsOf('$connect')[0]).not.toHaveProperty('queryStringParameters');
  });

  it.each([
    ['status 401 of the function', () => ({ statusCode: 401 }), 401, 'Unauthorized'],
    ['status 403 of the function', () => ({ statusCode: 403 }), 403, 'Forbidden'],
    ['an error of the function', () => Promise.reject(new Error('no table')), 500, 'Internal server error'],
    ['a missing result', () => undefined, 500, 'Internal server error'],
    ['an invalid status', () => ({ statusCode: 'ok' }), 500, 'Internal server error'],
  ])('rejects a handshake for %s', async (_, $connect, status, message) => {
    const { sockets, events } = await start({ $connect });
    const rejection = await getRejection(sockets.url);

    expect(rejection.status).toBe(status);
    const { connectionId } = events[0]!.requestContext;
    expect(JSON.parse(rejection.body)).toMatchObject({ message, connectionId, requestId: expect.any(String) });
    expect(sockets.openCount).toBe(0);
    expect(events, 'no $disconnect, because the client was never connected').toHaveLength(1);
  });

  it('rejects a handshake at an unknown path without invoking a function', async () => {
    const { sockets, events } = await start();
    expect(await getRejection(`${sockets.url}/more`)).toMatchObject({ status: 403 });
    expect(events).toEqual([]);
  });

  it('invokes $disconnect if the client leaves during $connect', async () => {
    const connectResult = Promise.withResolvers<{ statusCode: number }>();
    const { sockets, eventsOf } = await start({ $connect: () => connectResult.promise });
    const { port } = new URL(sockets.url);

    const stream = connect(Number(port), '127.0.0.1');
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    stream.write(
      'GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );

    await expect.poll(() => eventsOf('$connect')).toHaveLength(1);
    stream.resetAndDestroy();
    await pause(50);
    connectResult.resolve({ statusCode: 200 });

    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(sockets.openCount).toBe(0);
  });
});

describe('connection', () => {
  it.each([
    [undefined, undefined, 1005, 'Client-side close frame status not set'],
    [1000, undefined, 1000, 'Connection Closed Normally'],
    [4001, 'tab closed', 4001, 'tab closed'],
  ])('invokes $disconnect after the client closes with %j and %j', async (code, reason, eventCode, eventReason) => {
    const { sockets, events, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);

    client.socket.close(code, reason);
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);

    expect(eventsOf('$disconnect')[0]!.requestContext).toMatchObject({
      eventType: 'DISCONNECT',
      connectionId: events[0]!.requestContext.connectionId,
      disconnectStatusCode: eventCode,
      disconnectReason: eventReason,
    });
    expect(sockets.openCount).toBe(0);
  });

  it('closes the socket after the idle time without a frame in either direction', async () => {
    const { sockets, eventsOf } = await start({}, { idleMs: 2000 });
    const [silentClient, busyClient, listeningClient] = await Promise.all(
      [1, 2, 3].map(() => TestClient.open(sockets.url)),
    );
    const listeningId = eventsOf('$connect')[2]!.requestContext.connectionId;

    let hasClosed = false;
    void silentClient!.closeEvent.then(() => {
      hasClosed = true;
    });
    while (!hasClosed) {
      busyClient!.send('from client');
      sockets.findConnection(listeningId)?.send('from server');
      await pause(20);
    }

    expect(await silentClient!.closeEvent).toEqual([1001, 'Going away']);
    expect(eventsOf('$disconnect')).toMatchObject([
      { requestContext: { disconnectStatusCode: 1001, disconnectReason: 'Going away' } },
    ]);
    expect([busyClient, listeningClient].map((client) => client!.socket.readyState)).toEqual([1, 1]);
  });

  it('closes the socket after the maximum lifetime despite traffic', async () => {
    const { sockets } = await start({}, { lifetimeMs: 150 });
    const client = await TestClient.open(sockets.url);
    const trafficTimer = setInterval(() => client.send('from client'), 20);
    expect(await client.closeEvent).toEqual([1001, 'Going away']);
    clearInterval(trafficTimer);
  });

  it('cuts some or all sockets without a close frame', async () => {
    const { sockets, eventsOf } = await start();
    const clients = await Promise.all(
      ['ann', 'bob', 'eve'].map((name) => TestClient.open(`${sockets.url}?name=${name}`)),
    );

    expect(sockets.cut(({ query }) => query.name?.[0] === 'bob')).toBe(1);
    expect(await clients[1]!.closeEvent).toEqual([1006, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: 1006 } }]);
    expect(sockets.openCount).toBe(2);

    expect(sockets.cutAll()).toBe(2);

    await Promise.all(clients.map(({ closeEvent }) => closeEvent));
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(3);
    expect(sockets.openCount).toBe(0);
  });

  it('does not invoke $disconnect while dropDisconnects is set', async () => {
    const { sockets, faults, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);

    faults.dropDisconnects = true;
    sockets.cutAll();
    await client.closeEvent;
    await expect.poll(() => sockets.openCount).toBe(0);

    faults.dropDisconnects = false;
    const nextClient = await TestClient.open(sockets.url);
    nextClient.socket.close();

    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    const { connectionId: nextId } = eventsOf('$connect')[1]!.requestContext;
    expect(eventsOf('$disconnect')[0]!.requestContext.connectionId).toBe(nextId);
  });

  it('closes all sockets and waits for $disconnect when the API closes', async () => {
    let finishedCount = 0;
    const { sockets } = await start({
      $disconnect: async () => {
        await pause(50);
        finishedCount++;
        return OK();
      },
    });
    const clients = await Promise.all([1, 2, 3].map(() => TestClient.open(sockets.url)));
    await sockets.close();

    expect(finishedCount).toBe(3);
    expect(await Promise.all(clients.map(({ closeEvent }) => closeEvent))).toEqual(Array(3).fill([1001, 'Going away']));
    expect(await getRejection(sockets.url)).toMatchObject({ status: 503 });
  });

  it('does not delay closing the API for longer than the shutdown timeout', async () => {
    const never = new Promise(() => {});
    const results = [OK(), never];
    const { sockets, eventsOf } = await start({ $connect: () => results.shift(), $disconnect: () => never });
    const client = await TestClient.open(sockets.url);

    // One client never returns the close frame, and one waits for $connect.
    client.socket.pause();
    const waitingClient = TestClient.open(sockets.url).catch((error: Error) => error.message);
    await expect.poll(() => eventsOf('$connect')).toHaveLength(2);
    await sockets.close();
    expect(sockets.openCount).toBe(0);
    expect(await waitingClient).toBe('socket hang up');
  });
});
