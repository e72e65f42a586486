/** Tests of the OpenAPI document: it must contain everything that authors of API clients need. */
import { describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from './openapi.ts';

interface Schema {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Response {
  readonly headers?: object;
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

interface Operation {
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const { paths } = buildOpenApiDocument('1.0.0') as { paths: Paths };

/** Returns an operation by its method and path, such as `put /profile`. */
function findOperation(route: string): Operation {
  const [method = '', path = ''] = route.split(' ');
  return paths[path]![method]!;
}

/** Returns the schema of a field in the body or the parameters of an operation. */
function findField(route: string, name: string): Schema {
  const { parameters, requestBody } = findOperation(route);
  const bodyFields = requestBody?.content['application/json'].schema.properties;
  return bodyFields?.[name] ?? parameters.find((parameter) => parameter.name === name)!.schema;
}

describe('buildOpenApiDocument', () => {
  it.each([
    ['put /profile', 'username', 'at most 30 characters'],
    ['put /profile', 'username', 'must have a visible character'],
    ['put /profile', 'bio', 'at most 200 characters'],
    ['post /posts', 'content', 'at most 5000 characters'],
    ['post /posts', 'idempotencyKey', 'for a day'],
    ['patch /files', 'altText', 'at most 300 characters'],
    ['post /credentials/register', 'email', 'at most 128 characters'],
    ['post /credentials/totp/enable', 'code', 'six digits'],
    ['post /files/multipart', 'fileSize', 'at most 1048576000'],
    ['post /files/upload', 'purpose', 'by default `avatar` if `isprofilephoto` is true'],
    ['post /files/upload', 'isProfilePhoto', 'without `purpose`'],
    ['post /paypal/create-order', 'depth', '0.1 to 10,000, in steps of 0.1'],
    ['get /users/batch', 'userIds', '1 to 100 ids, separated by commas'],
  ])('describes a rule of %s that the schema of %s cannot express', (route, field, rule) => {
    expect(findField(route, field).description?.toLowerCase()).toContain(rule);
  });

  it('declares the default of a number in a query', () => {
    expect(findField('get /conversations', 'limit')).toMatchObject({ type: 'integer', default: 20, minimum: 1 });
  });

  it.each(['401', '403', '429', '503'])('declares the body of API Gateway for the status %s', (status) => {
    expect(findOperation('get /me').responses[status]!.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/AnyError',
    });
  });

  it.each(['400', '404', '409'])('declares only our own body for the status %s', (status) => {
    expect(findOperation('post /posts').responses[status]!.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Error',
    });
  });

  it('declares Retry-After of exactly the statuses after which a client may try again', () => {
    const { responses } = findOperation('post /posts');
    const statuses = Object.keys(responses).filter((status) => responses[status]!.headers);

    expect(statuses).toEqual(['429', '503']);
  });

  it.each([
    ['post /stripe/webhook', ['Stripe-Signature']],
    [
      'post /paypal/webhook',
      ['Transmission-Id', 'Transmission-Time', 'Transmission-Sig', 'Auth-Algo', 'Cert-Url'].map(
        (name) => `PayPal-${name}`,
      ),
    ],
  ])('names the headers of the signature of %s', (route, headers) => {
    const { description = '' } = findOperation(route);

    expect(description.match(/(?<=`)[\w-]+(?=`)/g)).toEqual(headers);
  });

  it('declares no negative counts and sizes in responses', () => {
    const document = JSON.stringify(paths);

    const fieldsBelowZero = [
      ...document.matchAll(/"(\w+)":\{(?:"description":"[^"]*",)?"type":"integer","minimum":-\d+/g),
    ];

    // Only the ledger has negative numbers, for reversals and deletions.
    expect(new Set(fieldsBelowZero.map(([, name]) => name))).toEqual(new Set(['bytes', 'cents', 'fileSize']));
  });

  it('describes which messages a conversation returns with both bounds', () => {
    expect(findOperation('get /conversations/{userId}').description).toContain('With both `before` and `after`');
  });

  it('describes how a client opens a WebSocket with its ticket', () => {
    expect(findOperation('post /sockets/ticket').description).toContain('<socketUrl>?ticket=<ticket>');
  });
});
