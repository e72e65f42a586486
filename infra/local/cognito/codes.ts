import { randomInt } from 'node:crypto';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';
import { MAX_MAILS, type Mail, type Outbox } from '../mail/outbox.ts';
import type { Attempts } from './attempts.ts';
import type { VerificationMessage } from './settings.ts';
import type { CodePurpose, User } from './users.ts';

/** A mail with a code. */
interface CodeMail extends Mail {
  readonly reason: CodePurpose;
  readonly code: string;
}

const CODE_DIGITS = 6;

/** How long a code for each purpose is valid, and its text on the terminal. */
const PURPOSES: Readonly<Record<CodePurpose, { readonly validMs: number; readonly text: string }>> = {
  confirmSignUp: { validMs: 24 * HOUR_MS, text: 'to confirm your registration' },
  resetPassword: { validMs: HOUR_MS, text: 'to choose a new password' },
  verifyEmail: { validMs: 24 * HOUR_MS, text: 'to verify your email' },
};

/** Sends and checks codes. Operations save the changed user. */
export class Codes {
  /** The latest mails since the start, oldest first. */
  readonly mails: CodeMail[] = [];
  readonly #outbox: Outbox;
  readonly #message: VerificationMessage;
  readonly #attempts: Attempts;
  readonly #now: () => Date;

  constructor(outbox: Outbox, message: VerificationMessage, attempts: Attempts, now: () => Date) {
    this.#outbox = outbox;
    this.#message = message;
    this.#attempts = attempts;
    this.#now = now;
  }

  /** Replaces the user's code for this purpose and mails it. Returns the masked destination. */
  send(user: User, purpose: CodePurpose, to = user.attributes.email ?? '') {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    user.codes[purpose] = { code, sentAt: this.#now().getTime() };

    const { EmailSubject: subject, EmailMessage } = this.#message;
    const mail = { to, subject, text: EmailMessage.replace('{####}', code), reason: purpose, code };
    this.mails.push(mail);
    if (this.mails.length > MAX_MAILS) this.mails.shift();
    this.#outbox.send(mail, `your code ${PURPOSES[purpose].text} is ${code}`);

    return toDeliveryDetails(to);
  }

  /** @throws AwsError if the code is wrong, expired, or used, or after too many wrong codes. */
  check({ id, codes }: User, purpose: CodePurpose, code: string): void {
    const sentCode = codes[purpose];
    if (!sentCode || sentCode.sentAt + PURPOSES[purpose].validMs < this.#now().getTime()) throw buildExpiredCodeError();

    this.#attempts.count(`${purpose} ${id}`);
    if (sentCode.code !== code) throw buildWrongCodeError();
    this.#attempts.clear(`${purpose} ${id}`);
  }
}

/** Returns the destination of a code, masked like Cognito's. */
export function toDeliveryDetails(email: string) {
  const [name = '', domain = ''] = email.split('@');
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } as const;
}

export function buildExpiredCodeError(): AwsError {
  return new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
}

export function buildWrongCodeError(): AwsError {
  return new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}
