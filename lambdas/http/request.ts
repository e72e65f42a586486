import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { EndpointDefinition, Input } from '../../shared/contract/endpoint.ts';
import { ApiError, BodyTooLarge, InvalidInput, UnsupportedMediaType } from '../platform/errors.ts';
import { PARSE_OPTIONS, toInvalidInputParams } from './field-problem.ts';
import { parseJson } from './parse-json.ts';

/** Maximum size of a request body, in bytes. The largest bodies contain cursors of sharded lists. */
const MAX_BODY_BYTES = 128 * 1024;

/** A field names a media type that Fathom doesn't accept. */
class FileTypeNotAllowed extends ApiError {
  constructor() {
    super({ code: 'FileTypeNotAllowed', params: { item: 'file' } });
  }
}

/**
 * Validates the path parameters, the query, and the body of a request against the endpoint's schemas, and merges them.
 *
 * @throws InvalidInput if the body is missing, or a field is invalid; the error names the first invalid field
 * @throws FileTypeNotAllowed if the first invalid field is a media type
 * @throws UnsupportedMediaType if the content type of the body is not JSON
 * @throws BodyTooLarge if the body exceeds {@link MAX_BODY_BYTES}
 */
export function parseRequest<D extends EndpointDefinition>(definition: D, event: APIGatewayProxyEventV2): Input<D> {
  // No endpoint of the contract has the same field in two of these parts, so none can replace the field of another.
  return {
    ...parsePart(definition.params, event.pathParameters ?? {}),
    ...parsePart(definition.query, event.queryStringParameters ?? {}),
    ...(definition.body ? parsePart(definition.body, parseBody(event)) : {}),
  } as Input<D>;
}

/**
 * Returns the body of a request as text.
 *
 * @throws BodyTooLarge if the body exceeds {@link MAX_BODY_BYTES}
 */
export function readBody(event: APIGatewayProxyEventV2): string {
  return readBytes(event).toString('utf8');
}

function readBytes({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw new BodyTooLarge(MAX_BODY_BYTES);
  }
  return bytes;
}

function parseBody(event: APIGatewayProxyEventV2): unknown {
  const bytes = readBytes(event);
  if (bytes.length === 0) throw new InvalidInput('body-missing');

  const mediaType = event.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new UnsupportedMediaType();

  // Decoding would replace invalid bytes by U+FFFD. Only Base64 can contain them: other bodies arrive decoded.
  if (!isUtf8(bytes)) throw new InvalidInput('body-not-unicode');

  return parseJson(bytes.toString('utf8'), 'body');
}

function parsePart(schema: z.ZodObject | undefined, value: unknown): object {
  if (!schema) return {};

  const result = schema.safeParse(value, PARSE_OPTIONS);
  if (result.success) return result.data;

  const params = toInvalidInputParams(result.error);
  if ('format' in params && params.format === 'allowed-file-type') throw new FileTypeNotAllowed();
  throw new InvalidInput(params);
}
