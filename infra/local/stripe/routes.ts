import type { Disputes } from './disputes.ts';
import { missing } from './errors.ts';
import type { StripeEvents } from './events.ts';
import type { Form } from './form.ts';
import { listOf } from './lists.ts';
import type { PaymentMethods } from './methods.ts';
import type { Cause } from './objects.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import { own, type StripeStore } from './store.ts';

/** What the routes lead to. */
export interface Account {
  readonly store: StripeStore;
  readonly events: StripeEvents;
  readonly methods: PaymentMethods;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
}

export interface RoutedRequest {
  readonly id: string;
  readonly form: Form;
  /** Whether the caller has no more than the publishable key: a browser. */
  readonly isPublic: boolean;
  readonly cause: Cause;
}

/** An operation of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** An id in it is the first group. */
  readonly path: RegExp;
  /** Who may call it: servers with the secret key, browsers with the publishable one, or both. */
  readonly callers: 'servers' | 'browsers' | 'both';
  handle(account: Account, request: RoutedRequest): object;
}

const ID = '([A-Za-z0-9_]+)';

function route(
  method: Route['method'],
  path: string,
  handle: Route['handle'],
  callers: Route['callers'] = 'servers',
): Route {
  return { method, path: new RegExp(`^/v1/${path.replace(':id', ID)}$`), callers, handle };
}

/** Everything that this stand-in answers. */
export const ROUTES: readonly Route[] = [
  route('POST', 'payment_intents', ({ payments }, { form, cause }) => payments.create(form, cause)),
  route(
    'GET',
    'payment_intents/:id',
    ({ payments }, { id, form, isPublic }) => (isPublic ? payments.getPublic(id, form) : payments.get(id)),
    'both',
  ),
  route(
    'POST',
    'payment_intents/:id/confirm',
    ({ payments }, { id, form, isPublic, cause }) =>
      isPublic ? payments.confirmPublic(id, form, cause) : payments.confirm(id, form, cause),
    'both',
  ),
  route('POST', 'payment_intents/:id/cancel', ({ payments }, { id, form, cause }) => payments.cancel(id, form, cause)),
  route('POST', 'payment_methods', ({ methods }, { form }) => methods.create(form).method, 'browsers'),
  route('GET', 'payment_methods/:id', ({ store }, { id }) =>
    found('payment_method', own(store.account.methods, id)?.method, id),
  ),
  route('GET', 'charges/:id', ({ store }, { id }) => found('charge', own(store.account.charges, id), id)),
  route('POST', 'refunds', ({ refunds }, { form, cause }) => refunds.create(form, cause)),
  route('GET', 'refunds', ({ refunds }, { form }) => listOf('/v1/refunds', refunds.list(form), form)),
  route('GET', 'refunds/:id', ({ refunds }, { id }) => refunds.get(id)),
  route('GET', 'disputes', ({ disputes }, { form }) => listOf('/v1/disputes', disputes.list(form), form)),
  route('GET', 'disputes/:id', ({ disputes }, { id }) => disputes.get(id)),
  route('GET', 'events/:id', ({ events }, { id }) => JSON.parse(events.get(id).body)),
];

function found<T extends object>(kind: string, object: T | undefined, id: string): T {
  if (!object) throw missing(kind, id, { param: kind });
  return object;
}
