/**
 * Tests of the classes of errors. A transient error may disappear with a retry: throttling, or an unavailable service.
 * All others are final.
 */
import {
  ConditionalCheckFailedException,
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { Internal, InvalidInput, Throttled, TooManyCalls, Unavailable } from './errors.ts';
import { isLoadOrContention, isTransient } from './transient-errors.ts';

const $metadata = {};
const message = '';

const buildError = (name: string, fields: object = {}) => Object.assign(new Error(message), { name, ...fields });
const buildErrorWithStatus = (name: string, httpStatusCode: number) =>
  buildError(name, { $metadata: { httpStatusCode } });
const buildErrorWithCode = (code: string) => Object.assign(new Error(message), { code });

/** Builds the error of a cancelled transaction with these reasons, one per item. */
const buildCancellation = (...codes: string[]) =>
  new TransactionCanceledException({ message, $metadata, CancellationReasons: codes.map((Code) => ({ Code })) });

const LOAD_OR_CONTENTION: [description: string, error: unknown][] = [
  ['a throttled call', new ProvisionedThroughputExceededException({ message, $metadata })],
  ['ThrottlingException', buildError('ThrottlingException')],
  ['RequestLimitExceeded', buildError('RequestLimitExceeded')],
  ['a write that conflicts with a transaction', new TransactionConflictException({ message, $metadata })],
  ['SlowDown of S3', buildErrorWithStatus('SlowDown', 503)],
  ['a conditional write of S3 that conflicts with another', buildErrorWithStatus('ConditionalRequestConflict', 409)],
  ['a status of 429', buildErrorWithStatus('LimitExceeded', 429)],
  ['a transaction cancelled by a conflict', buildCancellation('None', 'TransactionConflict')],
  ['a transaction cancelled by a throttled partition', buildCancellation('ProvisionedThroughputExceeded', 'None')],
  ['a transaction cancelled by throttling', buildCancellation('ThrottlingError')],
];

/** Errors after which it is unknown whether the call had an effect. */
const UNAVAILABLE: [description: string, error: unknown][] = [
  ['a transaction that is still running', new TransactionInProgressException({ message, $metadata })],
  ['InternalServerError of DynamoDB', new InternalServerError({ message, $metadata: { httpStatusCode: 500 } })],
  ['ServiceUnavailable', buildErrorWithStatus('ServiceUnavailable', 503)],
  ['InternalError of S3', buildErrorWithStatus('InternalError', 500)],
  ['a timeout', buildError('TimeoutError')],
  ['a reset connection', buildErrorWithCode('ECONNRESET')],
  ['a refused connection', buildErrorWithCode('ECONNREFUSED')],
  ['a failed name lookup', buildErrorWithCode('EAI_AGAIN')],
  ['a failed fetch', new TypeError('fetch failed', { cause: buildErrorWithCode('ECONNRESET') })],
];

const FINAL: [description: string, error: unknown][] = [
  ['a failed condition', new ConditionalCheckFailedException({ message, $metadata: { httpStatusCode: 400 } })],
  ['a transaction with a failed condition', buildCancellation('ConditionalCheckFailed', 'TransactionConflict')],
  ['a transaction with an invalid item', buildCancellation('ValidationError', 'None')],
  ['a transaction cancelled without reasons', buildCancellation()],
  ['a failed condition of S3', buildErrorWithStatus('PreconditionFailed', 412)],
  ['a missing permission', buildErrorWithStatus('AccessDeniedException', 400)],
  ['an invalid call', buildErrorWithStatus('ValidationException', 400)],
  ['an error in our code', new TypeError("Cannot read properties of undefined (reading 'pk')")],
  ['a value that is not an error', 'ThrottlingException'],
  ['no error', undefined],
];

describe('isTransient', () => {
  it.each([...LOAD_OR_CONTENTION, ...UNAVAILABLE])('recognizes %s as transient', (_, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each(FINAL)('recognizes %s as final', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });

  it("follows the contract for the API's own errors", () => {
    for (const error of [new Throttled(), new Unavailable(), new TooManyCalls(3)]) {
      expect(isTransient(error)).toBe(true);
    }
    for (const error of [new Internal(), new InvalidInput('not-an-object')]) expect(isTransient(error)).toBe(false);
  });
});

describe('isLoadOrContention', () => {
  it.each(LOAD_OR_CONTENTION)('recognizes %s as load or contention', (_, error) => {
    expect(isLoadOrContention(error)).toBe(true);
  });

  it.each([...UNAVAILABLE, ...FINAL])('recognizes that %s is not load or contention', (_, error) => {
    expect(isLoadOrContention(error)).toBe(false);
  });
});
