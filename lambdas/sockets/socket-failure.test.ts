import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { logger } from '../platform/logger.ts';
import { reportFailures } from './socket-failure.ts';

const countMetric = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../platform/metrics.ts', () => ({ countMetric }));

const EVENT = { requestContext: { connectionId: 'c', requestId: 'r' } } as unknown as APIGatewayProxyWebsocketEventV2;

it('rejects a socket after a failure on our side, and reports it once', async () => {
  const error = vi.spyOn(logger, 'error').mockReturnValue();
  const failure = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  const connect = reportFailures('$connect', async () => {
    throw failure;
  });

  expect(await connect(EVENT)).toEqual({ statusCode: 500 });
  expect(error.mock.calls).toEqual([['Throttled', { action: '$connect', requestId: 'r', error: failure }]]);
  expect(countMetric.mock.calls).toEqual([['socketFailures']]);

  error.mockRestore();
});

it('does not report a rejection', async () => {
  countMetric.mockReset();

  expect(await reportFailures('$connect', async () => ({ statusCode: 401 }))(EVENT)).toEqual({ statusCode: 401 });
  expect(countMetric).not.toHaveBeenCalled();
});
