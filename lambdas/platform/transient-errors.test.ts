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
import { isThrottling, isTransient } from './transient-errors.ts';

const $metadata = {};
const message = '';

const named = (name: string, fields: object = {}) => Object.assign(new Error(message), { name, ...fields });
const withStatus = (name: string, httpStatusCode: number) => named(name, { $metadata: { httpStatusCode } });
const withCode = (code: string) => Object.assign(new Error(message), { code });
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ message, $metadata, CancellationReasons: codes.map((Code) => ({ Code })) });

const THROTTLING: [string, unknown][] = [
  ['a throttled call', new ProvisionedThroughputExceededException({ message, $metadata })],
  ['ThrottlingException', named('ThrottlingException')],
  ['RequestLimitExceeded', named('RequestLimitExceeded')],
  ['a transaction that is still running', new TransactionInProgressException({ message, $metadata })],
  ['a write that conflicts with a transaction', new TransactionConflictException({ message, $metadata })],
  ['SlowDown of S3', withStatus('SlowDown', 503)],
  ['a status of 429', withStatus('LimitExceeded', 429)],
  ['a transaction cancelled by a conflict', cancelled('None', 'TransactionConflict')],
  ['a transaction cancelled by a throttled partition', cancelled('ProvisionedThroughputExceeded', 'None')],
  ['a transaction cancelled by throttling', cancelled('ThrottlingError')],
];

const UNAVAILABLE: [string, unknown][] = [
  ['InternalServerError of DynamoDB', new InternalServerError({ message, $metadata: { httpStatusCode: 500 } })],
  ['ServiceUnavailable', withStatus('ServiceUnavailable', 503)],
  ['InternalError of S3', withStatus('InternalError', 500)],
  ['a timeout', named('TimeoutError')],
  ['a reset connection', withCode('ECONNRESET')],
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a failed name lookup', withCode('EAI_AGAIN')],
  ['a failed fetch', new TypeError('fetch failed', { cause: withCode('ECONNRESET') })],
];

const FINAL: [string, unknown][] = [
  ['a failed condition', new ConditionalCheckFailedException({ message, $metadata: { httpStatusCode: 400 } })],
  ['a transaction with a failed condition', cancelled('ConditionalCheckFailed', 'TransactionConflict')],
  ['a transaction with an invalid item', cancelled('ValidationError', 'None')],
  ['a transaction cancelled without reasons', cancelled()],
  ['a missing permission', withStatus('AccessDeniedException', 400)],
  ['an invalid call', withStatus('ValidationException', 400)],
  ['an error in our code', new TypeError("Cannot read properties of undefined (reading 'pk')")],
  ['a value that is not an error', 'ThrottlingException'],
  ['no error', undefined],
];

describe('isTransient', () => {
  it.each([...THROTTLING, ...UNAVAILABLE])('accepts %s', (_, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each(FINAL)('rejects %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });

  it("follows the contract for the API's own errors", () => {
    expect([new Throttled(), new Unavailable(), new TooManyCalls(3)].map(isTransient)).toEqual([true, true, true]);
    expect([new Internal(), new InvalidInput('not-an-object')].map(isTransient)).toEqual([false, false]);
  });
});

describe('isThrottling', () => {
  it.each(THROTTLING)('accepts %s', (_, error) => {
    expect(isThrottling(error)).toBe(true);
  });

  it.each([...UNAVAILABLE, ...FINAL])('rejects %s', (_, error) => {
    expect(isThrottling(error)).toBe(false);
  });
});
