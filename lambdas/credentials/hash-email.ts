import { createHmac } from 'node:crypto';

/**
 * Returns a pseudonym of an email, which is the same for upper and lower case. Without the secret, no one can find out
 * which address has the pseudonym.
 */
export function hashEmail(email: string, secret: string): string {
  // The prefix keeps the hash different from registration proofs, which the same secret signs.
  return createHmac('sha256', secret).update(`email ${email.trim().toLowerCase()}`).digest('base64url');
}
