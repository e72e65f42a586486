import type { Terminal } from '../process/terminal.ts';

/** A mail that AWS would send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code in the text. Undefined for notices. */
  readonly code?: string;
}

/** Maximum number of mails in memory. The oldest are dropped. */
export const MAX_MAILS = 5000;

/** Collects the mails of the user pool and of SES, and prints them on the terminal. */
export class Outbox {
  /** The latest mails since the start, oldest first. */
  readonly mails: Mail[] = [];
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Adds a mail. The terminal shows the summary, by default the subject. */
  send(mail: Mail, summary = mail.subject): void {
    this.mails.push(mail);
    if (this.mails.length > MAX_MAILS) this.mails.shift();
    this.#terminal.info(`Mail to ${mail.to}: ${summary}`);
  }
}
