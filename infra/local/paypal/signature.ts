import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Credentials, formatNow } from './objects.ts';

const ALGORITHM = 'SHA256withRSA';

/** The part of an account that signs events. */
interface Signer {
  readonly credentials: Pick<Credentials, 'certificateId' | 'privateKey' | 'webhookId'>;
  readonly origin: string;
}

/** Returns the path of the certificate that verifies signatures. */
export function getCertificatePath({ credentials }: Pick<Signer, 'credentials'>): string {
  return `/v1/notifications/certs/${credentials.certificateId}`;
}

/**
 * Returns the headers of one attempt to deliver an event:
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-eventheaders
 */
export function buildTransmissionHeaders(account: Signer, body: string): Record<string, string> {
  const id = randomUUID();
  const time = formatNow();
  const message = buildSignedMessage({ id, time, webhookId: account.credentials.webhookId, body });

  return {
    'paypal-auth-algo': ALGORITHM,
    'paypal-auth-version': 'v2',
    'paypal-cert-url': `${account.origin}${getCertificatePath(account)}`,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', message, account.credentials.privateKey).toString('base64'),
  };
}

function buildSignedMessage(parts: { id: string; time: string; webhookId: string; body: string }): Buffer {
  return Buffer.from(`${parts.id}|${parts.time}|${parts.webhookId}|${crc32(parts.body)}`);
}
