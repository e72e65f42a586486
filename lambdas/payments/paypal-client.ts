import * as z from 'zod';
import { secret } from '../platform/secret.ts';
import { PaymentsUnavailable } from './errors.ts';
import { keysFrom } from './provider-keys.ts';

/** Where PayPal is, for payments that are real and for those that are not. */
const HOSTS: Readonly<Record<string, string>> = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
};

/** Milliseconds that one call may take. */
const TIMEOUT_MS = 6000;

/** Tokens are replaced this long before they end, in milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

const keys = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The id of the webhook that PayPal has been given; without it no event is believed. */
  webhookId: z.string().default(''),
});
type PayPalKeys = z.output<typeof keys>;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const errorAnswer = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).default([]) });

/** PayPal has understood a call, and refuses it. */
export class PayPalRefusal extends Error {
  override readonly name = 'PayPalRefusal';
  readonly status: number;
  /** PayPal's own word for it, such as `ORDER_ALREADY_CAPTURED`. */
  readonly issue: string;
  constructor(status: number, issue: string) {
    super(`PayPal refuses: ${issue} (${status})`);
    this.status = status;
    this.issue = issue;
  }
}

/** A call of PayPal's REST interface. */
export interface PayPalCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Text is sent as it stands. */
  readonly body?: object | string;
  /** The same id makes PayPal do the same thing once. */
  readonly requestId?: string;
  readonly timeoutMs?: number;
}

let token: { readonly clientSecret: string; readonly value: string; readonly until: number } | undefined;

/**
 * The stage's keys.
 *
 * @throws PaymentsUnavailable when they are not set up
 */
export async function paypalKeys(): Promise<PayPalKeys> {
  const data = keysFrom(await secret('PAYPAL_SECRET_ARN'), keys);
  if (!data) throw new PaymentsUnavailable('PayPal payments are not set up here.');
  return data;
}

/**
 * Calls PayPal, and reads its answer. PayPal's own server library is left out: it cannot be pointed at another address,
 * has no webhooks, and weighs more than everything else in a function together.
 *
 * @throws PayPalRefusal when PayPal refuses the call
 * @throws PaymentsUnavailable when it cannot be reached, is busy or fails, or answers something else than expected
 */
export async function callPayPal<T extends z.ZodType>(call: PayPalCall, answer: T): Promise<z.output<T>> {
  const bearer = await accessToken();
  const { status, body } = await send(call, {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(call.requestId && { 'paypal-request-id': call.requestId }),
  });
  if (status === 401) token = undefined;
  if (status === 401 || status === 429 || status >= 500) throw new PaymentsUnavailable();
  if (status >= 400) throw refusal(status, body);
  const { data, error } = answer.safeParse(body);
  if (error) throw new PaymentsUnavailable(undefined, { cause: error });
  return data;
}

async function accessToken(): Promise<string> {
  const { clientId, clientSecret } = await paypalKeys();
  if (token?.clientSecret === clientSecret && token.until > Date.now()) return token.value;
  const { status, body } = await send(
    { method: 'POST', path: '/v1/oauth2/token', body: 'grant_type=client_credentials' },
    {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
  const { data } = tokenAnswer.safeParse(body);
  if (status !== 200 || !data) throw new PaymentsUnavailable(undefined, { cause: refusal(status, body) });
  token = { clientSecret, value: data.access_token, until: Date.now() + data.expires_in * 1000 - TOKEN_MARGIN_MS };
  return token.value;
}

async function send(
  { method, path, body, timeoutMs = TIMEOUT_MS }: PayPalCall,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${host()}${path}`, {
      method,
      headers,
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  } catch (cause) {
    throw new PaymentsUnavailable(undefined, { cause });
  }
}

function host(): string {
  return process.env.PAYPAL_API_URL ?? HOSTS[process.env.PAYPAL_ENVIRONMENT ?? 'sandbox'] ?? HOSTS.sandbox!;
}

function refusal(status: number, body: unknown): PayPalRefusal {
  const { data } = errorAnswer.safeParse(body);
  return new PayPalRefusal(status, data?.details[0]?.issue ?? data?.name ?? 'UNKNOWN');
}
