import { randomUUID, sign, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { WebhookEvents } from '../providers/webhook-events.ts';
import { parseFields } from './errors.ts';
import { type Credentials, now } from './objects.ts';

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

/** The part of an account that signs events. */
interface Signer {
  readonly credentials: Credentials;
  readonly origin: string;
}

/** Returns the path of the public key that verifies signatures. PayPal serves a certificate there. */
export function certificatePath({ credentials }: Pick<Signer, 'credentials'>): string {
  return `/v1/notifications/certs/${credentials.certificateId}`;
}

/**
 * Returns the headers of one attempt to deliver an event:
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-eventheaders
 */
export function transmissionHeaders(account: Signer, body: string): Record<string, string> {
  const id = randomUUID();
  const time = now();
  const message = buildSignedMessage({ id, time, webhookId: account.credentials.webhookId, body });
  return {
    'paypal-auth-algo': ALGORITHM,
    'paypal-auth-version': 'v2',
    'paypal-cert-url': `${account.origin}${certificatePath(account)}`,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', message, account.credentials.privateKey).toString('base64'),
  };
}

/**
 * Returns whether this account signed the event in a verification request. The request must contain the original bytes,
 * so changed or re-serialised events fail.
 *
 * @param body a JSON object.
 * @throws PayPalApiError if a field is missing.
 */
export function isSignatureValid(account: Signer & { readonly webhook: WebhookEvents }, body: Buffer): boolean {
  const { webhookId, publicKey } = account.credentials;
  const fields = parseFields(verificationFields, JSON.parse(body.toString()));
  const event = account.webhook.all.find(({ id }) => id === fields.webhook_event.id);
  if (!event || !body.includes(event.body)) return false;
  if (!isDeepStrictEqual(fields.webhook_event, JSON.parse(event.body))) return false;
  if (fields.auth_algo !== ALGORITHM || fields.webhook_id !== webhookId) return false;
  // Ignores the origin, because the port can change at a restart.
  const certificate = URL.canParse(fields.cert_url) ? new URL(fields.cert_url).pathname : '';
  if (certificate !== certificatePath(account)) return false;
  const { transmission_id: id, transmission_time: time } = fields;
  const signature = Buffer.from(fields.transmission_sig, 'base64');
  return verify('sha256', buildSignedMessage({ id, time, webhookId, body: event.body }), publicKey, signature);
}

function buildSignedMessage(parts: { id: string; time: string; webhookId: string; body: string }): Buffer {
  return Buffer.from(`${parts.id}|${parts.time}|${parts.webhookId}|${crc32(parts.body)}`);
}
