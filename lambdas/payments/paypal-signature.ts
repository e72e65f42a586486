import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY_MS } from '../../shared/rules/durations.ts';
import type { SignedRequest } from '../http/signed-request.ts';
import { InvalidSignature } from './errors.ts';
import { checkCertificateUrl, loadCertificate } from './paypal-certificate.ts';
import { loadPayPalKeys } from './paypal-client.ts';

/** The only algorithm of PayPal's signatures. */
const ALGORITHM = 'SHA256withRSA';

/**
 * Maximum age of an event, in milliseconds. PayPal retries for three days, and doesn't document whether a retry has a
 * new time. An event that arrives twice changes nothing (docs/adr/0029-paypal-signatures.md).
 */
const MAX_AGE_MS = 4 * DAY_MS;

/** Maximum time in milliseconds by which PayPal's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 300_000;

/**
 * Verifies that PayPal sent an event to this stage's webhook:
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-verifymessagesignature
 *
 * Checks the headers first, so that most forged events cause no call to Secrets Manager or PayPal.
 *
 * @throws InvalidSignature if the signature, the algorithm, the certificate, or the time is not valid
 * @throws PaymentsUnavailable if the certificate can't be downloaded, or the stage has no PayPal keys
 */
export async function verifyPayPalSignature({ headers, body }: SignedRequest): Promise<void> {
  const id = headers['paypal-transmission-id'];
  const time = headers['paypal-transmission-time'] ?? '';
  const signature = headers['paypal-transmission-sig'];
  const algorithm = headers['paypal-auth-algo'];
  const certificateUrl = headers['paypal-cert-url'] ?? '';
  if (!id || !signature || algorithm !== ALGORITHM) throw new InvalidSignature();

  // The age of an invalid time is NaN, which is neither less nor greater.
  const ageMs = Date.now() - Date.parse(time);
  if (!(ageMs < MAX_AGE_MS && ageMs > -MAX_CLOCK_SKEW_MS)) throw new InvalidSignature();

  checkCertificateUrl(certificateUrl);
  const { webhookId } = await loadPayPalKeys();
  if (!webhookId) throw new InvalidSignature();

  const { publicKey } = await loadCertificate(certificateUrl);
  const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  if (!verify('sha256', message, publicKey, Buffer.from(signature, 'base64'))) throw new InvalidSignature();
}
