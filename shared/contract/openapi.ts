import * as z from 'zod';
import { describeRefusal } from '../rules/limit-texts.ts';
import { allEndpoints } from './contract.ts';
import { type Endpoint, type ErrorBody, errorBody } from './endpoint.ts';
import { type ErrorCode, errorStatus, universalErrors } from './error-codes.ts';

/** An example of each error's sentence. The sentences of some codes depend on the request. */
const EXAMPLE_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  InvalidInput: 'Limit must be a whole number from 1 to 50.',
  InvalidCursor: 'This page of the list has expired. Please start again from the first page.',
  EmptyFile: 'This file is empty. Please choose another file.',
  FileTooLarge: 'File size cannot exceed 1000MB',
  PriceMismatch: 'This depth costs $1.00. Please reload the page and try again.',
  BelowMinimum: 'Card payments start at $0.50. Please choose more depth.',
  InvalidSignature: "This event's signature is not valid.",
  CommonPassword: 'That password is too common. Please choose another one.',
  InvalidCode: 'That code is wrong or has expired. Please check it, or request a new one.',
  Unauthenticated: 'Please sign in first.',
  PaymentDeclined: "PayPal couldn't charge your account. Please choose another payment method at PayPal.",
  NotYou: 'You can only do this for yourself.',
  NotThroughSite: 'Please use the website to send this request.',
  DepthTooLow: 'You need to ascend 12.50m higher for this.',
  WrongPassword: "That email or password isn't right.",
  NotFound: "This file doesn't exist at your depth or below. It may have been deleted.",
  MethodNotAllowed: 'This address accepts other methods only: DELETE, GET.',
  FileNotStored: "The upload hasn't arrived, or its content was rejected. Please check the file and upload it again.",
  UploadNotFound: 'This upload has ended. Please start it again.',
  OrderNotFound: "This PayPal order doesn't exist.",
  FileNotScanned: 'This file is still being checked. Please try again in a moment.',
  MalwareFound: 'Malware was found in this file, so it was deleted. Please choose another file.',
  FileTypeMismatch: 'The file was sent as image/png, but its content is image/jpeg.',
  Conflict: 'This was already posted with a different text or picture, or has been deleted.',
  AccountExists: 'An account with this email already exists. Please sign in.',
  PartsMissing: "Some parts of the file haven't arrived yet. Please send them again.",
  OrderNotApproved: "This PayPal order hasn't been approved yet. Please approve it at PayPal first.",
  BodyTooLarge: 'The request body must be at most 128 KB.',
  UnsupportedMediaType: 'The request body must be JSON, sent as application/json.',
  FileTypeNotAllowed: 'Please upload an image file',
  TooManyMessages: 'You can send 20 messages a second. Please wait a moment, then send this one again.',
  TooManyCalls: "You're faster than the current. Please wait 23 seconds, then try again.",
  TooManyAttempts: 'Too many attempts. Please wait 15 minutes, then try again.',
  TooManyCodes: 'Too many codes were entered for this email. Please wait an hour, then request a new code.',
  TooManySockets: 'Live updates are paused here, because you have Fathom open in too many places.',
  TooManyFrames: "You're faster than the current. Please wait 23 seconds, then try again.",
  LimitReached: describeRefusal({ limit: 'posts', standing: 'new', allowed: 20, retryAfterSeconds: 10_800 }),
  Throttled: 'The ocean is crowded right now. Please try again in a moment.',
  Unavailable: 'The waters are rough right now. Please try again in a moment.',
  PaymentsUnavailable: "Payments aren't available right now. Please try again; you won't be charged twice.",
  Internal: 'Something went wrong on our side. Please try again.',
};

const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Converts the contract to an OpenAPI 3.1 document. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Fathom',
      version,
      description:
        'Generated from shared/contract by `npm run generate`. Depths are metres, sizes are bytes. A path with another ' +
        'method gets 405 `MethodNotAllowed` with the header `Allow`, and an unknown path gets 404 `NotFound`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      examples: Object.fromEntries(errorCodes.map((code) => [code, { value: exampleError(code) }])),
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

function operation(endpoint: Endpoint): object {
  const { name, capability, summary, description, access, params, query, body, example, response } = endpoint;

  return {
    operationId: name,
    tags: [capability],
    summary,
    description,
    security: access === 'member' ? [{ member: [] }] : [],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    requestBody: body && { required: true, content: json(jsonSchema(body, 'input'), { request: { value: example } }) },
    responses: {
      200: { description: 'Success.', content: json(jsonSchema(response.extend({ success: z.literal(true) }))) },
      ...errorResponses(listErrorCodes(endpoint)),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function errorResponses(codes: readonly (keyof typeof errorStatus)[]): Record<string, object> {
  const byStatus = Object.groupBy([...new Set(codes)], (code) => String(errorStatus[code]));

  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: codes!.join(', '),
        content: json(
          { $ref: '#/components/schemas/Error' },
          Object.fromEntries(codes!.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        ),
      },
    ]),
  );
}

function exampleError(code: ErrorCode): ErrorBody {
  return { success: false, error: EXAMPLE_MESSAGES[code], code, requestId: 'Nq3VXjKZFiAEJgQ=' };
}

function json(schema: object, examples?: object): object {
  return { 'application/json': { schema, examples } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
