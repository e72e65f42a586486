import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { matchRoute, parseRouteKey } from '../http/router.ts';
import { newId, type StripeAccount } from './account.ts';
import { createPaymentMethod } from './cards.ts';
import { buildInvalidRequestError, buildMissingResourceError, StripeApiError } from './errors.ts';
import { type Form, parseForm, readList } from './form.ts';
import type { Cause } from './objects.ts';
import {
  cancelIntent,
  confirmIntent,
  confirmPublicIntent,
  createIntent,
  getIntent,
  getPublicIntent,
} from './payments.ts';
import { createRefund, listPage } from './refunds.ts';

/** Callers with the secret key are `server`; callers with the publishable key are `browser`. */
type Caller = 'server' | 'browser';

interface Call {
  readonly id: string;
  readonly form: Form;
  readonly cause: Cause;
}

type Operation = (account: StripeAccount, call: Call) => object;

/** Operations by method and path, for each permitted caller. */
const OPERATIONS: Readonly<Record<string, Readonly<Partial<Record<Caller, Operation>>>>> = {
  'POST /v1/payment_intents': { server: (account, { form, cause }) => createIntent(account, form, cause) },
  'GET /v1/payment_intents/{id}': {
    server: (account, { id }) => getIntent(account, id),
    browser: (account, { id, form }) => getPublicIntent(account, id, form),
  },
  'POST /v1/payment_intents/{id}/confirm': {
    server: (account, { id, form, cause }) => confirmIntent(account, id, form, cause),
    browser: (account, { id, form, cause }) => confirmPublicIntent(account, id, form, cause),
  },
  'POST /v1/payment_intents/{id}/cancel': {
    server: (account, { id, form, cause }) => cancelIntent(account, id, form, cause),
  },
  'POST /v1/payment_methods': { browser: (account, { form }) => createPaymentMethod(account, form) },
  'GET /v1/payment_methods/{id}': { server: (account, { id }) => account.get('payment_method', id) },
  'GET /v1/charges/{id}': { server: (account, { id }) => account.get('charge', id) },
  'POST /v1/refunds': { server: (account, { form, cause }) => createRefund(account, form, cause) },
  'GET /v1/refunds': { server: (account, { form }) => listPage(account, 'refund', form) },
  'GET /v1/refunds/{id}': { server: (account, { id }) => account.get('refund', id) },
  'GET /v1/disputes': { server: (account, { form }) => listPage(account, 'dispute', form) },
  'GET /v1/disputes/{id}': { server: (account, { id }) => account.get('dispute', id) },
  'GET /v1/events/{id}': { server: readEvent },
};
const ROUTES = Object.keys(OPERATIONS).map(parseRouteKey);

/** Kinds by the prefix of the IDs that expandable fields hold: https://docs.stripe.com/expand */
const KIND_BY_PREFIX = {
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  dp: 'dispute',
  pm: 'payment_method',
  txn: 'balance_transaction',
} as const;

/** Returns the fields of a request's query and body. */
export function readForm({ url, body }: HttpRequest): Form {
  return { ...parseForm(url.search), ...parseForm(body.toString()) };
}

/** Returns the API key from the bearer token, the user name of basic authentication, or the field `key`. */
export function readApiKey({ headers }: HttpRequest, { key }: Form): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':', 1)[0];
  return typeof key === 'string' ? key : undefined;
}

/**
 * Handles an API request. Repeats of a server's POST with the same idempotency key get the first response:
 * https://docs.stripe.com/api/idempotent_requests
 */
export function callApi(account: StripeAccount, request: HttpRequest): HttpResponse {
  const requestId = newId('req');
  const path = request.url.pathname;
  const isPost = request.method === 'POST';

  try {
    const form = readForm(request);
    const caller = identifyCaller(account, readApiKey(request, form));
    const { operation, id } = findOperation(request, caller);

    const keyHeader = caller === 'server' && isPost ? request.headers['idempotency-key'] : undefined;
    // An empty key counts as none.
    const idempotencyKey = keyHeader?.toString() || undefined;
    const firstResponse = idempotencyKey === undefined ? undefined : replay(account, path, form, idempotencyKey);
    if (firstResponse) return firstResponse;

    const cause = { requestId, idempotencyKey: idempotencyKey ?? null };
    const response = runOperation(account, { id, form, cause }, operation);
    if (idempotencyKey !== undefined) {
      account.store.recordResult(idempotencyKey, { ...response, path, request: toJson(form), requestId });
    }
    if (isPost) account.store.save();

    return createJsonResponse(response, requestId, idempotencyKey);
  } catch (error) {
    return createErrorResponse(error, requestId);
  }
}

/** Returns the response for an error. Errors other than StripeApiError become a 500. */
export function createErrorResponse(error: unknown, requestId = newId('req')): HttpResponse {
  return createJsonResponse(describeError(error), requestId);
}

/** Runs an operation. Returns card declines as responses, because idempotency keys also replay them. */
function runOperation(account: StripeAccount, call: Call, operation: Operation): { status: number; body: string } {
  try {
    const result = operation(account, call);
    return { status: 200, body: toJson(expand(account, result, readList(call.form.expand))) };
  } catch (error) {
    if (error instanceof StripeApiError && error.status === 402) return describeError(error);
    throw error;
  }
}

/**
 * Returns the first response to a repeated request, or undefined if the idempotency key is new.
 *
 * @throws StripeApiError idempotency_error if the idempotency key was used for another request.
 */
