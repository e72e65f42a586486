import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { matchRoute, parseRouteKey } from '../http/router.ts';
import type { PayPalAccount } from './account.ts';
import { buildNotFoundError, PayPalApiError, parseBody } from './errors.ts';
import { captureOrder, createOrder, refundCapture } from './payments.ts';
import {
  toCaptureJson,
  toMinimalOrderJson,
  toMinimalRefundJson,
  toOrderJson,
  toRefundJson,
} from './representations.ts';

interface Call {
  readonly id: string;
  readonly request: HttpRequest;
  readonly declineCaptures: boolean;
}

interface Result {
  readonly status: number;
  readonly body: object;
}

const CAPTURE = 'POST /v2/checkout/orders/{id}/capture';

/** The supported operations, by route. */
const OPERATIONS: Readonly<Record<string, (account: PayPalAccount, call: Call) => Result>> = {
  'POST /v2/checkout/orders': (account, { request }) => {
    const { id, isRepeated } = createOnce(account, request, () => createOrder(account, parseBody(request.body)));
    // Orders with a payment source get 200 even when they are new.
    const status = isRepeated || account.get('order', id).paymentSource ? 200 : 201;
    return { status, body: toPreferredOrderJson(account, request, id) };
  },

  'GET /v2/checkout/orders/{id}': (account, { id }) => ({
    status: 200,
    body: toOrderJson(account, account.get('order', id)),
  }),

  [CAPTURE]: (account, { request, id: orderId, declineCaptures }) => {
    // Only rejects an invalid body: captures read no fields.
    parseBody(request.body);
    const { id, isRepeated } = createOnce(account, request, () => captureOrder(account, orderId, { declineCaptures }));
    const body = toPreferredOrderJson(account, request, account.get('capture', id).orderId);
    return { status: isRepeated ? 200 : 201, body };
  },

  'GET /v2/payments/captures/{id}': (account, { id }) => ({
    status: 200,
    body: toCaptureJson(account, account.get('capture', id)),
  }),

  'POST /v2/payments/captures/{id}/refund': (account, { request, id: captureId }) => {
    const refund = () => refundCapture(account, captureId, parseBody(request.body));
    const { id, isRepeated } = createOnce(account, request, refund);
    const toJson = prefersFull(request) ? toRefundJson : toMinimalRefundJson;
    return { status: isRepeated ? 200 : 201, body: toJson(account, account.get('refund', id)) };
  },

  'GET /v2/payments/refunds/{id}': (account, { id }) => ({
    status: 200,
    body: toRefundJson(account, account.get('refund', id)),
  }),
};

const ROUTES = Object.keys(OPERATIONS).map(parseRouteKey);

/**
 * Handles a request with a valid token.
 *
 * @param options.declineCaptures whether buyers' banks decline captures.
 * @returns the response, and whether the request is a capture.
 * @throws PayPalApiError if the request is invalid or rejected.
 */
export function callApi(
  account: PayPalAccount,
  request: HttpRequest,
  { declineCaptures }: Pick<Call, 'declineCaptures'>,
) {
  const { method, url, headers } = request;
  const match = matchRoute(ROUTES, method, url.pathname);
  const operation = match && OPERATIONS[match.route.key];
  if (!operation) throw buildNotFoundError();
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json')) {
    throw new PayPalApiError(415, 'UNSUPPORTED_MEDIA_TYPE');
  }

  try {
    const { status, body } = operation(account, { id: match.parameters.id ?? '', request, declineCaptures });
    return { response: createJsonResponse(status, body), isCapture: match.route.key === CAPTURE };
  } finally {
    // Saves even after an error, because declined captures are stored.
    account.store.save();
  }
}

export function createJsonResponse(status: number, body: object): HttpResponse {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if ('debug_id' in body) headers['paypal-debug-id'] = String(body.debug_id);
  return { status, headers, body: JSON.stringify(body) };
}

/**
 * Creates an object, or returns the ID that a request with the same `PayPal-Request-Id` created. Failed requests can be
 * repeated: https://developer.paypal.com/api/rest/reference/idempotency/
 */
function createOnce(
  { store }: PayPalAccount,
  { url, headers }: HttpRequest,
  create: () => { readonly id: string },
): { readonly id: string; readonly isRepeated: boolean } {
  const requestId = headers['paypal-request-id'];
  if (!requestId) return { id: create().id, isRepeated: false };

  const key = `${url.pathname} ${requestId}`;
  const existingId = store.findResult(key);
  if (existingId !== undefined) return { id: existingId, isRepeated: true };

  const { id } = create();
  store.recordResult(key, id);
  return { id, isRepeated: false };
}

function toPreferredOrderJson(account: PayPalAccount, request: HttpRequest, id: string): object {
  return (prefersFull(request) ? toOrderJson : toMinimalOrderJson)(account, account.get('order', id));
}

function prefersFull({ headers }: HttpRequest): boolean {
  return headers.prefer?.includes('return=representation') ?? false;
}
