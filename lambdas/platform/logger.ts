import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured JSON logs. Never log whole events, tokens, emails, or members' texts. A line has the endpoint, the outcome
 * and the request ID.
 */
export const logger = new Logger();
