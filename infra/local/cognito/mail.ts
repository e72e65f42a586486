import type { Terminal } from '../process/terminal.ts';

/** A mail that Cognito would have sent. */
export interface Mail {
  readonly to: string;
  readonly reason: string;
  readonly code: string;
}

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
    this.#terminal.say(`Mail to ${mail.to}: your code is ${mail.code}`);
  }
}
