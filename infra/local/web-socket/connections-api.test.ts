/** Tests of the local `@connections` API, with which functions send frames to sockets and close them. */
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentials, startSockets, TestClient } from './fixture.ts';

const OK = () => ({ statusCode: 200 });
let fixture: Awaited<ReturnType<typeof startSockets>>;
let connections: ApiGatewayManagementApiClient;
let client: TestClient;
let ConnectionId: string;

beforeAll(async () => {
  fixture = await startSockets({ $connect: OK, $disconnect: OK });
  connections = createManagementClient(credentials.secretAccessKey);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  client = await TestClient.open(fixture.sockets.url, { headers: { 'user-agent': 'test browser' } });
  ConnectionId = fixture.eventsOf('$connect').at(-1)!.requestContext.connectionId;
});

/** Creates a client of the API that signs with this secret. */
function createManagementClient(secretAccessKey: string): ApiGatewayManagementApiClient {
  const { endpoint } = fixture;
  return new ApiGatewayManagementApiClient({
    region: 'us-east-1',
    endpoint,
    credentials: { ...credentials, secretAccessKey },
  });
}

/** Sends a frame to a connection. */
const post = (Data: string, id = ConnectionId) =>
  connections.send(new PostToConnectionCommand({ ConnectionId: id, Data: Buffer.from(Data) }));

describe('@connections', () => {
  it('sends frames in order', async () => {
    const frames = ['{"text":"ünn 🐙"}', ...Array.from({ length: 20 }, (_, index) => `frame ${index}`)];
    for (const frame of frames) await post(frame);
    await expect.poll(() => client.receivedFrames).toEqual(frames);
  });

  it('accepts messages of up to 128 KB', async () => {
    await post('x'.repeat(128 * 1024));
    await expect.poll(() => client.receivedFrames.map(({ length }) => length)).toEqual([128 * 1024]);

    await expect(post('x'.repeat(128 * 1024 + 1))).rejects.toMatchObject({
      name: 'PayloadTooLargeException',
      $metadata: { httpStatusCode: 413 },
    });
    expect(fixture.sockets.findConnection(ConnectionId)).toBeDefined();
  });

  it('returns the times of opening and last use', async () => {
    const connection = await connections.send(new GetConnectionCommand({ ConnectionId }));
    expect(connection).toMatchObject({ Identity: { SourceIp: '127.0.0.1', UserAgent: 'test browser' } });

    const { connectedAt } = fixture.eventsOf('$connect').at(-1)!.requestContext;
    expect(connection.ConnectedAt?.getTime()).toBe(connectedAt);
    await expect
      .poll(async () => {
        await post('used');
        return (await connections.send(new GetConnectionCommand({ ConnectionId }))).LastActiveAt?.getTime();
      })
      .toBeGreaterThan(connection.LastActiveAt!.getTime());
  });

  it('closes a connection on DELETE', async () => {
    await connections.send(new DeleteConnectionCommand({ ConnectionId }));
    expect(await client.closeEvent).toEqual([1000, '']);

    const findDisconnect = () =>
      fixture.eventsOf('$disconnect').find((event) => event.requestContext.connectionId === ConnectionId);

    await expect.poll(findDisconnect).toMatchObject({
      requestContext: { disconnectStatusCode: 1000, disconnectReason: 'Connection Closed Normally' },
    });
  });

  it.each([
    ['its client closes it', () => client.socket.close()],
    ['its client disconnects', () => client.socket.terminate()],
    ['the server cuts it', () => fixture.sockets.cutAll()],
  ])('returns 410 after %s', async (_, endConnection) => {
    endConnection();
    await client.closeEvent;
    await expect.poll(() => fixture.sockets.findConnection(ConnectionId)).toBeUndefined();

    const goneError = { name: 'GoneException', $metadata: { httpStatusCode: 410 } };
    await expect(post('too late')).rejects.toMatchObject(goneError);
    await expect(connections.send(new GetConnectionCommand({ ConnectionId }))).rejects.toMatchObject(goneError);
    await expect(connections.send(new DeleteConnectionCommand({ ConnectionId }))).rejects.toMatchObject(goneError);
    await expect(post('to no one', 'AAAAAAAAAAAAAAA=')).rejects.toMatchObject(goneError);
  });

  it('rejects invalid and missing signatures', async () => {
    const forgedCall = createManagementClient('guessed').send(
      new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('x') }),
    );
    await expect(forgedCall).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });

    const address = `${fixture.endpoint}/@connections/${encodeURIComponent(ConnectionId)}`;
    const unsignedResponse = await fetch(address, { method: 'POST', body: 'x' });
    expect(unsignedResponse.status).toBe(403);
    expect((await fetch(address)).status).toBe(403);

    await post('signed');
    await expect.poll(() => client.receivedFrames).toEqual(['signed']);
  });
});
