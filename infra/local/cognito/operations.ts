import type { Router } from 'cognito-local/lib/server/Router.js';
import type { AppClient } from 'cognito-local/lib/services/appClient.js';
import type { CognitoService } from 'cognito-local/lib/services/cognitoService.js';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService.js';
import { AwsError, type Caller } from '../aws-json-server.ts';
import type { Mailbox } from './mail.ts';
import { concealed, type PasswordPolicy, passwordProblem } from './passwords.ts';
import { lifetime, type PoolTokens } from './tokens.ts';
import type { RequestContext } from './triggers.ts';
import { attributeList, BAD_CODE, checkCode, deliveredTo, emailOf, idOf, newCode, normalised } from './users.ts';

type Input = Record<string, unknown>;
type Parameters = Record<string, string | undefined>;

export interface PoolParts {
  readonly router: ReturnType<typeof Router>;
  readonly cognito: CognitoService;
  readonly pool: UserPoolService;
  readonly tokens: PoolTokens;
  readonly mailbox: Mailbox;
  readonly policy: PasswordPolicy;
  readonly salt: string;
}

const WRONG_PASSWORD = 'Incorrect username or password.';

/** Operations that a signed-in member calls with an access token. */
const WITH_ACCESS_TOKEN = new Set([
  'GetUser',
  'ChangePassword',
  'UpdateUserAttributes',
  'DeleteUserAttributes',
  'GetUserAttributeVerificationCode',
  'VerifyUserAttribute',
  'DeleteUser',
  'GlobalSignOut',
]);

/**
 * The operations of a user pool. cognito-local carries them out; here is what it leaves out or does otherwise than
 * Cognito, so that nothing behind it can tell the difference.
 */
export class PoolOperations {
  readonly #parts: PoolParts;
  /** The sign-up in progress for each email: two at once would both find it free. */
  readonly #signUps = new Map<string, Promise<unknown>>();

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  /** Carries out one operation. */
  async run(operation: string, input: Input, caller: Caller): Promise<unknown> {
    const request = normalised(input);
    if (WITH_ACCESS_TOKEN.has(operation)) await this.#requireLiveToken(request.AccessToken);
    switch (operation) {
      case 'SignUp':
        return this.#signUp(request, caller);
      case 'ConfirmSignUp':
        return this.#confirmSignUp(request, caller);
      case 'ResendConfirmationCode':
        return this.#resendCode(request);
      case 'InitiateAuth':
        return this.#initiateAuth(request, caller);
      case 'GetTokensFromRefreshToken':
        return this.#refresh(request, request.RefreshToken);
      case 'GlobalSignOut':
        return this.#globalSignOut(request);
      case 'RevokeToken':
        return this.#revoke(request);
      case 'ForgotPassword':
        return this.#forgotPassword(request, caller);
      case 'ConfirmForgotPassword':
        return this.#confirmForgotPassword(request, caller);
      case 'ChangePassword':
        return this.#changePassword(request, caller);
      case 'AdminSetUserPassword':
        return this.#delegate(operation, { ...request, Password: await this.#newPassword(request.Password) }, caller);
      case 'AdminConfirmSignUp': {
        await this.#userOrThrow(request.Username);
        return this.#delegate(operation, request, caller);
      }
      default:
        return this.#delegate(operation, request, caller);
    }
  }

