import type { Terminal } from '../process/terminal.ts';
import type { CodePurpose } from './users.ts';

/** A mail that Cognito would send. */
export interface Mail {
  readonly to: string;
  readonly reason: CodePurpose;
  readonly code: string;
}

const REASONS: Readonly<Record<CodePurpose, string>> = {
  confirmSignUp: 'to confirm your registration',
  resetPassword: 'to choose a new password',
};

/** Stores the mails of a user pool and prints each on the terminal: nothing leaves this machine. */
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
    this.#terminal.say(`Mail to ${mail.to}: your code ${REASONS[mail.reason]} is ${mail.code}`);
  }
}
