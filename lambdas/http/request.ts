import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { EndpointDefinition, Input } from '../../shared/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../shared/contract/error-codes.ts';
import { ApiError, BodyTooLarge, InvalidInput, UnsupportedMediaType } from '../platform/errors.ts';
import { parseJson } from './parse-json.ts';
import { PREDICATE_MESSAGES, toSentence } from './validation-message.ts';

/** Maximum size of a request body, in bytes. The largest bodies contain cursors of sharded lists. */
const MAX_BODY_BYTES = 128 * 1024;

/** A field is invalid, and its schema defines a specific error code. */
class InvalidField extends ApiError {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Validates path parameters, query and body of a request against the endpoint's schemas, and merges them.
 *
 * @throws InvalidInput if the body is missing, or a field is invalid; its message is a sentence about the first one
 * @throws InvalidField if the invalid field's schema defines a specific error code
 * @throws UnsupportedMediaType if the content type of the body is not JSON
 * @throws BodyTooLarge if the body exceeds {@link MAX_BODY_BYTES}
 */
export function parseRequest<D extends EndpointDefinition>(definition: D, event: APIGatewayProxyEventV2): Input<D> {
  return {
    ...check(definition.params, event.pathParameters ?? {}),
    ...check(definition.query, event.queryStringParameters ?? {}),
    ...(definition.body ? check(definition.body, parseBody(event)) : {}),
  } as Input<D>;
}

/**
 * Returns the body of a request as text.
 *
 * @throws BodyTooLarge if the body exceeds {@link MAX_BODY_BYTES}
 */
export function readBody({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw new BodyTooLarge(`The request body must be at most ${MAX_BODY_BYTES / 1024} KB.`);
  }
  return bytes.toString('utf8');
}

function parseBody(event: APIGatewayProxyEventV2): unknown {
  const body = readBody(event);
  if (body === '') throw new InvalidInput('The request body is missing. It must be a JSON object.');
  const mediaType = event.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new UnsupportedMediaType();
  return parseJson(body, 'The request body');
}

function check(schema: z.ZodObject | undefined, value: unknown): object {
  if (!schema) return {};
  const result = schema.safeParse(value, PREDICATE_MESSAGES);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const message = toSentence(result.error);
  const code = issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;
  throw code && code in errorStatus ? new InvalidField(code, message) : new InvalidInput(message);
}
