import type {
  APIGatewayProxyStructuredResultV2 as Result,
  APIGatewayProxyWebsocketEventV2 as SocketEvent,
} from 'aws-lambda';
import type { SocketRoute } from '../../shared/contract/socket-frames.ts';
import { toApiError } from '../http/response.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';

/** Logs and counts a failure of a socket route. Lambda counts no error when a function responds. */
export function reportSocketFailure(action: SocketRoute['key'], { requestContext }: SocketEvent, error: unknown): void {
  const { requestId } = requestContext;
  logger.error(toApiError(error).code, { action, requestId, error: error as Error });
  countMetric('socketFailures');
}

/** Wraps the handler of a socket event, so that a failure is reported and the response is 500. */
export function reportFailures(action: SocketRoute['key'], handle: (event: SocketEvent) => Promise<Result>) {
  return async (event: SocketEvent): Promise<Result> => {
    try {
      return await handle(event);
    } catch (error) {
      reportSocketFailure(action, event, error);
      return { statusCode: 500 };
    }
  };
}
