import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';
import { findTimeStep } from './totp.ts';
import type { User } from './users.ts';

/** Maximum time for the code after the password, in milliseconds. Cognito's default. */
const SESSION_VALID_MS = 3 * MINUTE_MS;

/** Size of a session in bytes, before its encoding in Base64. */
const SESSION_BYTES = 48;

interface OpenSignIn {
  readonly userId: string;
  readonly clientId: string;
  /** The device that signs in, if the client named a known device. */
  readonly deviceKey: string | undefined;
  readonly createdAt: number;
}

/** Holds sign-ins that have proved the password and still need a code. A restart ends these sign-ins. */
export class SecondFactors {
  readonly #now: () => Date;
  readonly #openSignIns = new Map<string, OpenSignIn>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Starts to wait for the code of a sign-in. Returns the session, a text that clients send with the code. */
  startSignIn(signIn: Omit<OpenSignIn, 'createdAt'>): string {
    const session = randomBytes(SESSION_BYTES).toString('base64url');
    this.#openSignIns.set(session, { ...signIn, createdAt: this.#now().getTime() });
    return session;
  }

  /**
   * Returns the sign-in of a session.
   *
   * @throws AwsError NotAuthorizedException if the session is unknown, expired, or of another client
   */
  requireSignIn(session: string, clientId: string): OpenSignIn {
    const signIn = this.#openSignIns.get(session);
    if (!signIn || signIn.clientId !== clientId) {
      throw new AwsError('NotAuthorizedException', 'Invalid session for the user.');
    }
    if (signIn.createdAt + SESSION_VALID_MS >= this.#now().getTime()) return signIn;

    this.#openSignIns.delete(session);
    throw new AwsError('NotAuthorizedException', 'Invalid session for the user, session is expired.');
  }

  /**
   * Accepts each code once. The caller saves the user.
   *
   * @throws AwsError CodeMismatchException, or ExpiredCodeException for a code that isn't newer than the last code
   */
  acceptCode({ totp }: User, code: string): void {
    const step = totp?.secret === undefined ? undefined : findTimeStep(totp.secret, code, this.#now());
    if (!totp || step === undefined) throw new AwsError('CodeMismatchException', 'Invalid code received for user');
    if (step <= totp.lastStep) {
      throw new AwsError('ExpiredCodeException', 'Your software token has already been used once.');
    }

    totp.lastStep = step;
  }

  /** Ends the session of a complete sign-in, so that no further code can use it. */
  finishSignIn(session: string): void {
    this.#openSignIns.delete(session);
  }
}
