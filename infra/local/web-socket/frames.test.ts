/**
 * Tests of the frames that clients send to the local WebSocket API. Like API Gateway, it invokes the function of a
 * frame's action, and closes connections whose frames are too long.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type FixtureFunctions, startSockets, TestClient } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof startSockets>>;

/** API Gateway's limit for a frame, in bytes. */
const MAX_FRAME_BYTES = 32 * 1024;

/** Status codes of closed connections (RFC 6455, section 7.4.1). */
const UNSUPPORTED_DATA = 1003;
const TOO_BIG = 1009;

const OK = () => ({ statusCode: 200 });
const openFixtures: Fixture[] = [];
afterEach(async () => {
  for (const fixture of openFixtures.splice(0)) await fixture.close();
});

/** Starts an API whose functions succeed, except for these. It is closed after the test. */
async function start(functions: FixtureFunctions = {}): Promise<Fixture> {
  const fixture = await startSockets({ $connect: OK, $disconnect: OK, $default: OK, echo: OK, ...functions });
  openFixtures.push(fixture);
  return fixture;
}

describe('frame', () => {
  it("invokes the function of a frame's action", async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);

    client.send({ action: 'echo', text: 'ünn' });
    await expect.poll(() => eventsOf('echo')).toHaveLength(1);

    const [connectEvent] = eventsOf('$connect');
    const { connectionId, connectedAt } = connectEvent!.requestContext;
    expect(eventsOf('echo')[0]).toMatchObject({
      body: '{"action":"echo","text":"ünn"}',
      isBase64Encoded: false,
      requestContext: { eventType: 'MESSAGE', connectionId, connectedAt, messageId: expect.stringMatching(/=$/) },
    });
    expect(eventsOf('echo')[0]).not.toHaveProperty('headers');

    client.send('no JSON');
    await expect.poll(() => eventsOf('$default')).toMatchObject([{ body: 'no JSON' }]);
    // The function's response is not sent to the client.
    expect(client.receivedFrames).toEqual([]);
  });

  it('does not wait for the functions of earlier frames', async () => {
    const pendingResult = Promise.withResolvers<object>();
    const { sockets, eventsOf } = await start({ echo: () => pendingResult.promise });
    const client = await TestClient.open(sockets.url);

    client.send({ action: 'echo' });
    client.send({ action: 'echo' });

    await expect.poll(() => eventsOf('echo')).toHaveLength(2);
    pendingResult.resolve(OK());
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no table'))],
    ['returns no status', () => undefined],
  ])('responds with an error frame if the function of a frame %s', async (_, echo) => {
    const { sockets, eventsOf } = await start({ echo });
    const client = await TestClient.open(sockets.url);
    client.send({ action: 'echo' });
    await expect.poll(() => client.receivedFrames).toHaveLength(1);

    const { connectionId, requestId } = eventsOf('echo')[0]!.requestContext;
    expect(JSON.parse(client.receivedFrames[0]!)).toEqual({
      message: 'Internal server error',
      connectionId,
      requestId,
    });
    expect(sockets.openCount).toBe(1);
  });

  it('returns an error frame if no route matches', async () => {
    const fixture = await startSockets({ echo: OK });
    openFixtures.push(fixture);
    const client = await TestClient.open(fixture.sockets.url);
    client.send({ action: 'other' });
    await expect.poll(() => client.receivedFrames).toHaveLength(1);
    expect(JSON.parse(client.receivedFrames[0]!)).toMatchObject({ message: 'Forbidden' });
    expect(fixture.events).toEqual([]);
  });

  it('closes the socket after a frame of more than 32 KB', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.send('x'.repeat(MAX_FRAME_BYTES));
    await expect.poll(() => eventsOf('$default')).toHaveLength(1);

    client.send('x'.repeat(MAX_FRAME_BYTES + 1));
    expect(await client.closeEvent).toEqual([TOO_BIG, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: TOO_BIG } }]);
    expect(eventsOf('$default')).toHaveLength(1);
  });

  it('closes the socket after a message of more than 128 KB in several frames', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    const longestFrame = 'x'.repeat(MAX_FRAME_BYTES);
    // Four frames are a message of 128 KB. `fin` marks the last frame of a message.
    for (const number of [1, 2, 3, 4]) client.socket.send(longestFrame, { fin: number === 4 });
    await expect.poll(() => eventsOf('$default').map(({ body }) => body?.length)).toEqual([4 * MAX_FRAME_BYTES]);

    for (let count = 0; count < 4; count++) client.socket.send(longestFrame, { fin: false });
    client.socket.send('x', { fin: true });
    expect(await client.closeEvent).toEqual([TOO_BIG, '']);
    await expect
      .poll(() => eventsOf('$disconnect'))
      .toMatchObject([{ requestContext: { disconnectStatusCode: TOO_BIG } }]);
  });

  it('closes the socket after a binary frame', async () => {
    const { sockets, eventsOf } = await start();
    const client = await TestClient.open(sockets.url);
    client.socket.send(Buffer.from('{"action":"echo"}'));
    expect(await client.closeEvent).toEqual([UNSUPPORTED_DATA, '']);
    await expect.poll(() => eventsOf('$disconnect')).toHaveLength(1);
    expect(eventsOf('echo')).toEqual([]);
  });
});