  async #signUp(request: Input, caller: Caller): Promise<unknown> {
    const email = String(request.Username ?? '');
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      throw new AwsError('InvalidParameterException', 'Username should be an email.');
    }
    await this.#client(request.ClientId);
    const password = await this.#newPassword(request.Password);
    const before = this.#signUps.get(email);
    const run = (async () => {
      await before?.catch(() => {});
      if (await this.#user(email)) {
        throw new AwsError('UsernameExistsException', 'An account with the given email already exists.');
      }
      const others = attributeList(request.UserAttributes).filter(({ Name }) => Name !== 'sub' && Name !== 'email');
      const UserAttributes = [{ Name: 'email', Value: email }, ...others];
      return this.#delegate('SignUp', { ...request, Password: password, UserAttributes }, caller);
    })();
    this.#signUps.set(email, run);
    const result = (await run.finally(() => {
      if (this.#signUps.get(email) === run) this.#signUps.delete(email);
    })) as Input;
    if (result.UserConfirmed) return { UserConfirmed: true, UserSub: result.UserSub };
    return { ...result, CodeDeliveryDetails: deliveredTo(email) };
  }

  async #confirmSignUp(request: Input, caller: Caller): Promise<unknown> {
    await this.#client(request.ClientId);
    const user = await this.#user(request.Username);
    if (!user) throw new AwsError('ExpiredCodeException', BAD_CODE);
    if (user.UserStatus !== 'UNCONFIRMED') {
      throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${user.UserStatus}`);
    }
    checkCode(user, request.ConfirmationCode);
    const rest = user.Attributes.filter(({ Name }) => Name !== 'email_verified');
    await this.#save({ ...user, Attributes: [...rest, { Name: 'email_verified', Value: 'true' }] });
    return this.#delegate('ConfirmSignUp', request, caller);
  }

  async #resendCode(request: Input): Promise<unknown> {
    await this.#client(request.ClientId);
    const user = await this.#user(request.Username);
    // To a stranger an address looks the same whether it is known or not.
    if (!user) return { CodeDeliveryDetails: deliveredTo(String(request.Username)) };
    if (user.UserStatus !== 'UNCONFIRMED') {
      throw new AwsError('InvalidParameterException', 'User is already confirmed.');
    }
    const ConfirmationCode = newCode();
    await this.#save({ ...user, ConfirmationCode });
    const email = emailOf(user);
    this.#parts.mailbox.deliver({ to: email, reason: 'ResendCode', code: ConfirmationCode });
    return { CodeDeliveryDetails: deliveredTo(email) };
  }

  async #initiateAuth(request: Input, caller: Caller): Promise<unknown> {
    const client = await this.#client(request.ClientId);
    const parameters = (request.AuthParameters ?? {}) as Parameters;
    const flow = String(request.AuthFlow);
    if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
      return this.#refresh(request, parameters.REFRESH_TOKEN);
    }
    requireFlow(client, flow);
    if (flow !== 'USER_PASSWORD_AUTH') {
      throw new AwsError('InvalidParameterException', `The local user pool has no ${flow}: use USER_PASSWORD_AUTH.`);
    }
    const user = await this.#user(parameters.USERNAME?.trim().toLowerCase());
    const password = await concealed(String(parameters.PASSWORD ?? ''), this.#parts.salt);
    if (!user || user.Password !== password) throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    if (!user.Enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
    const answer = (await this.#delegate(
      'InitiateAuth',
      { ...request, AuthParameters: { USERNAME: user.Username, PASSWORD: password } },
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

  async #refresh(request: Input, token: unknown): Promise<unknown> {
    const client = await this.#client(request.ClientId);
    requireFlow(client, 'REFRESH_TOKEN_AUTH');
    const { tokens, pool } = this.#parts;
    const claims = tokens.verify(token, 'refresh');
    const user = await pool.getUserByRefreshToken(this.#context(), String(token));
    if (!user || claims.client_id !== client.ClientId) {
      throw new AwsError('NotAuthorizedException', user ? 'Invalid Refresh Token' : 'Refresh Token has been revoked');
    }
    if (!user.Enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
    return { ChallengeParameters: {}, AuthenticationResult: tokens.refresh(user, client, claims) };
  }

  async #globalSignOut(request: Input): Promise<unknown> {
    const claims = this.#parts.tokens.verify(request.AccessToken, 'access');
    const user = await this.#userOrThrow(claims.username);
    await this.#save({ ...user, RefreshTokens: [] });
    return {};
  }

  async #revoke(request: Input): Promise<unknown> {
    await this.#client(request.ClientId);
    const token = String(request.Token);
    const user = await this.#parts.pool.getUserByRefreshToken(this.#context(), token);
    if (user) await this.#save({ ...user, RefreshTokens: user.RefreshTokens.filter((other) => other !== token) });
    return {};
  }

  async #forgotPassword(request: Input, caller: Caller): Promise<unknown> {
    await this.#client(request.ClientId);
    const user = await this.#user(request.Username);
    if (!user) return { CodeDeliveryDetails: deliveredTo(String(request.Username)) };
    const verified = user.Attributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
    if (!verified) {
      throw new AwsError(
        'InvalidParameterException',
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      );
    }
    await this.#delegate('ForgotPassword', request, caller);
    return { CodeDeliveryDetails: deliveredTo(emailOf(user)) };
  }

  async #confirmForgotPassword(request: Input, caller: Caller): Promise<unknown> {
    await this.#client(request.ClientId);
    const user = await this.#user(request.Username);
    if (!user) throw new AwsError('ExpiredCodeException', BAD_CODE);
    checkCode(user, request.ConfirmationCode);
    const Password = await this.#newPassword(request.Password);
    return this.#delegate('ConfirmForgotPassword', { ...request, Password }, caller);
  }

  async #changePassword(request: Input, caller: Caller): Promise<unknown> {
    const claims = this.#parts.tokens.verify(request.AccessToken, 'access');
    const user = await this.#userOrThrow(claims.username);
    const PreviousPassword = await concealed(String(request.PreviousPassword ?? ''), this.#parts.salt);
    if (user.Password !== PreviousPassword) throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    const ProposedPassword = await this.#newPassword(request.ProposedPassword);
    return this.#delegate('ChangePassword', { ...request, PreviousPassword, ProposedPassword }, caller);
  }

  async #newPassword(password: unknown): Promise<string> {
    const problem = passwordProblem(this.#parts.policy, String(password ?? ''));
    if (problem) throw new AwsError('InvalidPasswordException', problem);
    return concealed(String(password), this.#parts.salt);
  }

  /** An access token opens the pool's own operations until the session that it came from is signed out. */
  async #requireLiveToken(token: unknown): Promise<void> {
    const { tokens, pool } = this.#parts;
    const claims = tokens.verify(token, 'access');
    const user = await pool.getUserByUsername(this.#context(), String(claims.username));
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    const live = user.RefreshTokens.some((refreshToken) => idOf(refreshToken) === claims.origin_jti);
    if (!live) throw new AwsError('NotAuthorizedException', 'Access Token has been revoked');
  }

  async #client(id: unknown): Promise<AppClient> {
    const client = await this.#parts.cognito.getAppClient(this.#context(), String(id));
    if (!client) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
    return client;
  }

  async #user(name: unknown): Promise<User | null> {
    return typeof name === 'string' ? this.#parts.pool.getUserByUsername(this.#context(), name) : null;
  }

  async #userOrThrow(name: unknown): Promise<User> {
    const user = await this.#user(name);
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  #save(user: User): Promise<void> {
    return this.#parts.pool.saveUser(this.#context(), user);
  }

  async #delegate(operation: string, request: Input, { userAgent }: Caller): Promise<unknown> {
    const validationData = Object.fromEntries(
      attributeList(request.ValidationData).map(({ Name, Value }) => [Name, Value ?? '']),
    );
    return this.#parts.router(operation)(this.#context(userAgent, validationData), request);
  }

  #context(userAgent = '', validationData: Record<string, string> = {}): RequestContext {
    return { logger: silentLogger, userAgent, validationData };
  }
}

/** cognito-local logs every step, passwords included. */
const silentLogger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
} as unknown as RequestContext['logger'];

function requireFlow(client: AppClient, flow: string): void {
  if (!client.ExplicitAuthFlows?.includes(`ALLOW_${flow}`)) {
    throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
  }
}
