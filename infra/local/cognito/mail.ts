import type { Terminal } from '../process/terminal.ts';
import type { CodePurpose } from './codes.ts';

/** A mail that Cognito would have sent. */
export interface Mail {
  readonly to: string;
  /** What the code is for: a purpose of `Codes`, or else Cognito's name of the occasion. */
  readonly reason: string;
  readonly code: string;
}

const REASONS: Readonly<Record<string, string>> = {
  confirmSignUp: 'to confirm your registration',
  resetPassword: 'to choose a new password',
} satisfies Record<CodePurpose, string>;

/** Keeps the mails of a user pool, and shows each on the terminal: nothing leaves this machine. */
export class Mailbox {
  readonly #terminal: Terminal;
  readonly #mails: Mail[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Every mail since the start, oldest first. */
  get mails(): readonly Mail[] {
    return this.#mails;
  }

  deliver(mail: Mail): void {
    this.#mails.push(mail);
    const { to, reason, code } = mail;
    this.#terminal.say(`Mail to ${to}: your code ${REASONS[reason] ?? `(${reason})`} is ${code}`);
  }
}
