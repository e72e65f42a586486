import * as z from 'zod';
import { MAX_UPLOAD_BYTES, MESSAGES_PER_SECOND } from '../rules/limits.ts';
import { describeError } from '../sentences/error-sentences.ts';
import { allEndpoints } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { type ErrorBody, errorBodySchema } from './error-body.ts';
import { type ErrorCode, errorStatus, universalErrors } from './error-codes.ts';
import type { ErrorDetails, ErrorParams } from './error-params.ts';

type Examples = { readonly [C in keyof ErrorParams]: Omit<ErrorDetails<C>, 'code'> };

/** Example parameters of each error. */
const EXAMPLE_DETAILS: Examples & { readonly [C in ErrorCode]?: Omit<ErrorDetails<C>, 'code'> } = {
  InvalidInput: { params: { reason: 'field', path: ['limit'], rule: 'whole-number', min: 1, max: 50 } },
  BelowMinimum: { params: { method: 'stripe', minimumCents: 50 } },
  BodyTooLarge: { params: { limitBytes: 131_072 } },
  Conflict: { params: { item: 'post' } },
  DepthTooLow: { params: { missingMetres: 12.5 } },
  FileTooLarge: { params: { item: 'file', limitBytes: MAX_UPLOAD_BYTES } },
  FileTypeMismatch: { params: { declared: 'image/png', detected: 'image/jpeg' } },
  FileTypeNotAllowed: { params: { item: 'picture' } },
  LimitReached: { params: { limit: 'posts', standing: 'new', allowed: 20 }, retryAfterSeconds: 10_800 },
  MethodNotAllowed: { params: { allowed: ['DELETE', 'GET'] } },
  NotFound: { params: { item: 'file' } },
  NotYou: { params: { action: 'any' } },
  PaymentsUnavailable: { params: { reason: 'failed' }, retryAfterSeconds: 10 },
  PriceMismatch: { params: { cents: 100 } },
  TooManyCalls: { retryAfterSeconds: 23 },
  TooManyFrames: { retryAfterSeconds: 23 },
  TooManyMessages: { params: { perSecond: MESSAGES_PER_SECOND }, retryAfterSeconds: 1 },
  Unauthenticated: { params: { reason: 'no-session' } },
};

/** The body of a response that API Gateway sends itself, without calling a function. */
const gatewayErrorSchema = z
  .strictObject({ message: z.string() })
  .describe('The body if API Gateway rejects the request itself. It has no code.');

/** The statuses of API Gateway's own responses: from its authorizer, its limits, and failed functions. */
const GATEWAY_STATUSES = ['401', '403', '413', '429', '500', '503'];

/** The statuses of responses that may tell the client when to try again. */
const RETRY_STATUSES = ['429', '503'];

const retryAfterHeader = {
  description: "Seconds after which the same request can succeed. Absent if the API doesn't know the time.",
  schema: { type: 'integer', minimum: 1 },
};

const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Converts the contract to an OpenAPI 3.1 document. */
export function buildOpenApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) };
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Fathom',
      version,
      description:
        'Generated from shared/contract by `npm run generate`. Depths are metres, sizes are bytes. A path with another ' +
        'method gets 405 `MethodNotAllowed` with the header `Allow`, and an unknown path gets 404 `NotFound`. API ' +
        'Gateway rejects a missing, expired, or wrong token itself, with the body `GatewayError`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      schemas: {
        Error: toJsonSchema(errorBodySchema),
        GatewayError: toJsonSchema(gatewayErrorSchema),
        AnyError: { anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/GatewayError' }] },
      },
      headers: { RetryAfter: retryAfterHeader },
      examples: Object.fromEntries(errorCodes.map((code) => [code, { value: buildExampleError(code) }])),
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A Cognito access token.' },
      },
    },
    paths,
  };
}

/** Returns all error codes that an endpoint may return. */
export function listErrorCodes({
  access,
  body,
  errors,
}: Pick<Endpoint, 'access' | 'body' | 'errors'>): readonly ErrorCode[] {
  return [
    ...universalErrors,
    ...(access === 'member' ? (['TooManyCalls'] as const) : []),
    ...(body ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...errors,
  ];
}

function buildOperation(endpoint: Endpoint): object {
  const { name, capability, summary, description, access, params, query, body, example, response } = endpoint;

  return {
    operationId: name,
    tags: [capability],
    summary,
    description,
    security: access === 'member' ? [{ member: [] }] : [],
    parameters: [...buildParameters('path', params), ...buildParameters('query', query)],
    requestBody: body && {
      required: true,
      content: buildJsonContent(toJsonSchema(body, 'input'), { request: { value: example } }),
    },
    responses: {
      200: {
        description: 'Success.',
        content: buildJsonContent(toJsonSchema(response.extend({ success: z.literal(true) }))),
      },
      ...buildErrorResponses(listErrorCodes(endpoint)),
    },
  };
}

function buildParameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    // zod omits the default of a field that transforms its input, such as a number in a query.
    schema: {
      default: field instanceof z.ZodDefault ? field.def.defaultValue : undefined,
      ...toJsonSchema(field as z.ZodType, 'input'),
    },
  }));
}

function buildErrorResponses(codes: readonly (keyof typeof errorStatus)[]): Record<string, object> {
  const codesByStatus = Object.groupBy([...new Set(codes)], (code) => String(errorStatus[code]));

  return Object.fromEntries(
    Object.entries(codesByStatus).map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus!.join(', '),
        headers: RETRY_STATUSES.includes(status)
          ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
          : undefined,
        content: buildJsonContent(
          { $ref: `#/components/schemas/${GATEWAY_STATUSES.includes(status) ? 'AnyError' : 'Error'}` },
          Object.fromEntries(codesOfStatus!.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        ),
      },
    ]),
  );
}

function buildExampleError(code: ErrorCode): ErrorBody {
  const details = { code, ...EXAMPLE_DETAILS[code] } as ErrorDetails;
  return {
    success: false,
    error: describeError(details),
    code,
    params: details.params,
    requestId: 'Nq3VXjKZFiAEJgQ=',
  };
}

function buildJsonContent(schema: object, examples?: object): object {
  return { 'application/json': { schema, examples } };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
