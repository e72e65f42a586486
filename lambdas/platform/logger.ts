import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import { describeError } from './describe-error.ts';
import type { Loggable } from './log-fields.ts';

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

/** Writes one line. The compiler rejects a message or fields that could contain an ID or a text of a member. */
type WriteLine = <M extends string, const F extends object>(message: M & Loggable<M>, fields: F & Loggable<F>) => void;

/** The part of Powertools' logger that functions use. The other methods accept any text. */
interface LineLogger extends Pick<Logger, 'setLogLevel'> {
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
}

/**
 * Structured JSON logs. A line has the endpoint, the outcome, the request ID, and the caller's pseudonym
 * (`caller-hash.ts`). `log-fields.ts` explains what the compiler accepts in a line.
 */
export const logger = new Logger({ logFormatter: new LineFormatter() }) as LineLogger;
