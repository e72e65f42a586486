import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { matchRoute, parseRouteKey } from '../http/router.ts';
import type { PayPalAccount } from './account.ts';
import { notFound, PayPalApiError, parseBody } from './errors.ts';
import { captureOrder, createOrder, refundCapture } from './payments.ts';
import { captureJson, minimalOrderJson, minimalRefundJson, orderJson, refundJson } from './representations.ts';
import { isSignedBy } from './signature.ts';

interface Call {
  readonly id: string;
  readonly request: HttpRequest;
  /** Whether banks decline captures. */
  readonly decline: boolean;
}

interface Result {
  readonly status: number;
  readonly body: object;
}

const CAPTURE = 'POST /v2/checkout/orders/{id}/capture';

const OPERATIONS: Readonly<Record<string, (account: PayPalAccount, call: Call) => Result>> = {
  'POST /v2/checkout/orders': (account, { request }) => {
    const { id, repeated } = once(account, request, () => createOrder(account, parseBody(request.body)));
    // Orders with a payment source get 200 even when they are new.
    const status = repeated || account.get('order', id).paymentSource ? 200 : 201;
    return { status, body: preferredOrder(account, request, id) };
  },
  'GET /v2/checkout/orders/{id}': (account, { id }) => ({
    status: 200,
    body: orderJson(account, account.get('order', id)),
  }),
  [CAPTURE]: (account, { request, id: orderId, decline }) => {
    parseBody(request.body);
    const { id, repeated } = once(account, request, () => captureOrder(account, orderId, decline));
    const body = preferredOrder(account, request, account.get('capture', id).orderId);
    return { status: repeated ? 200 : 201, body };
  },
  'GET /v2/payments/captures/{id}': (account, { id }) => ({
    status: 200,
    body: captureJson(account, account.get('capture', id)),
  }),
  'POST /v2/payments/captures/{id}/refund': (account, { request, id: captureId }) => {
    const refund = () => refundCapture(account, captureId, parseBody(request.body));
    const { id, repeated } = once(account, request, refund);
    const toJson = prefersAll(request) ? refundJson : minimalRefundJson;
    return { status: repeated ? 200 : 201, body: toJson(account, account.get('refund', id)) };
  },
  'GET /v2/payments/refunds/{id}': (account, { id }) => ({
    status: 200,
    body: refundJson(account, account.get('refund', id)),
  }),
  'POST /v1/notifications/verify-webhook-signature': (account, { request: { body } }) => {
    parseBody(body);
    return { status: 200, body: { verification_status: isSignedBy(account, body) ? 'SUCCESS' : 'FAILURE' } };
  },
};
const ROUTES = Object.keys(OPERATIONS).map(parseRouteKey);

/**
 * Carries out a request that has a valid token.
 *
 * @returns the response, and whether it is that of a capture.
 * @throws PayPalApiError if the request is invalid or cannot be carried out.
 */
export function callApi(account: PayPalAccount, request: HttpRequest, decline: boolean) {
  const { method, url, headers } = request;
  const match = matchRoute(ROUTES, method, url.pathname);
  const operation = match && OPERATIONS[match.route.key];
  if (!operation) throw notFound();
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json')) {
    throw new PayPalApiError(415, 'UNSUPPORTED_MEDIA_TYPE');
  }
  try {
    const { status, body } = operation(account, { id: match.parameters.id ?? '', request, decline });
    return { response: jsonResponse(status, body), isCapture: match.route.key === CAPTURE };
  } finally {
    // A declined capture is stored too.
    account.store.save();
  }
}

export function jsonResponse(status: number, body: object): HttpResponse {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if ('debug_id' in body) headers['paypal-debug-id'] = String(body.debug_id);
  return { status, headers, body: JSON.stringify(body) };
}

/**
 * Creates an object, or returns the id that a request with the same `PayPal-Request-Id` created. Failed requests don't
 * count: https://developer.paypal.com/api/rest/reference/idempotency/
 */
function once(
  { store }: PayPalAccount,
  { url, headers }: HttpRequest,
  create: () => { readonly id: string },
): { readonly id: string; readonly repeated: boolean } {
  const requestId = headers['paypal-request-id'];
  if (!requestId) return { id: create().id, repeated: false };
  const key = `${url.pathname} ${requestId}`;
  const earlier = store.findResult(key);
  if (earlier !== undefined) return { id: earlier, repeated: true };
  const { id } = create();
  store.recordResult(key, id);
  return { id, repeated: false };
}

function preferredOrder(account: PayPalAccount, request: HttpRequest, id: string): object {
  return (prefersAll(request) ? orderJson : minimalOrderJson)(account, account.get('order', id));
}

function prefersAll({ headers }: HttpRequest): boolean {
  return headers.prefer?.includes('return=representation') ?? false;
}
