/**
 * Tests of the wrapper of frame handlers. A handler's error becomes an error frame, which names the rejected frame and
 * states whether the client may send it again.
 */
import type { APIGatewayProxyWebsocketEventV2, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame, SocketAction } from '../../shared/contract/socket-frames.ts';
import { MAX_FRAME_BYTES } from '../../shared/rules/limits.ts';
import { InvalidInput, LimitReached, Unauthenticated } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { tryCloseConnection } from './close-sockets.ts';
import { FrameFlood, TooManyFrames } from './errors.ts';
import { socketRoute } from './socket-route.ts';

const sentFrames = vi.hoisted((): unknown[] => []);
const countMetric = vi.hoisted(() => vi.fn<(name: string) => void>());

vi.mock('./send-to-members.ts', () => ({
  sendToSocket: async (_connectionId: string, frame: unknown) => sentFrames.push(frame),
}));
vi.mock('./close-sockets.ts', () => ({ tryCloseConnection: vi.fn() }));
vi.mock('../platform/metrics.ts', () => ({ countMetric }));
vi.mock('./frame-rate.ts', () => ({ countFrame: async () => {} }));
vi.mock('../table/socket.ts', () => ({ findSocketOwner: async () => 'marina' }));
vi.mock('../platform/caller-hash.ts', () => ({ hashCaller: async (userId: string) => `hash of ${userId}` }));

beforeEach(() => {
  sentFrames.length = 0;
  vi.spyOn(logger, 'error').mockReset().mockReturnValue();
});

/** Sends a frame to a route that fails with this error. Returns the frames that the socket receives. */
async function receiveFrames(error: Error, frame: { action: SocketAction } & object): Promise<ServerFrame[]> {
  const handler = socketRoute(frame.action, async () => {
    throw error;
  });
  const requestContext = { connectionId: 'c', requestId: 'r' };
  const event = { requestContext, body: JSON.stringify(frame) } as unknown as APIGatewayProxyWebsocketEventV2;

  expect(await handler(event, {} as Context)).toEqual({ statusCode: 200 });

  return sentFrames as ServerFrame[];
}

const MESSAGE = { action: 'sendMessage', clientMessageId: 'message-1', recipientId: 'theo', content: 'Ahoy' } as const;
const REPORT = { action: 'markRead', userId: 'theo', messageId: '01KB0000000000000000000000' } as const;

describe('socketRoute', () => {
  it.each([
    ['throttling', { name: 'ThrottlingException' }, 'Throttled'],
    ['a failed service', { $metadata: { httpStatusCode: 500 } }, 'Unavailable'],
    ['a lost connection', { code: 'ECONNRESET' }, 'Unavailable'],
  ])('sends the time after which to send the message again after %s', async (_, fields, code) => {
    expect(await receiveFrames(Object.assign(new Error(''), fields), MESSAGE)).toEqual([
      {
        type: 'error',
        code,
        error: expect.stringContaining('again'),
        action: 'sendMessage',
        clientMessageId: 'message-1',
        retryAfterSeconds: 1,
      },
    ]);
  });

  it('names the partner of a rejected report', async () => {
    expect(await receiveFrames(Object.assign(new Error(''), { name: 'TimeoutError' }), REPORT)).toMatchObject([
      { type: 'error', code: 'Unavailable', action: 'markRead', userId: 'theo', retryAfterSeconds: 1 },
    ]);
  });

  it('sends the time after which a limit ends', async () => {
    const refusal = { limit: 'conversations', standing: 'new', allowed: 20, retryAfterSeconds: 3600 } as const;

    expect(await receiveFrames(new LimitReached(refusal), MESSAGE)).toMatchObject([
      { type: 'error', code: 'LimitReached', clientMessageId: 'message-1', retryAfterSeconds: 3600 },
    ]);
  });

  it('sends a final error without a time to send again', async () => {
    const [frame] = await receiveFrames(new TypeError('broken'), REPORT);

    expect(frame).toMatchObject({ type: 'error', code: 'Internal', action: 'markRead' });
    expect(frame).not.toHaveProperty('retryAfterSeconds');
  });

  it.each([
    ['closes', 'that is not registered', 1, new Unauthenticated()],
    ['closes', 'of a member who floods the API', 1, new FrameFlood(23)],
    ['keeps', 'of a member above a limit', 0, new TooManyFrames(23)],
  ])('%s the socket %s, after the error frame', async (_, _socket, times, error) => {
    vi.mocked(tryCloseConnection)
      .mockReset()
      .mockImplementation(async () => {
        expect(sentFrames).toHaveLength(1);
        return 'closed';
      });
    const { code } = error;

    expect(await receiveFrames(error, REPORT)).toMatchObject([{ type: 'error', code, action: 'markRead' }]);
    expect(vi.mocked(tryCloseConnection).mock.calls).toEqual(Array(times).fill([{ connectionId: 'c' }]));
  });

  it("logs the member's pseudonym with each failed and each rejected frame", async () => {
    const info = vi.spyOn(logger, 'info').mockReturnValue();

    await receiveFrames(new Error(''), { action: 'ping' });
    await receiveFrames(new Error(''), { action: 'ping', extra: 1 } as never);

    const line = { action: 'ping', caller: 'hash of marina', requestId: 'r', refused: true };
    expect(info.mock.calls).toMatchObject([
      ['frame', line],
      ['frame', line],
    ]);

    info.mockRestore();
  });

  it('logs and counts a failure on our side, with the action, the request, and the original error', async () => {
    const failure = new TypeError('broken');
    countMetric.mockReset();

    await receiveFrames(failure, REPORT);
    expect(vi.mocked(logger.error).mock.calls).toEqual([
      ['Internal', { action: 'markRead', requestId: 'r', error: failure }],
    ]);
    expect(countMetric.mock.calls).toEqual([['socketFailures']]);

    await receiveFrames(new InvalidInput('body-missing'), REPORT);
    expect(logger.error).toHaveBeenCalledOnce();
    expect(countMetric).toHaveBeenCalledOnce();
  });

  it('rejects a frame with half of a surrogate pair', async () => {
    const frames = await receiveFrames(new Error(''), Object.assign({ ...MESSAGE }, { content: 'a\ud800' }));

    expect(frames).toMatchObject([
      { type: 'error', code: 'InvalidInput', error: 'The frame contains text that is not valid Unicode.' },
    ]);
  });

  it.each([
    ['one long name', [`🐙${'"'.repeat(60_000)}`]],
    ['many names', Array.from({ length: 10_000 }, (_, index) => `shell ${index}`)],
  ])('rejects a frame with unknown fields (%s) by an error frame that fits API Gateway', async (_, names) => {
    const fields = Object.fromEntries(names.map((name) => [name, 1]));
    const [frame] = await receiveFrames(new Error(''), { ...MESSAGE, ...fields });

    // The error names the first field, or the beginning of its name.
    const namedFields = [expect.toSatisfy((name: string) => names[0]!.startsWith(name))];
    expect(frame).toMatchObject({ code: 'InvalidInput', params: { fields: expect.arrayContaining(namedFields) } });
    expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThanOrEqual(MAX_FRAME_BYTES);
  });

  it('omits IDs of the wrong type or length from the error frame', async () => {
    const [frame] = await receiveFrames(new Error(''), {
      ...REPORT,
      userId: 7,
      clientMessageId: 'x'.repeat(65),
    } as never);

    expect(JSON.parse(JSON.stringify(frame))).toMatchObject({
      type: 'error',
      code: 'InvalidInput',
      action: 'markRead',
    });
    expect(JSON.parse(JSON.stringify(frame))).not.toHaveProperty('userId');
  });
});
