import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured JSON logs. Events are never logged whole, nor are tokens, emails or what members write: a line names the
 * endpoint, the outcome and the request id.
 */
export const logger = new Logger();
