import { invalidRequest, StripeApiError } from './errors.ts';
import type { Form } from './form.ts';
import { newId, nowSeconds } from './ids.ts';
import { expanded } from './lists.ts';
import { type Account, ROUTES, type Route } from './routes.ts';
import { own } from './store.ts';

/** A request to the API, with its query and its body read. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  /** The key that it bears, if any. */
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Caller = 'server' | 'browser';

/**
 * Answers one request as Stripe does. What a server asks for with an idempotency key is done once, and answered the
 * same again: https://docs.stripe.com/api/idempotent_requests
 */
export function answer(account: Account, request: ApiRequest): ApiAnswer {
  const requestId = newId('req');
  try {
    const caller = callerOf(account, request.key);
    const { route, id } = routeOf(request);
    requireAccess(route, caller);
    const earlier = caller === 'server' ? earlierAnswer(account, request) : undefined;
    if (earlier) return earlier;
    return carryOut(account, request, { route, id, requestId, caller });
  } catch (error) {
    return refusal(error, requestId);
  }
}

function carryOut(
  account: Account,
  request: ApiRequest,
  { route, id, requestId, caller }: { route: Route; id: string; requestId: string; caller: Caller },
): ApiAnswer {
  const { form, idempotencyKey } = request;
  const cause = { requestId, idempotencyKey: idempotencyKey ?? null };
  let given: ApiAnswer;
  try {
    const result = route.handle(account, { id, form, isPublic: caller === 'browser', cause });
    given = { status: 200, headers: headersOf(requestId), body: json(expanded(result, form, account.store)) };
  } catch (error) {
    // A request that was refused for its fields has done nothing: its key is free. That a card was declined stays so.
    if (!(error instanceof StripeApiError) || error.status !== 402) throw error;
    given = refusal(error, requestId);
  }
  if (request.method !== 'POST') return given;
  if (caller === 'server' && idempotencyKey !== undefined) {
    account.store.account.answers[idempotencyKey] = {
      path: request.path,
      request: json(form),
      status: given.status,
      body: given.body,
      requestId,
      created: nowSeconds(),
    };
  }
  account.store.save();
  return given;
}

/** @throws StripeApiError idempotency_error when the key was used for something else. */
function earlierAnswer(account: Account, { method, path, form, idempotencyKey }: ApiRequest): ApiAnswer | undefined {
  if (method !== 'POST' || idempotencyKey === undefined) return undefined;
  const earlier = own(account.store.account.answers, idempotencyKey);
  if (!earlier) return undefined;
  const refuse = (words: string) =>
    new StripeApiError(400, {
      type: 'idempotency_error',
      message:
        `Keys for idempotent requests can only be used ${words} Try using a key other than '${idempotencyKey}' if you ` +
        'meant to execute a different request.',
    });
  if (earlier.path !== path) {
    throw refuse(`for the same endpoint they were first used for ('${path}' vs '${earlier.path}').`);
  }
  if (earlier.request !== json(form)) throw refuse('with the same parameters they were first used with.');
  const { status, body, requestId } = earlier;
  const replayed = { 'idempotent-replayed': 'true', 'original-request': requestId };
  return { status, body, headers: { ...headersOf(newId('req')), ...replayed } };
}

/** @throws StripeApiError with the status 401. */
function callerOf({ store }: Account, key: string | undefined): Caller {
  const { secret, publishable } = store.account.keys;
  if (key === secret) return 'server';
  if (key === publishable) return 'browser';
  const message = key
    ? `Invalid API Key provided: ${masked(key)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
      "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
}

/** @throws StripeApiError for what is not served. */
function routeOf({ method, path }: ApiRequest): { readonly route: Route; readonly id: string } {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, id: match[1] ?? '' };
  }
  throw invalidStatus(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
      'https://support.stripe.com/.',
  );
}

/** @throws StripeApiError when the caller's key is not the one for this. */
function requireAccess({ callers }: Route, caller: Caller): void {
  if (caller === 'browser' && callers === 'servers') {
    throw new StripeApiError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    });
  }
  if (caller === 'server' && callers === 'browsers') {
    throw invalidStatus(
      402,
      'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use ' +
        'Stripe.js, the Stripe mobile bindings, or Stripe Elements.',
    );
  }
}

function refusal(error: unknown, requestId: string): ApiAnswer {
  const headers = headersOf(requestId);
  if (error instanceof StripeApiError) return { status: error.status, headers, body: json(error.json) };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, headers, body: json({ error: { type: 'api_error', message } }) };
}

function invalidStatus(status: number, message: string): StripeApiError {
  return new StripeApiError(status, invalidRequest(message).body);
}

function headersOf(requestId: string): Record<string, string> {
  return { 'content-type': 'application/json', 'request-id': requestId };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function masked(key: string): string {
  const [, start = '', end = ''] = /^((?:sk|pk|rk)_(?:test|live)_)?.*?(.{0,4})$/.exec(key) ?? [];
  return `${start}${'*'.repeat(Math.max(0, key.length - start.length - end.length))}${end}`;
}
