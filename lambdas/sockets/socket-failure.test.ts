import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../platform/logger.ts';
import { reportFailures } from './socket-failure.ts';

const countMetric = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../platform/metrics.ts', () => ({ countMetric }));

const EVENT = { requestContext: { connectionId: 'c', requestId: 'r' } } as unknown as APIGatewayProxyWebsocketEventV2;

afterEach(() => {
  countMetric.mockReset();
  vi.restoreAllMocks();
});

describe('reportFailures', () => {
  it('responds with 500 if the handler fails, and reports the failure once', async () => {
    const logError = vi.spyOn(logger, 'error').mockReturnValue();
    const failure = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const connect = reportFailures('$connect', async () => {
      throw failure;
    });

    expect(await connect(EVENT)).toEqual({ statusCode: 500 });
    expect(logError.mock.calls).toEqual([['Throttled', { action: '$connect', requestId: 'r', error: failure }]]);
    expect(countMetric.mock.calls).toEqual([['socketFailures']]);
  });

  it("does not report a handler's rejection of the socket", async () => {
    const connect = reportFailures('$connect', async () => ({ statusCode: 401 }));

    expect(await connect(EVENT)).toEqual({ statusCode: 401 });
    expect(countMetric).not.toHaveBeenCalled();
  });
});
