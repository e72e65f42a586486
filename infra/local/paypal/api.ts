import type { Captures } from './captures.ts';
import { notFound, PayPalApiError } from './errors.ts';
import type { Orders } from './orders.ts';
import { captureJson, minimalOrderJson, minimalRefundJson, orderJson, refundJson } from './representations.ts';
import { parseBody } from './request-body.ts';
import { isOurs } from './signature.ts';
import type { PayPalStore } from './store.ts';

/** What is behind the API. */
export interface PayPal {
  readonly store: PayPalStore;
  readonly orders: Orders;
  readonly captures: Captures;
}

/** A request with a good token. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  /** The header `PayPal-Request-Id`. */
  readonly requestId: string | undefined;
  /** The header `Prefer`. */
  readonly prefer: string | undefined;
  readonly body: Buffer;
  /** Whether banks refuse captures now. */
  readonly decline: boolean;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

type Operation = (paypal: PayPal, request: ApiRequest, id: string) => ApiAnswer;

const OPERATIONS: readonly { readonly method: string; readonly path: RegExp; readonly operation: Operation }[] = [
  { method: 'POST', path: /^\/v2\/checkout\/orders$/, operation: createOrder },
  { method: 'GET', path: /^\/v2\/checkout\/orders\/(\w+)$/, operation: readOrder },
  { method: 'POST', path: /^\/v2\/checkout\/orders\/(\w+)\/capture$/, operation: captureOrder },
  { method: 'GET', path: /^\/v2\/payments\/captures\/(\w+)$/, operation: readCapture },
  { method: 'POST', path: /^\/v2\/payments\/captures\/(\w+)\/refund$/, operation: refundCapture },
  { method: 'GET', path: /^\/v2\/payments\/refunds\/(\w+)$/, operation: readRefund },
  { method: 'POST', path: /^\/v1\/notifications\/verify-webhook-signature$/, operation: verifySignature },
];

/** Whether a request is for money to be taken. */
export function isCapture({ method, path }: Pick<ApiRequest, 'method' | 'path'>): boolean {
  return method === 'POST' && path.startsWith('/v2/checkout/orders/') && path.endsWith('/capture');
}

/**
 * Carries one request out.
 *
 * @throws PayPalApiError what is wrong with it.
 */
export function answer(paypal: PayPal, request: ApiRequest): ApiAnswer {
  const { method, path, contentType } = request;
  for (const { method: wanted, path: pattern, operation } of OPERATIONS) {
    const match = method === wanted && pattern.exec(path);
    if (!match) continue;
    if (method === 'POST' && !contentType?.startsWith('application/json')) {
      throw new PayPalApiError(415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    return operation(paypal, request, match[1] ?? '');
  }
  throw notFound();
}

function createOrder({ store, orders }: PayPal, request: ApiRequest): ApiAnswer {
  const { id, again } = once(store, request, () => orders.create(parseBody(request.body)));
  const order = orders.get(id);
  // An order that names how it is paid answers 200 even when it is new.
  const status = again || order.paymentSource ? 200 : 201;
  return { status, body: wantsAll(request) ? orderJson(store, order) : minimalOrderJson(store, order) };
}

function readOrder({ store, orders }: PayPal, _request: ApiRequest, id: string): ApiAnswer {
  return { status: 200, body: orderJson(store, orders.get(id)) };
}

function captureOrder({ store, orders, captures }: PayPal, request: ApiRequest, orderId: string): ApiAnswer {
  parseBody(request.body);
  const { id, again } = once(store, request, () => orders.capture(orderId, request.decline));
  const order = orders.get(captures.get(id).orderId);
  const body = wantsAll(request) ? orderJson(store, order) : minimalOrderJson(store, order);
  return { status: again ? 200 : 201, body };
}

function readCapture({ store, captures }: PayPal, _request: ApiRequest, id: string): ApiAnswer {
  return { status: 200, body: captureJson(store, captures.get(id)) };
}

function refundCapture({ store, captures }: PayPal, request: ApiRequest, captureId: string): ApiAnswer {
  const { id, again } = once(store, request, () => captures.refund(captureId, parseBody(request.body)));
  const refund = captures.getRefund(id);
  const body = wantsAll(request) ? refundJson(store, refund) : minimalRefundJson(store, refund);
  return { status: again ? 200 : 201, body };
}

function readRefund({ store, captures }: PayPal, _request: ApiRequest, id: string): ApiAnswer {
  return { status: 200, body: refundJson(store, captures.getRefund(id)) };
}

function verifySignature({ store }: PayPal, { body }: ApiRequest): ApiAnswer {
  parseBody(body);
  return { status: 200, body: { verification_status: isOurs(store, body) ? 'SUCCESS' : 'FAILURE' } };
}

/**
 * Does something, unless a request with the same id has done it: what that has made is answered then, as it is by now.
 * What failed has made nothing, and is tried again.
 * https://developer.paypal.com/api/rest/reference/idempotency/
 */
function once(
  { state }: PayPalStore,
  { path, requestId }: ApiRequest,
  make: () => { readonly id: string },
): { readonly id: string; readonly again: boolean } {
  if (!requestId) return { id: make().id, again: false };
  const key = `${path} ${requestId}`;
  const done = state.requests[key];
  if (done) return { id: done.resourceId, again: true };
  const { id } = make();
  state.requests[key] = { resourceId: id, at: Date.now() };
  return { id, again: false };
}

function wantsAll({ prefer }: ApiRequest): boolean {
  return prefer?.includes('return=representation') ?? false;
}
