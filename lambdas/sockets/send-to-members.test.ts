/**
 * Tests of sending frames to sockets. It never fails, because the data is stored, and clients fetch what they have
 * missed.
 */
import { randomUUID } from 'node:crypto';
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile } from '../table/profile.ts';
import { findSocketOwner, HANDSHAKE_MS, readConnections, registerSocket } from '../table/socket.ts';
import { managementEndpoint } from './management-client.ts';
import { sendToMember, sendToMembers, sendToSocket } from './send-to-members.ts';

const countMetric = vi.hoisted(() => vi.fn());
vi.mock('../platform/metrics.ts', () => ({ countMetric }));
beforeEach(() => countMetric.mockClear());

describe('managementEndpoint', () => {
  it.each([
    [
      'AWS',
      'wss://a1b2.execute-api.eu-west-1.amazonaws.com/live',
      undefined,
      'https://a1b2.execute-api.eu-west-1.amazonaws.com/live',
    ],
    ['the local cloud', 'ws://127.0.0.1:4601/live', '', 'http://127.0.0.1:4601/live'],
    [
      'an emulator',
      'http://a1b2.execute-api.localhost:4566/live',
      'http://127.0.0.1:4566',
      'http://127.0.0.1:4566/_aws/execute-api/a1b2/live',
    ],
    [
      'an emulator whose URL ends with a slash',
      'wss://a1b2.execute-api.localhost:4566/live',
      'http://emulator:4566/',
      'http://emulator:4566/_aws/execute-api/a1b2/live',
    ],
  ])('returns the endpoint of %s', (_, socketUrl, awsUrl, endpoint) => {
    expect(managementEndpoint(socketUrl, awsUrl)).toBe(endpoint);
  });
});

describe('sendToMembers', () => {
  it("doesn't throw if the table is unavailable", async () => {
    await expect(sendToMembers(['ada', 'bo'], { type: 'depth', depth: 3 })).resolves.toBeUndefined();
  });
});

describe('sendToSocket', () => {
  /** Sends a frame through a socket API that fails. Returns whether the socket counts as open. */
  const sendWithError = async (error: Error) => {
    vi.spyOn(ApiGatewayManagementApiClient.prototype, 'send').mockImplementation(async () => {
      throw error;
    });
    vi.stubEnv('SOCKET_URL', 'wss://sockets.fathom.example/live');

    return sendToSocket('connection', { type: 'pong' });
  };

  const buildError = (name: string, status: number) =>
    Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });

  it.each([
    buildError('ForbiddenException', 403),
    buildError('PayloadTooLargeException', 413),
    buildError('BadRequestException', 400),
  ])('counts an error that no retry repairs as a failure of the socket API: %s', async (error) => {
    expect(await sendWithError(error)).toBe(true);
    expect(countMetric.mock.calls).toEqual([['socketFailures']]);
  });

  it.each([
    buildError('LimitExceededException', 429),
    buildError('InternalServerError', 500),
    buildError('TimeoutError', 0),
  ])("doesn't count a transient error: %s", async (error) => {
    expect(await sendWithError(error)).toBe(true);
    expect(countMetric).not.toHaveBeenCalled();
  });
});

describe('sendToMember', () => {
  let stopTable: () => Promise<void>;
  beforeAll(async () => {
    stopTable = await startTable();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => stopTable());

  it('unregisters a socket that is gone, unless its handshake may still be running', async () => {
    const userId = randomUUID();
    const connectionId = randomUUID();
    const sockets = new FakeSockets();
    await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
    await registerSocket({ userId, issuedAt: 1 }, connectionId);
    sockets.goneConnections.add(connectionId);

    // The handshake may still be running.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HANDSHAKE_MS - 1000 });
    await sendToMember(userId, { type: 'pong' });
    expect(await readConnections(userId)).toEqual([connectionId]);
    expect(await findSocketOwner(connectionId)).toBe(userId);

    // The handshake is over.
    vi.setSystemTime(Date.now() + 2000);
    await sendToMember(userId, { type: 'pong' });
    expect(await readConnections(userId)).toEqual([]);
    expect(await findSocketOwner(connectionId)).toBeUndefined();
  });
});
