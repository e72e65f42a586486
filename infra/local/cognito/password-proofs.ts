import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-json-server.ts';
import {
  type Challenge,
  createChallenge,
  createVerifier,
  isPublicValue,
  type SrpIdentity,
  sharedKey,
  signClaim,
  type Verifier,
} from './srp.ts';
import type { User } from './users.ts';

/** How long a client may take to respond to a challenge: Cognito's default. */
const CHALLENGE_VALID_MS = 3 * 60 * 1000;
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;

interface Handshake {
  readonly identity: SrpIdentity;
  readonly verifier: Verifier;
  readonly challenge: Challenge;
  readonly a: string;
  readonly startedAt: number;
}

export interface PasswordProofsSettings {
  /** The part of the pool's id after the region. */
  readonly poolName: string;
  /** The ids and salts that unknown emails get are derived from it. */
  readonly secret: string;
  readonly now: () => Date;
}

/**
 * Checks passwords that clients send or prove (Cognito's USER_SRP_AUTH).
 *
 * Both use the SRP verifier, the only trace of a password that the pool stores. An email without a user gets a stable
 * verifier that no password matches: callers can't tell whether the user exists.
 */
export class PasswordProofs {
  readonly #settings: PasswordProofsSettings;
  /** Open handshakes by secret block. */
  readonly #handshakes = new Map<string, Handshake>();

  constructor(settings: PasswordProofsSettings) {
    this.#settings = settings;
  }

  /** Returns what to store of a user's new password. */
  verifierFor(userId: string, password: string): Verifier {
    return createVerifier(this.#identity(userId), password);
  }

  /** Whether a user has this password. Takes as long if there is no such user. */
  isPassword(user: User | undefined, email: string, password: string): boolean {
    const { identity, verifier } = this.#credentials(user, email);
    const { verifier: expected } = createVerifier(identity, password, verifier.salt);
    return user !== undefined && verifier.verifier === expected;
  }

  /**
   * Starts a handshake and returns the challenge's parameters.
   *
   * @param a - the client's public value, in hexadecimal
   * @throws AwsError InvalidParameterException if that value is invalid
   */
  begin(user: User | undefined, email: string, a: string): Record<string, string> {
    if (!isPublicValue(a)) throw new AwsError('InvalidParameterException', 'Invalid SRP_A.');
    this.#dropExpired();
    const { identity, verifier } = this.#credentials(user, email);
    const challenge = createChallenge(verifier);
    const secretBlock = randomBytes(64).toString('base64');
    this.#handshakes.set(secretBlock, {
      identity,
      verifier,
      challenge,
      a,
      startedAt: this.#settings.now().getTime(),
    });
    return {
      SALT: verifier.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: challenge.b.toString(16),
      USERNAME: identity.userId,
      USER_ID_FOR_SRP: identity.userId,
    };
  }

  /**
   * Checks the response to a challenge, which is valid once, and returns the id of the user who proved the password.
   *
   * @throws AwsError NotAuthorizedException if the response doesn't prove it
   */
  finish(response: Readonly<Record<string, string>>): string {
    const { PASSWORD_CLAIM_SECRET_BLOCK: block = '', PASSWORD_CLAIM_SIGNATURE = '', TIMESTAMP: time = '' } = response;
    if (!TIMESTAMP.test(time)) {
      const message = 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.';
      throw new AwsError('InvalidParameterException', message);
    }
    this.#dropExpired();
    const handshake = this.#handshakes.get(block);
    this.#handshakes.delete(block);
    if (!handshake) throw wrongPassword();
    const { identity, challenge, verifier, a } = handshake;
    const expected = signClaim(sharedKey(challenge, verifier, a), identity, Buffer.from(block, 'base64'), time);
    const signature = Buffer.from(PASSWORD_CLAIM_SIGNATURE, 'base64');
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw wrongPassword();
    return identity.userId;
  }

  #identity(userId: string): SrpIdentity {
    return { poolName: this.#settings.poolName, userId };
  }

  #credentials(user: User | undefined, email: string): { identity: SrpIdentity; verifier: Verifier } {
    if (user) return { identity: this.#identity(user.id), verifier: user.verifier };
    const userId = this.#derive(`id ${email}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
    const identity = this.#identity(userId);
    return { identity, verifier: createVerifier(identity, randomUUID(), this.#derive(`salt ${email}`)) };
  }

  /** Returns 16 bytes in hexadecimal. */
  #derive(text: string): string {
    return createHmac('sha256', this.#settings.secret).update(text).digest('hex').slice(0, 32);
  }

  #dropExpired(): void {
    const oldest = this.#settings.now().getTime() - CHALLENGE_VALID_MS;
    for (const [block, { startedAt }] of this.#handshakes) if (startedAt < oldest) this.#handshakes.delete(block);
  }
}

/** Cognito's error for a wrong password and for an unknown email. */
export function wrongPassword(): AwsError {
  return new AwsError('NotAuthorizedException', 'Incorrect username or password.');
}
