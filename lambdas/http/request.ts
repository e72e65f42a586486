import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { EndpointDefinition, Input } from '../../shared/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../shared/contract/error-codes.ts';
import { BodyTooLarge, InvalidInput, Refusal, UnsupportedMediaType } from '../platform/errors.ts';

/** The largest request body, in bytes. Files do not pass through the API; cursors of sharded lists are the largest. */
const MAX_BODY_BYTES = 128 * 1024;

/** A field whose own rule has a code of its own. */
class RefusedField extends Refusal {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Path parameters, query and body of a request, checked against the endpoint's schemas and merged.
 *
 * @throws InvalidInput naming the first wrong field, or the refusal that the field's schema names
 * @throws UnsupportedMediaType when a body is not declared as JSON
 * @throws BodyTooLarge when it is over {@link MAX_BODY_BYTES}
 */
export function parseRequest<D extends EndpointDefinition>(definition: D, event: APIGatewayProxyEventV2): Input<D> {
  return {
    ...check(definition.params, event.pathParameters ?? {}),
    ...check(definition.query, event.queryStringParameters ?? {}),
    ...(definition.body ? check(definition.body, parseBody(event)) : {}),
  } as Input<D>;
}

function parseBody(event: APIGatewayProxyEventV2): unknown {
  const { body = '', isBase64Encoded, headers } = event;
  if (body === '') return {};
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw new BodyTooLarge(`The request body must be at most ${MAX_BODY_BYTES / 1024} KB.`);
  }
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new UnsupportedMediaType();
  try {
    // Half a surrogate pair is valid JSON, and no character: neither the table nor the store takes it.
    return JSON.parse(bytes.toString('utf8'), (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch {
    throw new InvalidInput('The request body is not valid JSON.');
  }
}

function check(schema: z.ZodObject | undefined, value: unknown): object {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.join('.');
  const message = field ? `${field}: ${issue.message}` : issue.message;
  const code = issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;
  throw code && code in errorStatus ? new RefusedField(code, message) : new InvalidInput(message);
}
