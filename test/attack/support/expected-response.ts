import { expect } from 'vitest';
import * as z from 'zod';
import { type Endpoint, errorBody } from '../../../shared/contract/endpoint.ts';
import { type ErrorCode, errorStatus, universalErrors } from '../../../shared/contract/error-codes.ts';
import type { ApiResponse } from '../../support/member.ts';

/** Traces of the implementation, which no error may contain. */
const INTERNALS =
  /node_modules|\/var\/task|\bat \S+ ?\(|\.m?[jt]s:\d+|arn:aws|dynamo|amazonaws|\b(Type|Range|Reference|Syntax|Zod)Error\b|Exception\b|ConditionalCheck|NoSuch|AccessDenied|expression attribute|\[object Object\]/i;

/** Headers of every response of a function. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const EMAIL = /[\w.+-]+@fathom\.example/g;

/** The gateway's own error, before any function runs. */
const gatewayError = z.strictObject({ message: z.string() });

/** Returns the codes that a caller of an endpoint may receive. */
export function findDeclaredCodes({ access, body, errors }: Endpoint): ReadonlySet<string> {
  return new Set<ErrorCode>([
    ...universalErrors.filter((code) => code !== 'Internal'),
    ...(access === 'member' ? (['TooManyCalls'] as const) : []),
    ...(body ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...errors,
  ]);
}

/**
 * Expects a response that the contract allows: a success of the declared shape, or a declared error without traces of
 * the implementation. Expects no email address except the caller's own, and the headers that keep the response from
 * being cached or rendered.
 *
 * @param request - describes the request in failures
 */
export function expectDeclaredResponse(
  endpoint: Endpoint,
  { status, headers, body }: ApiResponse,
  { request, email }: { readonly request: unknown; readonly email?: string },
): void {
  const context = `${endpoint.name} ${JSON.stringify(request)?.slice(0, 2000)} → ${status} ${JSON.stringify(body).slice(0, 500)}`;
  const emails = JSON.stringify(body).match(EMAIL) ?? [];
  expect(
    emails.filter((address) => address !== email),
    context,
  ).toEqual([]);
  expect(Object.fromEntries(headers), context).toMatchObject(HEADERS);

  if (status === 200) {
    const schema = z.strictObject({ ...endpoint.response.shape, success: z.literal(true) });
    expect(schema.safeParse(body).error, context).toBeUndefined();
    return;
  }

  expect(JSON.stringify(body), context).not.toMatch(INTERNALS);
  expect(z.strictObject(errorBody.shape).safeParse(body).error, context).toBeUndefined();
  expect([...findDeclaredCodes(endpoint)], context).toContain(body.code);
  expect(status, context).toBe(errorStatus[body.code as ErrorCode]);
}

/** Expects a rejection by the gateway or by a function, without traces of the implementation. */
export function expectRejection({ status, body }: ApiResponse, statuses: readonly number[], request: unknown): void {
  const context = `${JSON.stringify(request)?.slice(0, 2000)} → ${status} ${JSON.stringify(body).slice(0, 500)}`;
  expect(statuses, context).toContain(status);
  expect(JSON.stringify(body), context).not.toMatch(INTERNALS);
  expect(z.union([gatewayError, z.strictObject(errorBody.shape)]).safeParse(body).error, context).toBeUndefined();
}
