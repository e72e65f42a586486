import { randomBytes } from 'node:crypto';
import { AwsError } from '../http/aws-json-server.ts';
import { findFreshCommand } from '../state/fresh-command.ts';
import { JsonFile } from '../state/json-file.ts';
import type { Client } from './settings.ts';
import type { Verifier } from './srp.ts';

/** The purpose of a mailed code. Codes are not valid for other purposes. */
export type CodePurpose = 'confirmSignUp' | 'resetPassword' | 'verifyEmail';

/** A stored user. Times are in milliseconds since the epoch. */
export interface User {
  /** Cognito's `Username` and `sub`. Users sign in by email. */
  readonly id: string;
  readonly createdAt: number;
  modifiedAt: number;
  status: 'UNCONFIRMED' | 'CONFIRMED';
  attributes: Record<string, string>;
  /** A new email, which replaces the old email when its code is entered. */
  pendingEmail?: string | undefined;
  verifier: Verifier;
  /** The authenticator app. Undefined if the user never set up an app. */
  totp?: Totp;
  /** The latest unused code for each purpose. */
  codes: Partial<Record<CodePurpose, { readonly code: string; readonly sentAt: number }>>;
  sessions: readonly Session[];
  /** The confirmed devices, oldest first. */
  devices: readonly Device[];
}

/** A signed-in session. Times are in milliseconds since the epoch. */
export interface Session {
  /** The `jti` of the refresh token and the `origin_jti` of the access and ID tokens. */
  readonly id: string;
  readonly expiresAt: number;
  /** The device that the refresh token is bound to. The token works after the device is confirmed. */
  readonly deviceKey: string;
}

/** A browser in which a user has signed in. Times are in milliseconds since the epoch. */
export interface Device {
  readonly key: string;
  readonly name: string;
  readonly createdAt: number;
  modifiedAt: number;
  lastSignInAt: number;
}

/** An authenticator app. Secrets are in base32. */
export interface Totp {
  /** The secret of the verified app. */
  secret?: string;
  /** The secret of an app that replaces the verified app when its first code is entered. */
  pendingSecret?: string | undefined;
  /** Whether signing in needs a code. */
  enabled: boolean;
  preferred: boolean;
  /** The time step of the last accepted code. Later codes must be newer. */
  lastStep: number;
}

interface State {
  readonly version: number;
  readonly secret: string;
  readonly users: Record<string, User>;
}

/** Increase after an incompatible change of `State`. */
const STATE_VERSION = 3;

/** Size of a pool's secret, in bytes. */
const SECRET_BYTES = 16;

/** The users of a pool, stored in one file. */
export class Users {
  readonly #file: JsonFile<State>;

  /** @throws Error if another version of the local cloud wrote the file. */
  constructor(path: string) {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    this.#file = new JsonFile<State>(path, { version: STATE_VERSION, secret, users: {} });
    if (this.#file.value.version !== STATE_VERSION) {
      throw new Error(
        `Another version of the local cloud wrote ${path}. Run \`${findFreshCommand(path)}\`, which ` +
          'deletes all local data.',
      );
    }
    // Stores the secret of a new pool.
    this.#file.saveNow();
  }

  /** The pool's random secret. Stays the same after a restart. */
  get secret(): string {
    return this.#file.value.secret;
  }

  /** All users, oldest first. */
  get all(): User[] {
    return Object.values(this.#file.value.users);
  }

  /** Returns the user with this ID or email, or undefined. */
  find(idOrEmail: string): User | undefined {
    const { users } = this.#file.value;
    if (Object.hasOwn(users, idOrEmail)) return users[idOrEmail];
    return this.all.find(({ attributes }) => attributes.email === idOrEmail);
  }

  /**
   * Returns the user with this ID or email.
   *
   * @throws AwsError UserNotFoundException if no user has this ID or email
   */
  require(idOrEmail: string): User {
    const user = this.find(idOrEmail);
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  /** @throws AwsError UsernameExistsException if a user has this email. */
  requireFreeEmail(email: string): void {
    if (!this.find(email)) return;
    throw new AwsError('UsernameExistsException', 'An account with the given email already exists.');
  }

  add(user: User): void {
    this.#file.value.users[user.id] = user;
  }

  remove(user: User): void {
    delete this.#file.value.users[user.id];
  }

  /** Resolves when all changes are on disk. */
  async save(): Promise<void> {
    this.#file.save();
    await this.#file.flush();
  }
}

/** Returns the attributes that a client may read. Without a client: all attributes. */
export function readAttributes({ attributes }: Pick<User, 'attributes'>, client?: Client): Record<string, string> {
  if (!client) return attributes;
  const readableNames = ['sub', ...client.ReadAttributes];
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => readableNames.includes(name)));
}

/** Returns a user's attributes in Cognito's response format. Without a client: all attributes. */
export function toAttributeList(user: User, client?: Client) {
  return Object.entries(readAttributes(user, client)).map(([Name, Value]) => ({ Name, Value }));
}
