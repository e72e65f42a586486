import { AwsError } from '../aws-json-server.ts';
import { JsonFile } from '../state/json-file.ts';
import { Attempts } from './attempts.ts';
import { BAD_CODE } from './users.ts';

/** What a mailed code is for. One that was mailed for another purpose is as good as none. */
export type CodePurpose = 'confirmSignUp' | 'resetPassword';

const HOUR_MS = 3600 * 1000;
const VALID_MS: Readonly<Record<CodePurpose, number>> = { confirmSignUp: 24 * HOUR_MS, resetPassword: HOUR_MS };

interface SentCode {
  readonly code: string;
  readonly sentAt: number;
}

/** The codes that were mailed and are not used yet, the latest for each purpose. */
export class Codes {
  readonly #file: JsonFile<Record<string, SentCode>>;
  readonly #now: () => Date;
  readonly #wrong: Attempts;

  constructor(path: string, now: () => Date) {
    this.#file = new JsonFile(path, {});
    this.#now = now;
    this.#wrong = new Attempts(now);
  }

  /** Notes a code that was mailed, in place of an earlier one. */
  put(userId: string, purpose: CodePurpose, code: string): void {
    this.#file.value[keyOf(userId, purpose)] = { code, sentAt: this.#now().getTime() };
    this.#file.save();
  }

  /**
   * Compares a code with the one that was mailed.
   *
   * @throws AwsError when it is another, none was mailed, it is too old, or there were too many wrong ones
   */
  check(userId: string, purpose: CodePurpose, code: unknown): void {
    const key = keyOf(userId, purpose);
    this.#wrong.check(key);
    const sent = this.#file.value[key];
    if (!sent || sent.sentAt + VALID_MS[purpose] < this.#now().getTime()) {
      throw new AwsError('ExpiredCodeException', BAD_CODE);
    }
    if (sent.code !== code) {
      this.#wrong.add(key);
      throw wrongCode();
    }
  }

  /** As `check`; a code that was right is used up by it. */
  use(userId: string, purpose: CodePurpose, code: unknown): void {
    this.check(userId, purpose, code);
    const key = keyOf(userId, purpose);
    delete this.#file.value[key];
    this.#file.save();
    this.#wrong.clear(key);
  }

  /** Forgets the codes of somebody who is gone. */
  forget(userId: string): void {
    for (const purpose of Object.keys(VALID_MS) as CodePurpose[]) delete this.#file.value[keyOf(userId, purpose)];
    this.#file.save();
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }
}

/** What Cognito says to a code that is another than the one that it mailed. */
export function wrongCode(): AwsError {
  return new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

function keyOf(userId: string, purpose: CodePurpose): string {
  return `${purpose} ${userId}`;
}