function replay(account: StripeAccount, path: string, form: Form, idempotencyKey: string): HttpResponse | undefined {
  const storedResult = account.store.findResult(idempotencyKey);
  if (!storedResult) return undefined;

  const buildKeyReusedError = (use: string) => {
    const message =
      `Keys for idempotent requests can only be used ${use} Try using a key other than '${idempotencyKey}' if you ` +
      'meant to execute a different request.';
    return new StripeApiError(400, { type: 'idempotency_error', message });
  };

  if (storedResult.path !== path) {
    throw buildKeyReusedError(`for the same endpoint they were first used for ('${path}' vs '${storedResult.path}').`);
  }
  if (storedResult.request !== toJson(form)) {
    throw buildKeyReusedError('with the same parameters they were first used with.');
  }

  const { headers, ...response } = createJsonResponse(storedResult, newId('req'), idempotencyKey);
  const replayHeaders = { 'idempotent-replayed': 'true', 'original-request': storedResult.requestId };
  return { ...response, headers: { ...headers, ...replayHeaders } };
}

/** Returns the caller with this API key. Throws a StripeApiError (401) if the key is unknown or missing. */
function identifyCaller({ store }: StripeAccount, apiKey: string | undefined): Caller {
  if (apiKey === store.account.secret) return 'server';
  if (apiKey === store.account.publishable) return 'browser';

  const message = apiKey
    ? `Invalid API Key provided: ${maskApiKey(apiKey)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
      "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";
  throw buildInvalidRequestError(message, {}, 401);
}

/**
 * Returns the operation of a request and the ID in its path.
 *
 * @throws StripeApiError if the path is unknown, or the caller may not use the operation.
 */
function findOperation({ method, url }: HttpRequest, caller: Caller): { operation: Operation; id: string } {
  const match = matchRoute(ROUTES, method, url.pathname);
  if (!match) {
    const message =
      `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or we can help at ` +
      'https://support.stripe.com/.';
    throw buildInvalidRequestError(message, {}, 404);
  }

  const operation = OPERATIONS[match.route.key]?.[caller];
  if (operation) return { operation, id: match.parameters.id ?? '' };

  if (caller === 'browser') {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw buildInvalidRequestError(message, { code: 'secret_key_required' }, 403);
  }

  // Only the creation of a payment method has no operation for servers.
  const message =
    'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use ' +
    'Stripe.js, the Stripe mobile bindings, or Stripe Elements.';
  throw buildInvalidRequestError(message, {}, 402);
}

/** Returns an event with the state that its object had when the event was sent. */
function readEvent({ webhook }: StripeAccount, { id }: Call): object {
  const event = webhook.all.find((candidate) => candidate.id === id);
  if (!event) throw buildMissingResourceError('event', id);
  return JSON.parse(event.body);
}

/**
 * Returns a copy in which the IDs at these paths are replaced by their objects.
 *
 * @throws StripeApiError if a path does not lead to an ID.
 */
function expand(account: StripeAccount, object: object, paths: readonly string[]): object {
  const copy = structuredClone(object);
  for (const path of paths) expandPath(account, copy, path.split('.'), path);
  return copy;
}

/** Replaces the ID at `steps` with its object. In a list, expands every entry. `path` is only for the error. */
function expandPath(account: StripeAccount, target: unknown, steps: readonly string[], path: string): void {
  const [step, ...nextSteps] = steps;
  if (step === undefined || target === null) return;

  if (Array.isArray(target)) {
    for (const entry of target) expandPath(account, entry, steps, path);
    return;
  }

  const parent = Object(target) as Record<string, unknown>;
  const value = Object.hasOwn(parent, step) ? parent[step] : undefined;
  if (typeof value === 'string') {
    const kind = KIND_BY_PREFIX[value.split('_', 1)[0] as keyof typeof KIND_BY_PREFIX];
    parent[step] = kind && structuredClone(account.store.find(kind, value));
  }

  const expandedValue = parent[step];
  // The last step must lead to an ID, to null in place of an ID, or to a list, but not to a nested object.
  const isExpandable = typeof value === 'string' || value === null || Array.isArray(value);
  if (expandedValue === undefined || (nextSteps.length === 0 && !isExpandable)) {
    const message = `This property cannot be expanded (${path}). You may want to try expanding an object that holds it.`;
    throw buildInvalidRequestError(message, { param: 'expand' });
  }

  expandPath(account, expandedValue, nextSteps, path);
}

/** Returns the status and body for an error, with the URL of the page that explains its code. */
function describeError(error: unknown): { status: number; body: string } {
  if (!(error instanceof StripeApiError)) {
    const message = error instanceof Error ? error.message : 'An unknown error occurred';
    return { status: 500, body: toJson({ error: { type: 'api_error', message } }) };
  }

  const { code } = error.body;
  const doc = code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  return { status: error.status, body: toJson({ error: { ...error.body, ...doc } }) };
}

function createJsonResponse(
  { status, body }: { readonly status: number; readonly body: string },
  requestId: string,
  idempotencyKey?: string,
): HttpResponse {
  const headers = { 'content-type': 'application/json', 'request-id': requestId };
  return { status, body, headers: idempotencyKey ? { ...headers, 'idempotency-key': idempotencyKey } : headers };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Replaces an API key, except its prefix and its last four characters, with asterisks, as Stripe's messages do. */
function maskApiKey(key: string): string {
  const [, start = '', end = ''] = /^((?:sk|pk|rk)_(?:test|live)_)?.*?(.{0,4})$/.exec(key) ?? [];
  return `${start}${'*'.repeat(Math.max(0, key.length - start.length - end.length))}${end}`;
}
