/** Invalid values for every field of every endpoint. The server must reject each value that the contract rejects. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { allEndpoints } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { type ApiResponse, sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { SEED } from '../support/seed.ts';
import { countCases } from './support/attack-counts.ts';
import { expectDeclaredResponse } from './support/expected-response.ts';
import { HOSTILE_VALUES, UNDECLARED_FIELDS } from './support/hostile-values.ts';
import { generateBrokenValues, generateUndeclaredNames } from './support/invalid-values.ts';
import { createKnownValues } from './support/known-values.ts';
import { accepts, type KnownValues, requestArbitrary } from './support/request-arbitrary.ts';

/** Maximum length of a value in a URL, encoded, in characters. Gateways reject longer URLs before our code runs. */
const MAX_ENCODED_LENGTH = 6_000;

/** The fields of a request by name, wherever it carries them: in its path, query, or body. */
type Fields = Readonly<Record<string, unknown>>;

/** Returns a value as a client writes it into a URL. */
const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const isPathField = ({ params }: Endpoint, name: string) => params !== undefined && Object.hasOwn(params.shape, name);

const isBodyField = ({ body }: Endpoint, name: string) => body !== undefined && Object.hasOwn(body.shape, name);

let knownValues: KnownValues;

beforeAll(async () => {
  knownValues = await createKnownValues(await Member.register());
});

/** Returns a valid request of an endpoint, without the caller's own ID. */
function createRequest(endpoint: Endpoint): Fields {
  const [request = {}] = fc.sample(requestArbitrary(endpoint, knownValues), { seed: SEED, numRuns: 1 });
  if (endpoint.body && 'userId' in endpoint.body.shape) delete request.userId;
  return request;
}

/** Sends fields without validating them: those of a body as JSON, and others as text. */
function sendFields(endpoint: Endpoint, fields: Fields, caller: Member): Promise<ApiResponse> {
  const { method, path, body } = endpoint;
  const requestPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(fields[name])));
  const otherFields = Object.entries(fields).filter(([name]) => !isPathField(endpoint, name));
  const query = body
    ? ''
    : `?${new URLSearchParams(otherFields.map(([name, value]): [string, string] => [name, toText(value)]))}`;

  return sendRequest(method, `${requestPath}${query}`, {
    token: caller.tokens.access,
    body: body && JSON.stringify(Object.fromEntries(otherFields)),
  });
}

/** Returns the fields as the server receives them: a path and a query have only texts. */
function toReceivedFields(endpoint: Endpoint, fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    isBodyField(endpoint, name) ? value : toText(value),
  ]);
  return Object.fromEntries(entries);
}

/** Returns whether a request can carry a value in this field. Only paths and queries have limits. */
function canCarry(endpoint: Endpoint, name: string, value: unknown): boolean {
  // An empty or relative segment would be another path.
  if (isPathField(endpoint, name) && ['', '..', '.'].includes(toText(value))) return false;
  if (isBodyField(endpoint, name)) return true;

  const text = toText(value);
  // A URL can't encode half of a surrogate pair.
  return text.isWellFormed() && encodeURIComponent(text).length <= MAX_ENCODED_LENGTH;
}

/** Expects a response that the contract allows, and a rejection if the contract rejects the request. */
function expectResponseByContract(endpoint: Endpoint, request: Fields, response: ApiResponse, caller: Member): void {
  expectDeclaredResponse(endpoint, response, { request, email: caller.email });

  if (accepts(endpoint, toReceivedFields(endpoint, request))) return;

  const context = `${JSON.stringify(request).slice(0, 500)} → ${response.status} ${response.body.error}`;
  expect(['InvalidInput', 'FileTypeNotAllowed'], context).toContain(response.body.code);
}

const endpointsWithFields = allEndpoints
  .filter(({ params, query, body }) => params ?? query ?? body)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(endpointsWithFields)('%s', (_, endpoint) => {
  const { params, query, body } = endpoint;
  const names = [params, query, body].flatMap((schema) => Object.keys(schema?.shape ?? {}));

  it.each(names)('rejects every hostile value of %s that the contract rejects', async (name) => {
    const [caller, validRequest] = await Promise.all([Member.register(), createRequest(endpoint)]);
    const values = HOSTILE_VALUES.filter((value) => canCarry(endpoint, name, value));

    for (const value of values) {
      const request = { ...validRequest, [name]: value };
      countCases();
      const response = await sendFields(endpoint, request, caller);

      expectResponseByContract(endpoint, request, response, caller);
    }
  });

  it.each(names)('rejects generated values that break a rule of %s', async (name) => {
    const [caller, validRequest] = await Promise.all([Member.register(), createRequest(endpoint)]);
    const field = { ...params?.shape, ...query?.shape, ...body?.shape }[name] as z.ZodType;
    const invalidRequests = generateBrokenValues(field)
      .filter((value) => canCarry(endpoint, name, value))
      .map((value) => ({ ...validRequest, [name]: value }))
      .filter((request) => !accepts(endpoint, toReceivedFields(endpoint, request)));
    // Fields of a query may have no invalid value: a cursor accepts every text that fits into a URL.
    if (isBodyField(endpoint, name)) expect(invalidRequests).not.toEqual([]);

    for (const request of invalidRequests) {
      countCases();
      const response = await sendFields(endpoint, request, caller);
      expectResponseByContract(endpoint, request, response, caller);
    }
  });

  it('rejects undeclared fields', async () => {
    if (!body && !query) return;

    const [caller, validRequest] = await Promise.all([Member.register(), createRequest(endpoint)]);
    const generatedFields = names.length > 0 ? generateUndeclaredNames(names).map((name) => [name, 'x'] as const) : [];
    const undeclaredFields = Object.entries(UNDECLARED_FIELDS).filter(([name]) => !names.includes(name));

    for (const [name, value] of [...undeclaredFields, ...generatedFields]) {
      countCases();
      const response = await sendFields(endpoint, { ...validRequest, [name]: value }, caller);

      expectDeclaredResponse(endpoint, response, { request: name, email: caller.email });
      expect([name, response.status, response.body.code]).toEqual([name, 400, 'InvalidInput']);
    }
  });

  it('rejects requests without a required field', async () => {
    const [caller, validRequest] = await Promise.all([Member.register(), createRequest(endpoint)]);
    // A request without a path field would be another path.
    const removableNames = names.filter((name) => !isPathField(endpoint, name));

    for (const name of removableNames) {
      const { [name]: _, ...request } = validRequest;
      countCases();
      const response = await sendFields(endpoint, request, caller);

      expectDeclaredResponse(endpoint, response, { request, email: caller.email });
      if (!accepts(endpoint, request)) expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
    }
  });
});
