import { randomInt } from 'node:crypto';
import { AwsError } from '../aws-json-server.ts';
import { Attempts } from './attempts.ts';
import type { Mailbox } from './mail.ts';
import type { CodePurpose, User } from './users.ts';

const HOUR_MS = 3600 * 1000;
const VALID_MS: Readonly<Record<CodePurpose, number>> = { confirmSignUp: 24 * HOUR_MS, resetPassword: HOUR_MS };

/** Mails codes and checks them. Methods that change a user don't save it: the operation does. */
export class Codes {
  readonly #mailbox: Mailbox;
  readonly #now: () => Date;
  readonly #wrongCodes: Attempts;
  readonly #requests: Attempts;

  constructor(mailbox: Mailbox, now: () => Date) {
    this.#mailbox = mailbox;
    this.#now = now;
    this.#wrongCodes = new Attempts(now);
    this.#requests = new Attempts(now);
  }

  /**
   * Counts a request for a code. Counts unknown emails too: a limit for members only would reveal who is one.
   *
   * @throws AwsError LimitExceededException
   */
  countRequest(operation: string, email: string): void {
    const key = `${operation} ${email}`;
    this.#requests.check(key);
    this.#requests.add(key);
  }

  /** Mails a six-digit code, which replaces an earlier one for the same purpose. */
  send(user: User, purpose: CodePurpose) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const to = user.attributes.email ?? '';
    user.codes[purpose] = { code, sentAt: this.#now().getTime() };
    this.#mailbox.deliver({ to, reason: purpose, code });
    return deliveryDetails(to);
  }

  /** @throws AwsError if the code is wrong, expired, or used, or after too many wrong codes */
  check({ id, codes }: User, purpose: CodePurpose, code: string): void {
    const key = `${purpose} ${id}`;
    this.#wrongCodes.check(key);
    const sent = codes[purpose];
    if (!sent || sent.sentAt + VALID_MS[purpose] < this.#now().getTime()) throw expiredCode();
    if (sent.code !== code) {
      this.#wrongCodes.add(key);
      throw wrongCode();
    }
  }

  /** Makes a code that was checked unusable. */
  useUp(user: User, purpose: CodePurpose): void {
    delete user.codes[purpose];
    this.#wrongCodes.clear(`${purpose} ${user.id}`);
  }
}

/** Returns where a code was sent, masked as Cognito masks it. */
export function deliveryDetails(email: string) {
  const [name = '', domain = ''] = email.split('@');
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } as const;
}

export function expiredCode(): AwsError {
  return new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
}

export function wrongCode(): AwsError {
  return new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}
