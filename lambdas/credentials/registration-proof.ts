import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name of the proof in a sign-up's client metadata. */
export const PROOF_NAME = 'registrationProof';

/** Time for which a proof is valid, in milliseconds: five minutes. Covers the retries of a sign-up. */
const VALID_MS = 300_000;

/**
 * Creates a proof that a sign-up comes from our function.
 *
 * Anyone can send a sign-up to Cognito, which would skip the rules of `POST /credentials/register`. So the pre-sign-up
 * trigger rejects sign-ups without a proof.
 */
export function createRegistrationProof(email: string, secret: string, now = Date.now()): string {
  return `${now}.${sign(email, now, secret).toString('base64url')}`;
}

/** Returns whether our function created the proof for this email, and `now` is at most five minutes away from then. */
export function isRegistrationProof(
  proof: string | undefined,
  email: string,
  secret: string,
  now = Date.now(),
): boolean {
  const [, digits = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(proof ?? '') ?? [];
  const time = Number(digits);
  if (digits === '' || Math.abs(now - time) > VALID_MS) return false;

  return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(email, time, secret));
}

function sign(email: string, time: number, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${time} ${email.trim().toLowerCase()}`).digest();
}
