import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import { describeError } from './describe-error.ts';

/** Formats lines as JSON. An error in a line has only the fields of `describeError`. */
class LineFormatter extends LogFormatter {
  override formatAttributes(
    ...[{ logLevel, message, timestamp, serviceName, xRayTraceId }, fields]: Parameters<
      LogFormatter['formatAttributes']
    >
  ): LogItem {
    const attributes = {
      level: logLevel,
      message,
      timestamp: this.formatTimestamp(timestamp),
      service: serviceName,
      xray_trace_id: xRayTraceId,
    };
    return new LogItem({ attributes }).addAttributes(fields);
  }

  override formatError(error: Error) {
    return { ...describeError(error) };
  }
}

/**
 * Structured JSON logs. Never log whole events, tokens, emails, or members' texts. A line has the endpoint, the outcome,
 * the request ID, and the caller's pseudonym (`caller-hash.ts`).
 */
export const logger = new Logger({ logFormatter: new LineFormatter() });
