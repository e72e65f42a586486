import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionLimits } from './connection.ts';
import { type FixtureFunctions, refusal, startSockets, TestClient } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof startSockets>>;

const OK = () => ({ statusCode: 200 });
const started: Fixture[] = [];
afterEach(async () => {
  for (const fixture of started.splice(0)) await fixture.close();
});

async function start(functions: FixtureFunctions = {}, limits?: Partial<ConnectionLimits>): Promise<Fixture> {
  const fixture = await startSockets({ $connect: OK, $disconnect: OK, $default: OK, echo: OK, ...functions }, limits);
  started.push(fixture);
  return fixture;
}

describe('a handshake', () => {
  it('is told to the $connect function as API Gateway tells it', async () => {
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
    expect(sockets.open).toBe(1);
  });

  it('has no query when there was none', async () => {
    const { sockets, eventsOf } = await start();
    await TestClient.open(sockets.url);
    expect(eventsOf('$connect')[0]).not.toHaveProperty('queryStringParameters');
  });

  it.each([
    ['what the function says', () => ({ statusCode: 401 }), 401, 'Unauthorized'],
    ['what the function says', () => ({ statusCode: 403 }), 403, 'Forbidden'],
    ['its own failure', () => Promise.reject(new Error('no table')), 500, 'Internal server error'],
    ['an answer that is none', () => undefined, 500, 'Internal server error'],
    ['a status that is none', () => ({ statusCode: 'ok' }), 500, 'Internal server error'],
  ])('is refused with %s', async (_, $connect, status, message) => {
    const { sockets, events } = await start({ $connect });
    const refused = await refusal(sockets.url);
    expect(refused.status).toBe(status);
    const { connectionId } = events[0]!.requestContext;
    expect(JSON.parse(refused.body)).toMatchObject({ message, connectionId, requestId: expect.any(String) });
    expect(sockets.open).toBe(0);
    // Whoever never was connected is not disconnected.
    expect(events).toHaveLength(1);
  });

  it('is refused at any other path, and asks no function there', async () => {
    const { sockets, events } = await start();
    expect(await refusal(sockets.url.replace('/live', '/dead'))).toMatchObject({ status: 403 });
    expect(await refusal(`${sockets.url}/more`)).toMatchObject({ status: 403 });
    expect(events).toEqual([]);
  });

  it('of a client that has left before it was let in is followed by $disconnect', async () => {
    const answers = Promise.withResolvers<{ statusCode: number }>();
    const { sockets, eventsOf } = await start({ $connect: () => answers.promise });
    const { port } = new URL(sockets.url);
    const stream = connect(Number(port), '127.0.0.1');
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    stream.write(
      `GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await expect.poll(() => eventsOf('$connect')).toHaveLength(1);
    stream.resetAndDestroy();
    await pause(50);
    answers.resolve({ statusCode: 200 });
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(sockets.open).toBe(0);
  });
});

describe('a frame', () => {
  it('runs the function that its action names', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.send({ action: 'echo', text: 'ünn' });
    await expect.poll(() => eventsOf('echo')).toHaveLength(1);
    const [connected] = eventsOf('$connect');
    const { connectionId, connectedAt } = connected!.requestContext;
    expect(eventsOf('echo')[0]).toMatchObject({
      body: '{"action":"echo","text":"ünn"}',
      isBase64Encoded: false,
      requestContext: { eventType: 'MESSAGE', connectionId, connectedAt, messageId: expect.stringMatching(/=$/) },
    });
    expect(eventsOf('echo')[0]).not.toHaveProperty('headers');
    client.send('no JSON');
    await expect.poll(() => eventsOf('$default')).toMatchObject([{ body: 'no JSON' }]);
    // What a function answers goes nowhere.
    expect(client.received).toEqual([]);
  });

  it('does not wait for those before it', async () => {
    const slow = Promise.withResolvers<object>();
    const { sockets, eventsOf } = await start({ echo: () => slow.promise });
    const client = await TestClient.open(sockets.url);
    client.send({ action: 'echo' });
    client.send({ action: 'echo' });
    await expect.poll(() => eventsOf('echo')).toHaveLength(2);
    slow.resolve(OK());
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no table'))],
    ['answers nothing that is an answer', () => undefined],
  ])('is answered by API Gateway itself when its function %s', async (_, echo) => {
    const { sockets, eventsOf } = await start({ echo });
    const client = await TestClient.open(sockets.url);
    client.send({ action: 'echo' });
    await expect.poll(() => client.received).toHaveLength(1);
    const { connectionId, requestId } = eventsOf('echo')[0]!.requestContext;
    expect(JSON.parse(client.received[0]!)).toEqual({ message: 'Internal server error', connectionId, requestId });
    expect(sockets.open).toBe(1);
  });

  it('that no route fits is answered by API Gateway itself', async () => {
    const fixture = await startSockets({ echo: OK });
    started.push(fixture);
    const client = await TestClient.open(fixture.sockets.url);
    client.send({ action: 'other' });
    await expect.poll(() => client.received).toHaveLength(1);
    expect(JSON.parse(client.received[0]!)).toMatchObject({ message: 'Forbidden' });
    expect(fixture.events).toEqual([]);
  });

  it('of 32 KB passes, and of a byte more ends the socket', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.send('x'.repeat(32 * 1024));
    await expect.poll(() => eventsOf('$default')).toHaveLength(1);
    client.send('x'.repeat(32 * 1024 + 1));
    expect(await client.closed).toEqual([1009, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: 1009 } }]);
    expect(eventsOf('$default')).toHaveLength(1);
  });

  it('may be one of several that make 128 KB together, and no more', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    const part = 'x'.repeat(32 * 1024);
    for (const index of [1, 2, 3, 4]) client.socket.send(part, { fin: index === 4 });
    await expect.poll(() => eventsOf('$default').map(({ body }) => body?.length)).toEqual([128 * 1024]);
    for (const index of [1, 2, 3, 4, 5]) client.socket.send(index === 5 ? 'x' : part, { fin: index === 5 });
    expect(await client.closed).toEqual([1009, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: 1009 } }]);
  });

  it('that is binary ends the socket', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.socket.send(Buffer.from('{"action":"echo"}'));
    expect(await client.closed).toEqual([1003, '']);
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(eventsOf('echo')).toEqual([]);
  });
});

describe('the end of a socket', () => {
  it.each([
    [undefined, undefined, 1005, 'Client-side close frame status not set'],
    [1000, undefined, 1000, 'Connection Closed Normally'],
    [4001, 'tab closed', 4001, 'tab closed'],
  ])('by its client, with %j and %j, is told to $disconnect', async (code, reason, toldCode, toldReason) => {
    const { sockets, events, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.socket.close(code, reason);
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(eventsOf('$disconnect')[0]!.requestContext).toMatchObject({
      eventType: 'DISCONNECT',
      connectionId: events[0]!.requestContext.connectionId,
      disconnectStatusCode: toldCode,
      disconnectReason: toldReason,
    });
    expect(sockets.open).toBe(0);
  });

  it('comes after some time without a frame either way', async () => {
    const { sockets, eventsOf } = await start({}, { idleMs: 600 });
    const [silent, busy, listening] = await Promise.all([1, 2, 3].map(() => TestClient.open(sockets.url)));
    const third = eventsOf('$connect')[2]!.requestContext.connectionId;
    let ended = false;
    void silent!.closed.then(() => {
      ended = true;
    });
    while (!ended) {
      busy!.send('still here');
      sockets.connection(third)?.send('still there');
      await pause(20);
    }
    expect(await silent!.closed).toEqual([1001, 'Going away']);
    expect(eventsOf('$disconnect')).toMatchObject([
      { requestContext: { disconnectStatusCode: 1001, disconnectReason: 'Going away' } },
    ]);
    expect([busy, listening].map((client) => client!.socket.readyState)).toEqual([1, 1]);
  });

  it('comes some time after its beginning, whatever is sent', async () => {
    const { sockets } = await start({}, { lifetimeMs: 150 });
    const client = await TestClient.open(sockets.url);
    const talking = setInterval(() => client.send('still here'), 20);
    expect(await client.closed).toEqual([1001, 'Going away']);
    clearInterval(talking);
  });

  it('may be a cut, of chosen ones or of all', async () => {
    const { sockets, eventsOf } = await start();
    const clients = await Promise.all(['ann', 'bob', 'eve'].map((who) => TestClient.open(`${sockets.url}?who=${who}`)));
    expect(sockets.cut(({ query }) => query.who?.[0] === 'bob')).toBe(1);
    expect(await clients[1]!.closed).toEqual([1006, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: 1006 } }]);
    expect(sockets.open).toBe(2);
    expect(sockets.cutAll()).toBe(2);
    await Promise.all(clients.map(({ closed }) => closed));
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(3);
    expect(sockets.open).toBe(0);
  });

  it('is not told while news of it get lost', async () => {
    const { sockets, faults, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    faults.dropDisconnects = true;
    sockets.cutAll();
    await client.closed;
    await expect.poll(() => sockets.open).toBe(0);
    faults.dropDisconnects = false;
    const another = await TestClient.open(sockets.url);
    another.socket.close();
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(eventsOf('$disconnect')[0]!.requestContext.connectionId).toBe(
      eventsOf('$connect')[1]!.requestContext.connectionId,
    );
  });

  it('comes for all when the cloud stops, which waits for their functions', async () => {
    let done = 0;
    const { sockets } = await start({
      $disconnect: async () => {
        await pause(50);
        done++;
        return OK();
      },
    });
    const clients = await Promise.all([1, 2, 3].map(() => TestClient.open(sockets.url)));
    await sockets.close();
    expect(done).toBe(3);
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual(Array(3).fill([1001, 'Going away']));
    expect(await refusal(sockets.url)).toMatchObject({ status: 503 });
  });

  it('is not waited for by a cloud that stops for longer than a moment', async () => {
    const never = new Promise(() => {});
    const answers = [OK(), never];
    const { sockets, eventsOf } = await start({ $connect: () => answers.shift(), $disconnect: () => never });
    const client = await TestClient.open(sockets.url);
    // One that never answers the close frame, and one that is not let in yet.
    client.socket.pause();
    const waiting = TestClient.open(sockets.url).catch((error: Error) => error.message);
    await expect.poll(() => eventsOf('$connect')).toHaveLength(2);
    await sockets.close();
    expect(sockets.open).toBe(0);
    expect(await waiting).toBe('socket hang up');
  });
});
