/** Tests of the wrapper of socket handlers, which logs and counts failures for the alarm. */
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../platform/logger.ts';
import { reportFailures } from './socket-failure.ts';

const countMetric = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../platform/metrics.ts', () => ({ countMetric }));

/** A socket event with only the field that `reportFailures` reads. */
const CONNECT_EVENT = { requestContext: { requestId: 'r' } } as unknown as APIGatewayProxyWebsocketEventV2;

afterEach(() => {
  countMetric.mockReset();
  vi.restoreAllMocks();
});

describe('reportFailures', () => {
  it('responds with 500 if the handler fails, and logs and counts the failure once', async () => {
    const logError = vi.spyOn(logger, 'error').mockReturnValue();
    // The log has the API's code for this error, Throttled.
    const failure = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const failingHandler = reportFailures('$connect', async () => {
      throw failure;
    });

    expect(await failingHandler(CONNECT_EVENT)).toEqual({ statusCode: 500 });
    expect(logError.mock.calls).toEqual([['Throttled', { action: '$connect', requestId: 'r', error: failure }]]);
    expect(countMetric.mock.calls).toEqual([['socketFailures']]);
  });

  it('does not report a 401 that the handler returns', async () => {
    const rejectingHandler = reportFailures('$connect', async () => ({ statusCode: 401 }));

    expect(await rejectingHandler(CONNECT_EVENT)).toEqual({ statusCode: 401 });
    expect(countMetric).not.toHaveBeenCalled();
  });
});
