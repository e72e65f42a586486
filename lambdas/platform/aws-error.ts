import { ServiceException } from '@smithy/core/client';
import type { AwsResponse } from './aws-connection.ts';

/** The body of an error. Further fields depend on the error, such as the reasons of a cancelled transaction. */
interface ErrorBody {
  readonly __type?: string;
  /** Services spell the name of this field in two ways. */
  readonly message?: string;
  readonly Message?: string;
}

/** Returns the metadata that the SDK adds to each result and error: status, and the request ID for AWS Support. */
export function readMetadata({ statusCode, headers }: AwsResponse) {
  return { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] as string | undefined };
}

/**
 * Parses the error that a service responded with.
 *
 * @param clockSkewCorrected - whether the request may have been rejected for its time, and the next request has the
 *   service's time. The SDK's retries read it from the metadata
 * @returns the arguments of an exception of the SDK, and the error's further fields
 */
export function parseError(response: AwsResponse, clockSkewCorrected: boolean) {
  const { message, Message, ...fields } = parseBody(response.body);
  const type = fields.__type ?? (response.headers['x-amzn-errortype'] as string | undefined) ?? '';
  const options = {
    name: readErrorName(type) ?? 'Unknown',
    $fault: response.statusCode < 500 ? 'client' : 'server',
    message: message ?? Message ?? 'UnknownError',
    $metadata: { ...readMetadata(response), ...(clockSkewCorrected && { clockSkewCorrected }) },
  } as const;

  return { options, fields };
}

/**
 * Returns the name in an error's type, without the namespace before it and the address after it, as in
 * `com.amazonaws.dynamodb#ThrottlingException:http://…`.
 */
function readErrorName(type: string): string | undefined {
  return /(?:^|#)([^#:,]+)/.exec(type.slice(type.indexOf('#') + 1))?.[1];
}

/** Adds the fields that retries and logs read to an exception of the SDK. */
export function completeError<E extends Error>(error: E, fields: object, response: AwsResponse): E {
  // The retries read a header of the response. The property isn't enumerable, so that a log doesn't contain it.
  Object.defineProperty(error, '$response', { value: response, enumerable: false });
  return Object.assign(error, fields);
}

/** Returns the error that a service responded with, in the general class of the SDK. */
export function toPlainError(response: AwsResponse, clockSkewCorrected: boolean): ServiceException {
  const { options, fields } = parseError(response, clockSkewCorrected);
  return completeError(new ServiceException(options), fields, response);
}

/** Returns the parsed body, or no fields if the error comes from a proxy that doesn't send JSON. */
function parseBody(text: string): ErrorBody {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
