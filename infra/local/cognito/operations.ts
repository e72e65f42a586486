import type { AppClient } from 'cognito-local/lib/services/appClient.js';
import { AwsError, type Caller } from '../aws-json-server.ts';
import { Attempts } from './attempts.ts';
import { CodeOperations } from './code-operations.ts';
import { WRONG_PASSWORD } from './passwords.ts';
import { type Input, PoolAccess, type PoolParts } from './pool-access.ts';
import { attributeList, deliveredTo, idOf, normalised } from './users.ts';

type Parameters = Record<string, string | undefined>;

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
  readonly #access: PoolAccess;
  readonly #codes: CodeOperations;
  readonly #wrongPasswords: Attempts;
  /** The sign-up in progress for each email: two at once would both find it free. */
  readonly #signUps = new Map<string, Promise<unknown>>();

  constructor(parts: PoolParts) {
    this.#parts = parts;
    this.#access = new PoolAccess(parts);
    this.#codes = new CodeOperations(this.#access);
    this.#wrongPasswords = new Attempts(parts.now);
  }

  /** Carries out one operation. */
  async run(operation: string, input: Input, caller: Caller): Promise<unknown> {
    const request = normalised(input);
    if (WITH_ACCESS_TOKEN.has(operation)) await this.#requireLiveToken(request.AccessToken);
    switch (operation) {
      case 'SignUp':
        return this.#signUp(request, caller);
      case 'ConfirmSignUp':
        return this.#codes.confirmSignUp(request, caller);
      case 'ResendConfirmationCode':
        return this.#codes.resendConfirmationCode(request);
      case 'InitiateAuth':
        return this.#initiateAuth(request, caller);
      case 'RespondToAuthChallenge':
        return this.#respond(request, caller);
      case 'GetTokensFromRefreshToken':
        return this.#refresh(request, request.RefreshToken);
      case 'GlobalSignOut':
        return this.#globalSignOut(request);
      case 'RevokeToken':
        return this.#revoke(request);
      case 'ForgotPassword':
        return this.#codes.forgotPassword(request);
      case 'ConfirmForgotPassword':
        return this.#codes.confirmForgotPassword(request, caller);
      case 'ChangePassword':
        return this.#changePassword(request, caller);
      case 'AdminSetUserPassword':
        return this.#setPassword(request, caller);
      case 'AdminConfirmSignUp':
      case 'AdminGetUser':
        await this.#access.userOrThrow(request.Username);
        return this.#access.delegate(operation, request, caller);
      case 'AdminDeleteUser':
        return this.#adminDeleteUser(request, caller);
      default:
        return this.#access.delegate(operation, request, caller);
    }
  }

  async #signUp(request: Input, caller: Caller): Promise<unknown> {
    const email = String(request.Username ?? '');
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      throw new AwsError('InvalidParameterException', 'Username should be an email.');
    }
    await this.#access.client(request.ClientId);
    const password = await this.#access.newPassword(request.Password);
    const before = this.#signUps.get(email);
    const run = (async () => {
      await before?.catch(() => {});
      if (await this.#access.user(email)) {
        throw new AwsError('UsernameExistsException', 'An account with the given email already exists.');
      }
      const others = attributeList(request.UserAttributes).filter(({ Name }) => Name !== 'sub' && Name !== 'email');
      const UserAttributes = [{ Name: 'email', Value: email }, ...others];
      try {
        return await this.#access.delegate('SignUp', { ...request, Password: password, UserAttributes }, caller);
      } finally {
        await this.#access.rememberPassword(email, request.Password);
      }
    })();
    this.#signUps.set(email, run);
    const result = (await run.finally(() => {
      if (this.#signUps.get(email) === run) this.#signUps.delete(email);
    })) as Input;
    if (result.UserConfirmed) return { UserConfirmed: true, UserSub: result.UserSub };
    return { ...result, CodeDeliveryDetails: deliveredTo(email) };
  }

  async #initiateAuth(request: Input, caller: Caller): Promise<unknown> {
    const client = await this.#access.client(request.ClientId);
    const parameters = (request.AuthParameters ?? {}) as Parameters;
    const flow = String(request.AuthFlow);
    if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
      return this.#refresh(request, parameters.REFRESH_TOKEN);
    }
    requireFlow(client, flow);
    const email = parameters.USERNAME?.trim().toLowerCase() ?? '';
    const user = await this.#access.user(email);
    if (flow === 'USER_SRP_AUTH') {
      const ChallengeParameters = this.#parts.proofs.begin(user?.Username, email, parameters.SRP_A);
      return { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters };
    }
    if (flow !== 'USER_PASSWORD_AUTH') {
      throw new AwsError('InvalidParameterException', `The local user pool has no ${flow}.`);
    }
    const password = await this.#access.concealed(parameters.PASSWORD);
    if (!user || user.Password !== password) throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    return this.#access.signedIn(user, client, caller);
  }

  async #respond(request: Input, caller: Caller): Promise<unknown> {
    const client = await this.#access.client(request.ClientId);
    requireFlow(client, 'USER_SRP_AUTH');
    if (request.ChallengeName !== 'PASSWORD_VERIFIER') {
      throw new AwsError('InvalidParameterException', `The local user pool has no ${request.ChallengeName}.`);
    }
    const userId = this.#parts.proofs.finish((request.ChallengeResponses ?? {}) as Parameters);
    const user = await this.#access.user(userId);
    if (!user) throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    return this.#access.signedIn(user, client, caller);
  }

  async #refresh(request: Input, token: unknown): Promise<unknown> {
    const client = await this.#access.client(request.ClientId);
    requireFlow(client, 'REFRESH_TOKEN_AUTH');
    const { tokens, pool } = this.#parts;
    const claims = tokens.verify(token, 'refresh');
    const user = await pool.getUserByRefreshToken(this.#access.context(), String(token));
    if (!user || claims.client_id !== client.ClientId) {
      throw new AwsError('NotAuthorizedException', user ? 'Invalid Refresh Token' : 'Refresh Token has been revoked');
    }
    if (!user.Enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
    return { ChallengeParameters: {}, AuthenticationResult: tokens.refresh(user, client, claims) };
  }

  async #globalSignOut(request: Input): Promise<unknown> {
    const claims = this.#parts.tokens.verify(request.AccessToken, 'access');
    const user = await this.#access.userOrThrow(claims.username);
    await this.#access.save({ ...user, RefreshTokens: [] });
    return {};
  }

  async #revoke(request: Input): Promise<unknown> {
    await this.#access.client(request.ClientId);
    const token = String(request.Token);
    const user = await this.#parts.pool.getUserByRefreshToken(this.#access.context(), token);
    if (user)
      await this.#access.save({ ...user, RefreshTokens: user.RefreshTokens.filter((other) => other !== token) });
    return {};
  }

  async #changePassword(request: Input, caller: Caller): Promise<unknown> {
    const claims = this.#parts.tokens.verify(request.AccessToken, 'access');
    const user = await this.#access.userOrThrow(claims.username);
    this.#wrongPasswords.check(user.Username);
    const PreviousPassword = await this.#access.concealed(request.PreviousPassword);
    if (user.Password !== PreviousPassword) {
      this.#wrongPasswords.add(user.Username);
      throw new AwsError('NotAuthorizedException', WRONG_PASSWORD);
    }
    const ProposedPassword = await this.#access.newPassword(request.ProposedPassword);
    this.#wrongPasswords.clear(user.Username);
    const change = { ...request, PreviousPassword, ProposedPassword };
    const answer = await this.#access.delegate('ChangePassword', change, caller);
    await this.#access.rememberPassword(user.Username, request.ProposedPassword);
    return answer;
  }

  async #setPassword(request: Input, caller: Caller): Promise<unknown> {
    const Password = await this.#access.newPassword(request.Password);
    const answer = await this.#access.delegate('AdminSetUserPassword', { ...request, Password }, caller);
    await this.#access.rememberPassword(request.Username, request.Password);
    return answer;
  }

  async #adminDeleteUser(request: Input, caller: Caller): Promise<unknown> {
    const { Username } = await this.#access.userOrThrow(request.Username);
    const answer = await this.#access.delegate('AdminDeleteUser', request, caller);
    this.#parts.codes.forget(Username);
    this.#parts.proofs.forget(Username);
    return answer;
  }

  /** An access token opens the pool's own operations until the session that it came from is signed out. */
  async #requireLiveToken(token: unknown): Promise<void> {
    const { tokens, pool } = this.#parts;
    const claims = tokens.verify(token, 'access');
    const user = await pool.getUserByUsername(this.#access.context(), String(claims.username));
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    const live = user.RefreshTokens.some((refreshToken) => idOf(refreshToken) === claims.origin_jti);
    if (!live) throw new AwsError('NotAuthorizedException', 'Access Token has been revoked');
  }
}

function requireFlow(client: AppClient, flow: string): void {
  if (!client.ExplicitAuthFlows?.includes(`ALLOW_${flow}`)) {
    throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
  }
}
