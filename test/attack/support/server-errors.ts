import { inject } from 'vitest';
import { countResponse } from './attack-counts.ts';

/** A request and its response, as far as a failure shows them. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestBody?: string | undefined;
  readonly status: number;
  readonly responseBody: string;
}

/** Paths of the endpoints that return PaymentsUnavailable on a stage without the provider's keys, by feature. */
const PROVIDER_PATHS: Readonly<Record<string, string>> = { cards: '/api/stripe/', paypal: '/api/paypal/' };

let serverErrors: string[] = [];

/** Counts a response, and records it if it is a server error that no test provokes. */
export function recordExchange(exchange: Exchange): void {
  countResponse(exchange.status);
  if (exchange.status < 500 || isProvoked(exchange)) return;
  const { method, url, requestBody = '', status, responseBody } = exchange;
  serverErrors.push(`${method} ${url} ${requestBody.slice(0, 500)} → ${status} ${responseBody.slice(0, 2000)}`);
}

/** Returns the server errors since the last call, with the request that caused each. */
export function takeServerErrors(): readonly string[] {
  const errors = serverErrors;
  serverErrors = [];
  return errors;
}

/** Returns whether a test provokes this error: it requests a payment on a stage without the provider's keys. */
function isProvoked({ url, status, responseBody }: Exchange): boolean {
  if (status !== 503 || !responseBody.includes('"code":"PaymentsUnavailable"')) return false;
  const { unsupported } = inject('target');
  const { pathname } = new URL(url);
  return Object.entries(PROVIDER_PATHS).some(([feature, path]) => unsupported[feature] && pathname.startsWith(path));
}
