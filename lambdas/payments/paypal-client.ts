import * as z from 'zod';
import { loadSecret } from '../platform/secret.ts';
import { PaymentsUnavailable, ProviderNotSetUp } from './errors.ts';
import { parseKeys } from './provider-keys.ts';

/** PayPal's hosts by environment. */
const HOSTS: Readonly<Record<string, string>> = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
};

/** Timeout of one call, in milliseconds. */
const TIMEOUT_MS = 6000;

/** How long before its expiry a token is replaced, in milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

/** The keys of one stage, as JSON in its secret. */
const keysSchema = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The webhook's ID at PayPal. Without it, all events are rejected. */
  webhookId: z.string().default(''),
});
type PayPalKeys = z.output<typeof keysSchema>;

const tokenResponseSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const errorResponseSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

/** PayPal rejected a call with a 4xx status. */
export class PayPalError extends Error {
  override readonly name = 'PayPalError';
  /** The HTTP status. */
  readonly status: number;
  /** PayPal's issue code, such as `ORDER_ALREADY_CAPTURED`. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(`PayPal rejected the call: ${issue} (${status})`);
    this.status = status;
    this.issue = issue;
  }
}

/** A call of PayPal's REST API. */
export interface PayPalCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Objects are sent as JSON, strings unchanged. */
  readonly body?: object | string;
  /** PayPal's idempotency key. */
  readonly requestId?: string;
  readonly timeoutMs?: number;
}

/** The access token of this function instance. A new token replaces it at `until`, in milliseconds since 1970. */
let token: { readonly clientSecret: string; readonly value: string; readonly until: number } | undefined;

/**
 * Returns the stage's PayPal keys.
 *
 * @throws PaymentsUnavailable if the keys are not set up
 */
export async function loadPayPalKeys(): Promise<PayPalKeys> {
  const storedKeys = parseKeys(await loadSecret('PAYPAL_SECRET_ARN'), keysSchema);
  if (!storedKeys) throw new ProviderNotSetUp('paypal');
  return storedKeys;
}

/**
 * Calls PayPal and parses the response.
 *
 * PayPal's server SDK is not used: it has no configurable URL and no webhooks, and is larger than the rest of a bundle.
 *
 * @throws PayPalError if PayPal rejects the call
 * @throws PaymentsUnavailable if PayPal can't be reached, is busy or fails, or if the response doesn't match the schema
 */
export async function callPayPal<T extends z.ZodType>(call: PayPalCall, responseSchema: T): Promise<z.output<T>> {
  const accessToken = await loadAccessToken();
  const { status, body } = await send(call, {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(call.requestId && { 'paypal-request-id': call.requestId }),
  });

  // PayPal no longer accepts the token, so the next call requests another one.
  if (status === 401) token = undefined;
  if (status === 401 || status === 429 || status >= 500) throw new PaymentsUnavailable();
  if (status >= 400) throw toPayPalError(status, body);

  const { data, error } = responseSchema.safeParse(body);
  if (error) throw new PaymentsUnavailable({ cause: error });
  return data;
}

/** Returns the stored access token, or requests one if it expires soon or the keys have changed. */
async function loadAccessToken(): Promise<string> {
  const { clientId, clientSecret } = await loadPayPalKeys();
  if (token?.clientSecret === clientSecret && token.until > Date.now()) return token.value;

  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { status, body } = await send(
    { method: 'POST', path: '/v1/oauth2/token', body: 'grant_type=client_credentials' },
    { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
  );

  const { data } = tokenResponseSchema.safeParse(body);
  if (status !== 200 || !data) throw new PaymentsUnavailable({ cause: toPayPalError(status, body) });

  token = { clientSecret, value: data.access_token, until: Date.now() + data.expires_in * 1000 - TOKEN_MARGIN_MS };
  return token.value;
}

/** Sends a request. Returns the status and the parsed JSON of the response; an empty response gives an empty object. */
async function send(
  { method, path, body, timeoutMs = TIMEOUT_MS }: PayPalCall,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${findBaseUrl()}${path}`, {
      method,
      headers,
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  } catch (cause) {
    throw new PaymentsUnavailable({ cause });
  }
}

/** Returns the base URL of PayPal's API. `PAYPAL_API_URL` replaces it on stages with a local PayPal. */
function findBaseUrl(): string {
  return process.env.PAYPAL_API_URL ?? HOSTS[process.env.PAYPAL_ENVIRONMENT ?? 'sandbox'] ?? HOSTS.sandbox!;
}

function toPayPalError(status: number, body: unknown): PayPalError {
  const { data } = errorResponseSchema.safeParse(body);
  return new PayPalError(status, data?.details[0]?.issue ?? data?.name ?? 'UNKNOWN');
}
