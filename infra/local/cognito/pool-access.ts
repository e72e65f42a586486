import type { Router } from 'cognito-local/lib/server/Router.js';
import type { AppClient } from 'cognito-local/lib/services/appClient.js';
import type { CognitoService } from 'cognito-local/lib/services/cognitoService.js';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService.js';
import { AwsError, type Caller } from '../aws-json-server.ts';
import type { Codes } from './codes.ts';
import type { Mailbox } from './mail.ts';
import type { PasswordProofs } from './password-proofs.ts';
import { concealed, type PasswordPolicy, passwordProblem } from './passwords.ts';
import { lifetime, type PoolTokens } from './tokens.ts';
import type { RequestContext } from './triggers.ts';
import { attributeList } from './users.ts';

/** What a request holds. */
export type Input = Record<string, unknown>;

export interface PoolParts {
  readonly router: ReturnType<typeof Router>;
  readonly cognito: CognitoService;
  readonly pool: UserPoolService;
  readonly tokens: PoolTokens;
  readonly mailbox: Mailbox;
  readonly codes: Codes;
  readonly proofs: PasswordProofs;
  readonly policy: PasswordPolicy;
  readonly salt: string;
  readonly now: () => Date;
}

/** How the operations of a user pool reach its members, and cognito-local behind them. */
export class PoolAccess {
  readonly parts: PoolParts;

  constructor(parts: PoolParts) {
    this.parts = parts;
  }

  /** @throws AwsError when the pool has no such client */
  async client(id: unknown): Promise<AppClient> {
    const client = await this.parts.cognito.getAppClient(this.context(), String(id));
    if (!client) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
    return client;
  }

  /** The member of an id or an email. */
  async user(name: unknown): Promise<User | null> {
    return typeof name === 'string' ? this.parts.pool.getUserByUsername(this.context(), name) : null;
  }

  /** @throws AwsError when there is none */
  async userOrThrow(name: unknown): Promise<User> {
    const user = await this.user(name);
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  save(user: User): Promise<void> {
    return this.parts.pool.saveUser(this.context(), user);
  }

  /**
   * A new password as it is kept.
   *
   * @throws AwsError when the pool does not accept it
   */
  async newPassword(password: unknown): Promise<string> {
    const text = String(password ?? '');
    // Cognito takes blanks inside a password alone.
    if (text !== text.trim() || text.length > 256) {
      throw invalid('password', 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');
    }
    const problem = passwordProblem(this.parts.policy, text);
    if (problem) throw new AwsError('InvalidPasswordException', problem);
    return this.concealed(text);
  }

  /** A password in the form in which it is kept. */
  concealed(password: unknown): Promise<string> {
    return concealed(String(password ?? ''), this.parts.salt);
  }

  /** Notes by what a new password is recognised without being sent, however the operation that set it has ended. */
  async rememberPassword(name: unknown, password: unknown): Promise<void> {
    const user = await this.user(name);
    if (user) this.parts.proofs.remember(user.Username, String(password));
  }

  /**
   * What a client gets for a member who has proved their password.
   *
   * @throws AwsError when the member is disabled, or not confirmed yet
   */
  async signedIn(user: User, client: AppClient, caller: Caller): Promise<unknown> {
    if (!user.Enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
    const answer = (await this.delegate(
      'InitiateAuth',
      {
        ClientId: client.ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: user.Username, PASSWORD: user.Password },
      },
      caller,
    )) as { AuthenticationResult?: object };
    if (!answer.AuthenticationResult) return answer;
    const AuthenticationResult = {
      ...answer.AuthenticationResult,
      ExpiresIn: lifetime(client, 'AccessToken'),
      TokenType: 'Bearer',
    };
    return { ChallengeParameters: {}, AuthenticationResult };
  }

  /** Has cognito-local carry out an operation. */
  async delegate(operation: string, request: Input, { userAgent }: Caller): Promise<unknown> {
    const validationData = Object.fromEntries(
      attributeList(request.ValidationData).map(({ Name, Value }) => [Name, Value ?? '']),
    );
    return this.parts.router(operation)(this.context(userAgent, validationData), request);
  }

  context(userAgent = '', validationData: Record<string, string> = {}): RequestContext {
    return { logger: silentLogger, userAgent, validationData };
  }
}

/** What Cognito says to a value that its API's own model excludes. */
export function invalid(field: string, constraint: string): AwsError {
  return new AwsError(
    'InvalidParameterException',
    `1 validation error detected: Value at '${field}' failed to satisfy constraint: ${constraint}`,
  );
}

/** cognito-local logs every step, passwords included. */
const silentLogger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
} as unknown as RequestContext['logger'];
