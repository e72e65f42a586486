/**
 * Tests of the client that creates the demo community. A busy machine refuses requests and breaks connections, so the
 * client repeats them, and a repetition must have no second effect.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket-frames.ts';
import { DemoSession, KeyedQueue } from './demo-session.ts';

/** A response to one request, or 'drop' to break the connection. */
type ScriptedResponse =
  | 'drop'
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: object };

const TOKEN = `header.${Buffer.from(JSON.stringify({ sub: 'marina' })).toString('base64url')}.signature`;

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

/**
 * Starts a session at a server with scripted responses.
 *
 * @param respond returns the response to a request
 * @param onFrame handles a frame of a socket
 */
async function startSession(
  respond: (request: IncomingMessage) => ScriptedResponse,
  onFrame: (frame: Record<string, string>, socket: WebSocket) => void = () => {},
): Promise<DemoSession> {
  const httpServer = createServer(async (request, response) => {
    const scripted = request.url?.endsWith('/sockets/ticket') ? { body: { ticket: 't' } } : respond(request);
    // Reads the whole body before the response is sent.
    for await (const _ of request);
    if (scripted === 'drop') return request.socket.destroy();
    response.writeHead(scripted.status ?? 200, scripted.headers).end(JSON.stringify(scripted.body ?? {}));
  });
  server = httpServer;

  const sockets = new WebSocketServer({ server: httpServer });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => onFrame(JSON.parse(String(data)), socket));
  });

  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const stripe = { publishableKey: 'pk', scriptUrl: `${url}/v3/` };
  const config = { apiUrl: url, socketUrl: url.replace('http', 'ws'), stripe } as RuntimeConfig;

  return new DemoSession(config, TOKEN, new KeyedQueue());
}

const send = (socket: WebSocket, frame: ServerFrame) => socket.send(JSON.stringify(frame));

/** Builds the frame that confirms a message of Marina's. */
const buildSentFrame = (id: string, clientMessageId: string): ServerFrame => ({
  type: 'sent',
  message: { id, clientMessageId, sender: 'marina', recipient: 'theo', content: 'Hi', timestamp: '' },
});

describe('DemoSession.call', () => {
  it.each<[string, ScriptedResponse]>([
    ['a busy function', { status: 503, headers: { 'retry-after': '0' } }],
    ['too many requests', { status: 429 }],
    ['an internal error', { status: 500 }],
    ['a broken connection', 'drop'],
  ])('repeats a request after %s', async (_, failure) => {
    const responses: ScriptedResponse[] = [failure, failure, { body: { liked: true, likeCount: 1 } }];
    const session = await startSession(() => responses.shift()!);
    expect(await session.call(contract.posts.like, { postId: 'p' })).toEqual({ liked: true, likeCount: 1 });
  });

  it('throws the response of a rejected request without repeating it', async () => {
    const responses: ScriptedResponse[] = [{ status: 403, body: { code: 'DepthTooLow' } }];
    const session = await startSession(() => responses.shift() ?? {});
    await expect(session.call(contract.posts.like, { postId: 'p' })).rejects.toThrow('returned 403: {"code":"DepthToo');
  });
});

describe('DemoSession.upload', () => {
  it('accepts that a repeated upload is stored already', async () => {
    const putResponses: ScriptedResponse[] = ['drop', { status: 412, body: { Code: 'PreconditionFailed' } }];
    const session = await startSession(({ method, headers }) =>
      method === 'PUT' ? putResponses.shift()! : { body: { fileId: 'f', presignedUrl: `http://${headers.host}/put` } },
    );
    const upload = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') };

    expect(await session.upload(upload, 'file')).toMatchObject({ fileId: 'f' });
    expect(putResponses).toEqual([]);
  });
});

