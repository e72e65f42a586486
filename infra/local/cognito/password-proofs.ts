import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';
import { type Challenge, computeProof, createChallenge, createVerifier, isPublicValue, type Verifier } from './srp.ts';
import type { User } from './users.ts';

/** Maximum time for the response to a challenge, in milliseconds. Cognito's default. */
const CHALLENGE_VALID_MS = 3 * MINUTE_MS;

/** Matches a timestamp such as `Sat Nov 21 10:00:00 UTC 2026`. */
const TIMESTAMP_FORMAT = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;

/** Size of the random value that identifies a challenge, in bytes. */
const SECRET_BLOCK_BYTES = 64;

/** Hexadecimal digits of the 16 bytes of a derived ID or salt. */
const DERIVED_DIGITS = 32;

/**
 * Checks passwords, sent in clear (USER_PASSWORD_AUTH) or proved by SRP (USER_SRP_AUTH).
 *
 * The pool stores only the SRP verifier of a password. For unknown emails, it derives an ID and a salt from the email,
 * so that callers can't find out whether a user exists.
 */
export class PasswordProofs {
  readonly #poolName: string;
  readonly #secret: string;
  readonly #now: () => Date;
  /** Open challenges by secret block. */
  readonly #challenges = new Map<string, Challenge & { readonly createdAt: number }>();

  /**
   * @param poolName - the part of the pool's ID after the region
   * @param secret - key for the IDs and salts of unknown emails
   */
  constructor(poolName: string, secret: string, now: () => Date) {
    this.#poolName = poolName;
    this.#secret = secret;
    this.#now = now;
  }

  createVerifier(userId: string, password: string): Verifier {
    return createVerifier({ poolName: this.#poolName, userId }, password);
  }

  /**
   * Returns whether the password is correct. For an unknown user, compares it with a password that no one knows.
   *
   * @param email - used only if the user is unknown
   */
  isPasswordCorrect(user: User | undefined, email: string, password: string): boolean {
    const { identity, verifier } = this.#findCredentials(user, email);
    return createVerifier(identity, password, verifier.salt).verifier === verifier.verifier;
  }

  /**
   * Creates a challenge and returns its parameters.
   *
   * @param a - the client's public value, in hexadecimal
   * @throws AwsError InvalidParameterException if `a` is invalid
   */
  startChallenge(user: User | undefined, email: string, a: string): Record<string, string> {
    if (!isPublicValue(a)) throw new AwsError('InvalidParameterException', 'Invalid SRP_A.');

    this.#deleteExpired();
    const { identity, verifier } = this.#findCredentials(user, email);
    const challenge = createChallenge(identity, verifier, a);
    const block = randomBytes(SECRET_BLOCK_BYTES).toString('base64');
    this.#challenges.set(block, { ...challenge, createdAt: this.#now().getTime() });

    return {
      SALT: verifier.salt,
      SECRET_BLOCK: block,
      SRP_B: challenge.b.toString(16),
      USERNAME: identity.userId,
      USER_ID_FOR_SRP: identity.userId,
    };
  }

  /**
   * Returns the challenge's user ID, and whether the response proves the password. A challenge accepts one response.
   *
   * @throws AwsError NotAuthorizedException for an unknown challenge
   */
  finishChallenge(response: Readonly<Record<string, string>>): { readonly userId: string; readonly isProof: boolean } {
    const { PASSWORD_CLAIM_SECRET_BLOCK: block = '', PASSWORD_CLAIM_SIGNATURE = '', TIMESTAMP = '' } = response;
    const message = 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.';
    if (!TIMESTAMP_FORMAT.test(TIMESTAMP)) throw new AwsError('InvalidParameterException', message);

    this.#deleteExpired();
    const challenge = this.#challenges.get(block);
    this.#challenges.delete(block);
    if (!challenge) throw buildWrongPasswordError();

    const expectedSignature = computeProof(challenge, Buffer.from(block, 'base64'), TIMESTAMP);
    const signature = Buffer.from(PASSWORD_CLAIM_SIGNATURE, 'base64');
    const isProof = signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
    return { userId: challenge.identity.userId, isProof };
  }

  /** Returns the identity and verifier of a user, or derived ones if the user is unknown. */
  #findCredentials(user: User | undefined, email: string): Pick<Challenge, 'identity' | 'verifier'> {
    const poolName = this.#poolName;
    if (user) return { identity: { poolName, userId: user.id }, verifier: user.verifier };

    // The derived bytes get the format of a UUID (version 4).
    const userId = this.#derive(`id ${email}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
    const identity = { poolName, userId };
    // No one knows this random password, so every sign-in fails.
    return { identity, verifier: createVerifier(identity, randomUUID(), this.#derive(`salt ${email}`)) };
  }

  /** Derives 16 bytes from a text, in hexadecimal. */
  #derive(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, DERIVED_DIGITS);
  }

  #deleteExpired(): void {
    const oldestCreation = this.#now().getTime() - CHALLENGE_VALID_MS;
    for (const [block, { createdAt }] of this.#challenges) {
      if (createdAt < oldestCreation) this.#challenges.delete(block);
    }
  }
}

/** Returns Cognito's error for a wrong password and for an unknown email. */
export function buildWrongPasswordError(): AwsError {
  return new AwsError('NotAuthorizedException', 'Incorrect username or password.');
}
