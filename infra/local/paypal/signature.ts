import { randomUUID, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { now } from './ids.ts';
import { memberBytes } from './raw-json.ts';
import { parsed } from './request-body.ts';
import type { PayPalStore } from './store.ts';

const ALGORITHM = 'SHA256withRSA';

const verificationFields = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** Where the key is that proves signatures: a plain public key, where PayPal has a certificate. */
export function certificatePath({ account }: PayPalStore): string {
  return `/v1/notifications/certs/${account.certificateId}`;
}

/**
 * The headers of one transmission of an event:
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-eventheaders
 */
export function transmissionHeaders(store: PayPalStore, body: string): Record<string, string> {
  const id = randomUUID();
  const time = now();
  const message = signedMessage({ id, time, webhookId: store.account.webhookId, body: Buffer.from(body) });
  return {
    'paypal-auth-algo': ALGORITHM,
    'paypal-auth-version': 'v2',
    'paypal-cert-url': `${store.origin}${certificatePath(store)}`,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', message, store.account.privateKey).toString('base64'),
  };
}

/**
 * Whether the body of a verification bears what this account has signed: the event's bytes as they stand in it, so that
 * an event written anew is none of ours.
 *
 * @param body a JSON object
 * @throws PayPalApiError when a field is missing.
 */
export function isOurs(store: PayPalStore, body: Buffer): boolean {
  const { webhookId, publicKey } = store.account;
  const fields = parsed(verificationFields, JSON.parse(body.toString()));
  const event = memberBytes(body, 'webhook_event');
  if (!event || fields.auth_algo !== ALGORITHM || fields.webhook_id !== webhookId) return false;
  // After a restart the same key is at another port.
  const certificate = URL.canParse(fields.cert_url) ? new URL(fields.cert_url).pathname : '';
  if (certificate !== certificatePath(store)) return false;
  const { transmission_id: id, transmission_time: time } = fields;
  const signature = Buffer.from(fields.transmission_sig, 'base64');
  return verify('sha256', signedMessage({ id, time, webhookId, body: event }), publicKey, signature);
}

function signedMessage(of: { id: string; time: string; webhookId: string; body: Buffer }): Buffer {
  return Buffer.from(`${of.id}|${of.time}|${of.webhookId}|${crc32(of.body)}`);
}
