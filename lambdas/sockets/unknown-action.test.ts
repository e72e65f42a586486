/** Tests of the socket route `$default`, which receives frames without a known action. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyWebsocketEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { unknownAction } from './unknown-action.ts';

vi.mock('../platform/caller-hash.ts', () => ({ hashCaller: async (userId: string) => `hash of ${userId}` }));

let stopTable: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
  // The clock stands still, so that no minute ends within a test.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await stopTable();
});

async function openSocket() {
  const userId = randomUUID();
  const connectionId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket({ userId, issuedAt: 1 }, connectionId);
  return { userId, connectionId };
}

/** Sends a frame several times. */
async function send(connectionId: string, body: string, times = 1): Promise<void> {
  const requestContext = { connectionId, requestId: 'r' };
  const event = { requestContext, body } as unknown as APIGatewayProxyWebsocketEventV2;
  for (let time = 0; time < times; time += 1) {
    expect(await unknownAction(event, {} as Context)).toEqual({ statusCode: 200 });
  }
}

/** The error frame for every frame without a known action. */
const UNKNOWN_ACTION_ERROR = {
  type: 'error',
  code: 'InvalidInput',
  params: { reason: 'unknown-action', actions: ['sendMessage', 'markRead', 'typing', 'ping'] },
  error: 'A frame must be JSON with one of these actions: sendMessage, markRead, typing, ping.',
};
const UNKNOWN_ACTION_FRAME = '{"action":"unknown","clientMessageId":"1"}';

describe('$default', () => {
  it.each([UNKNOWN_ACTION_FRAME, '{"action":', 'null', ''])(
    'sends an error frame for %j, and keeps the socket open',
    async (body) => {
      const { connectionId } = await openSocket();

      await send(connectionId, body);

      expect(sockets.take(connectionId)).toEqual([UNKNOWN_ACTION_ERROR]);
      expect(sockets.closedConnections).not.toContain(connectionId);
    },
  );

  it("logs the member's pseudonym with each frame", async () => {
    const { userId, connectionId } = await openSocket();
    const info = vi.spyOn(logger, 'info').mockReturnValue();

    await send(connectionId, UNKNOWN_ACTION_FRAME);

    expect(info.mock.calls).toMatchObject([
      ['frame', { action: '$default', caller: `hash of ${userId}`, requestId: 'r', refused: true }],
    ]);
    info.mockRestore();
  });

  it('refuses frames above the limit, and closes the socket once as many frames are refused', async () => {
    vi.spyOn(logger, 'info').mockReturnValue();
    const { connectionId } = await openSocket();
    const { new: limit } = CONDUCT_LIMITS.frames;

    await send(connectionId, UNKNOWN_ACTION_FRAME, 2 * limit);
    const codes = sockets.take(connectionId).map((frame) => frame.type === 'error' && frame.code);
    expect(codes).toEqual([...Array(limit).fill('InvalidInput'), ...Array(limit).fill('TooManyFrames')]);
    expect(sockets.closedConnections).not.toContain(connectionId);

    await send(connectionId, UNKNOWN_ACTION_FRAME);
    expect(sockets.take(connectionId)).toMatchObject([
      { code: 'TooManyFrames', retryAfterSeconds: expect.any(Number) },
    ]);
    expect(sockets.closedConnections).toContain(connectionId);
    vi.mocked(logger.info).mockRestore();
  });

  it('closes a socket that is not registered', async () => {
    const connectionId = randomUUID();

    await send(connectionId, UNKNOWN_ACTION_FRAME);

    expect(sockets.take(connectionId)).toMatchObject([{ type: 'error', code: 'Unauthenticated' }]);
    expect(sockets.closedConnections).toEqual(expect.arrayContaining([connectionId]));
  });
});
