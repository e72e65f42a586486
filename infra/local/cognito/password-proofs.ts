import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-json-server.ts';
import { JsonFile } from '../state/json-file.ts';
import { WRONG_PASSWORD } from './passwords.ts';
import {
  type Challenge,
  challengeOf,
  claimSignature,
  isPublicValue,
  type SrpIdentity,
  sharedKey,
  type Verifier,
  verifierOf,
} from './srp.ts';

/** How long Cognito waits for the answer to a challenge, unless the client says otherwise. */
const PATIENCE_MS = 3 * 60 * 1000;
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;

interface Handshake {
  readonly identity: SrpIdentity;
  readonly verifier: Verifier;
  readonly challenge: Challenge;
  readonly a: string;
  readonly began: number;
}

export interface PasswordProofsSettings {
  readonly file: string;
  readonly poolName: string;
  /** Of the pool: what strangers are answered depends on it. */
  readonly salt: string;
  readonly now: () => Date;
}

/** Lets members prove that they know their password without sending it (Cognito's USER_SRP_AUTH). */
export class PasswordProofs {
  readonly #verifiers: JsonFile<Record<string, Verifier>>;
  readonly #settings: PasswordProofsSettings;
  /** What has begun and is not ended, by secret block. */
  readonly #handshakes = new Map<string, Handshake>();

  constructor(settings: PasswordProofsSettings) {
    this.#settings = settings;
    this.#verifiers = new JsonFile(settings.file, {});
  }

  /** Notes by what a member's new password is recognised. */
  remember(userId: string, password: string): void {
    this.#verifiers.value[userId] = verifierOf(this.#identity(userId), password);
    this.#verifiers.save();
  }

  /** Forgets somebody who is gone. */
  forget(userId: string): void {
    delete this.#verifiers.value[userId];
    this.#verifiers.save();
  }

  /**
   * Challenges who says that they are a member. A stranger is challenged as well, always with the same id and salt, so
   * that nobody learns who is one.
   *
   * @param userId nobody's when there is no such member
   * @throws AwsError InvalidParameterException, when the client's value is none
   */
  begin(userId: string | undefined, email: string, a: string | undefined): Record<string, string> {
    if (a === undefined || !isPublicValue(a)) throw new AwsError('InvalidParameterException', 'Invalid SRP_A.');
    this.#dropOld();
    const known = userId !== undefined ? this.#verifiers.value[userId] : undefined;
    const identity = this.#identity(userId ?? this.#strangersId(email));
    const verifier = known ?? verifierOf(identity, randomUUID(), this.#derived(`salt ${email}`));
    const challenge = challengeOf(verifier);
    const secretBlock = randomBytes(64).toString('base64');
    this.#handshakes.set(secretBlock, { identity, verifier, challenge, a, began: this.#settings.now().getTime() });
    return {
      SALT: verifier.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: challenge.b.toString(16),
      USERNAME: identity.userId,
      USER_ID_FOR_SRP: identity.userId,
    };
  }

  /**
   * Takes the answer to a challenge, once.
   *
   * @returns the id of the member who has proved their password
   * @throws AwsError NotAuthorizedException, when it proves nothing
   */
  finish(answer: Readonly<Record<string, string | undefined>>): string {
    const { PASSWORD_CLAIM_SECRET_BLOCK: block = '', PASSWORD_CLAIM_SIGNATURE = '', TIMESTAMP: time = '' } = answer;
    if (!TIMESTAMP.test(time)) {
      const message = 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.';
      throw new AwsError('InvalidParameterException', message);
    }
    this.#dropOld();
    const handshake = this.#handshakes.get(block);
    this.#handshakes.delete(block);
    if (!handshake) throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    const { identity, challenge, verifier, a } = handshake;
    const key = sharedKey(challenge, verifier, a);
    const expected = claimSignature(key, identity, Buffer.from(block, 'base64'), time);
    const given = Buffer.from(PASSWORD_CLAIM_SIGNATURE, 'base64');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    }
    return identity.userId;
  }

  async flush(): Promise<void> {
    await this.#verifiers.flush();
  }

  #identity(userId: string): SrpIdentity {
    return { poolName: this.#settings.poolName, userId };
  }

  #strangersId(email: string): string {
    const hex = this.#derived(`id ${email}`).toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join(
      '-',
    );
  }

  #derived(text: string): Buffer {
    return createHmac('sha256', this.#settings.salt).update(text).digest().subarray(0, 16);
  }

  #dropOld(): void {
    const oldest = this.#settings.now().getTime() - PATIENCE_MS;
    for (const [block, { began }] of this.#handshakes) if (began < oldest) this.#handshakes.delete(block);
  }
}
