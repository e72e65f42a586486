import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  InternalServerError,
  ItemCollectionSizeLimitExceededException,
  LimitExceededException,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ResourceNotFoundException,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import type { AwsResponse } from '../platform/aws-connection.ts';
import { completeError, parseError } from '../platform/aws-error.ts';

/** The SDK's class of each error that DynamoDB returns for items, by name. */
const EXCEPTIONS = {
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  InternalServerError,
  ItemCollectionSizeLimitExceededException,
  LimitExceededException,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ResourceNotFoundException,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
};

/**
 * Returns the error that DynamoDB responded with, as the SDK's class for it.
 *
 * @param clockSkewCorrected - whether the request was rejected for its time, and the next attempt has the right time
 */
export function toServiceError(response: AwsResponse, clockSkewCorrected: boolean): DynamoDBServiceException {
  const { options, fields } = parseError(response, clockSkewCorrected);
  const Exception = EXCEPTIONS[options.name as keyof typeof EXCEPTIONS] ?? DynamoDBServiceException;
  return completeError(new Exception(options), fields, response);
}