describe('DemoSession.buy', () => {
  it('waits until the depth has risen by the whole purchase', async () => {
    // The depth before the purchase, and then the response to each check.
    const depths = [0.5, 0.5, 20, 64.95, 65];
    const session = await startSession(({ url, headers }) => {
      if (url === '/me') return { body: { profile: { depth: depths.shift() } } };
      if (url === '/stripe/create-payment-intent') return { body: { paymentIntentId: 'pi', clientSecret: 's' } };
      return headers.authorization === 'Bearer pk' ? {} : { status: 404 };
    });

    expect(await session.buy(64.5)).toBe(true);
    expect(depths).toEqual([]);
  });
});

describe('DemoSession.sendMessage', () => {
  it('ignores the frames of other conversations', async () => {
    const session = await startSession(
      () => ({}),
      ({ clientMessageId = '' }, socket) => {
        send(socket, buildSentFrame('other', 'of-another-conversation'));
        send(socket, buildSentFrame('own', clientMessageId));
      },
    );

    expect(await session.sendMessage('theo', 'Hi')).toBe('own');
  });

  it('sends the same message again after a broken connection or a busy function', async () => {
    const clientMessageIds: string[] = [];
    const reactions: ((socket: WebSocket, clientMessageId: string) => void)[] = [
      (socket) => socket.terminate(),
      (socket) => socket.send(JSON.stringify({ message: 'Internal server error', requestId: 'r' })),
      (socket) => send(socket, { type: 'error', code: 'Throttled', error: 'Busy.' }),
      (socket, clientMessageId) => send(socket, buildSentFrame('own', clientMessageId)),
    ];
    const session = await startSession(
      () => ({}),
      ({ clientMessageId = '' }, socket) => {
        clientMessageIds.push(clientMessageId);
        reactions.shift()!(socket, clientMessageId);
      },
    );

    expect(await session.sendMessage('theo', 'Hi')).toBe('own');
    expect(clientMessageIds).toHaveLength(4);
    expect(new Set(clientMessageIds).size).toBe(1);
  });

  it('throws the error frame of a rejected message', async () => {
    const session = await startSession(
      () => ({}),
      (_, socket) => send(socket, { type: 'error', code: 'DepthTooLow', error: 'You need to ascend.' }),
    );
    await expect(session.sendMessage('theo', 'Hi')).rejects.toThrow('DepthTooLow');
  });
});

describe('DemoSession.markRead', () => {
  it('accepts that an earlier attempt has already marked the conversation as read', async () => {
    const actions: (string | undefined)[] = [];
    const session = await startSession(
      () => ({ body: { read: { own: 'M1', other: null } } }),
      ({ action }, socket) => {
        actions.push(action);
        socket.terminate();
      },
    );
    await session.markRead('theo', 'M1');

    expect(actions).toEqual(['markRead']);
  });

  it('repeats its request until its own frame arrives', async () => {
    let frameCount = 0;
    const session = await startSession(
      () => ({ body: { read: { own: null, other: null } } }),
      (_, socket) => {
        frameCount += 1;
        send(socket, { type: 'read', readerId: 'theo', userId: 'marina', messageId: 'M0' });
        if (frameCount === 1) socket.close();
        else send(socket, { type: 'read', readerId: 'marina', userId: 'theo', messageId: 'M1' });
      },
    );

    await session.markRead('theo', 'M1');
    expect(frameCount).toBe(2);
  });
});

describe('KeyedQueue', () => {
  it('runs tasks with the same key in sequence and others concurrently', async () => {
    const queue = new KeyedQueue();
    const events: string[] = [];
    const firstWork = Promise.withResolvers<void>();
    const firstTask = queue.run('a', () => firstWork.promise);
    const secondTask = queue.run('a', async () => void events.push('second'));

    await queue.run('b', async () => void events.push('other'));
    expect(events).toEqual(['other']);

    firstWork.resolve();
    await Promise.all([firstTask, secondTask]);
    expect(events).toEqual(['other', 'second']);
  });

  it('runs the next task after an error', async () => {
    const queue = new KeyedQueue();
    const failingTask = queue.run('a', async () => {
      throw new Error('no');
    });
    const nextTask = queue.run('a', async () => 'done');

    await expect(failingTask).rejects.toThrow('no');
    expect(await nextTask).toBe('done');
  });
});
