import { expect } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorBodySchema } from '../../../shared/contract/error-body.ts';
import { type ErrorCode, errorStatus, universalErrors } from '../../../shared/contract/error-codes.ts';
import type { ApiResponse } from '../../support/api-request.ts';

/** Traces of the implementation, which no error may contain. */
const IMPLEMENTATION_TRACES = new RegExp(
  [
    // Files and stack traces.
    /node_modules|\/var\/task|\bat \S+ ?\(|\.m?[jt]s:\d+/,
    // Names of AWS.
    /arn:aws|dynamo|amazonaws/,
    // Errors of JavaScript, of zod, and of AWS.
    /\b(Type|Range|Reference|Syntax|Zod)Error\b|Exception\b|ConditionalCheck|NoSuch|AccessDenied|expression attribute/,
    // A value that became a text by mistake.
    /\[object Object\]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Headers of every response of a function. */
const REQUIRED_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const TEST_EMAILS = /[\w.+-]+@fathom\.example/g;

/** The gateway's own error, before any function runs. */
const gatewayError = z.strictObject({ message: z.string() });

/** Returns the codes that a caller of an endpoint may receive. */
export function listDeclaredCodes({ access, body, errors }: Endpoint): ReadonlySet<string> {
  return new Set<ErrorCode>([
    // An internal error is a bug, even though the contract declares it.
    ...universalErrors.filter((code) => code !== 'Internal'),
    ...(access === 'member' ? (['TooManyCalls'] as const) : []),
    ...(body ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...errors,
  ]);
}

/**
 * Expects a response that the contract allows: a success of the declared shape, or a declared error without traces of
 * the implementation. Also expects that the response contains no email address except the caller's own, and that its
 * headers keep it from being cached or rendered.
 *
 * @param request - the request, as the message of a failure shows it
 */
export function expectDeclaredResponse(
  endpoint: Endpoint,
  { status, headers, body }: ApiResponse,
  { request, email }: { readonly request: unknown; readonly email?: string },
): void {
  const text = JSON.stringify(body);
  const context = `${endpoint.name} ${describeCall(request, status, text)}`;

  const emails = text.match(TEST_EMAILS) ?? [];
  expect(
    emails.filter((address) => address !== email),
    context,
  ).toEqual([]);
  expect(Object.fromEntries(headers), context).toMatchObject(REQUIRED_HEADERS);

  if (status === 200) {
    const schema = z.strictObject({ ...endpoint.response.shape, success: z.literal(true) });
    expect(schema.safeParse(body).error, context).toBeUndefined();
    return;
  }

  expect(text, context).not.toMatch(IMPLEMENTATION_TRACES);
  expect(z.strictObject(errorBodySchema.shape).safeParse(body).error, context).toBeUndefined();
  expect([...listDeclaredCodes(endpoint)], context).toContain(body.code);
  expect(status, context).toBe(errorStatus[body.code as ErrorCode]);
}

/** Expects a rejection by the gateway or by a function, without traces of the implementation. */
export function expectRejection({ status, body }: ApiResponse, statuses: readonly number[], request: unknown): void {
  const text = JSON.stringify(body);
  const context = describeCall(request, status, text);

  expect(statuses, context).toContain(status);
  expect(text, context).not.toMatch(IMPLEMENTATION_TRACES);
  expect(z.union([gatewayError, z.strictObject(errorBodySchema.shape)]).safeParse(body).error, context).toBeUndefined();
}

/** Describes a call for the message of a failure. Shortens long texts. */
function describeCall(request: unknown, status: number, responseText: string): string {
  return `${JSON.stringify(request)?.slice(0, 2000)} → ${status} ${responseText.slice(0, 500)}`;
}
