import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { join } from 'node:path';
import { JwtRsaVerifier } from 'aws-jwt-verify';
import { JwtExpiredError } from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import type { AppClient } from 'cognito-local/lib/services/appClient.js';
import type { TokenGenerator, Tokens } from 'cognito-local/lib/services/tokenGenerator.js';
import type { User } from 'cognito-local/lib/services/userPoolService.js';
import { AwsError } from '../aws-json-server.ts';
import { JsonFile } from '../state/json-file.ts';

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** What a client gets for a password or a refresh token. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}

/**
 * Makes and checks the tokens of a user pool, with the claims that Cognito puts into them. The key is this state
 * directory's own: cognito-local's is public, so anybody could sign with it.
 */
export class PoolTokens implements TokenGenerator {
  readonly issuer: string;
  readonly jwks: Jwks;
  readonly #key: KeyObject;
  readonly #keyId: string;
  readonly #verifier;

  constructor(directory: string, issuer: string) {
    this.issuer = issuer;
    const file = new JsonFile(join(directory, 'token-key.json'), { keyId: '', pem: '' });
    if (!file.value.pem) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      Object.assign(file.value, {
        keyId: randomUUID(),
        pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      });
      file.saveNow();
    }
    this.#key = createPrivateKey(file.value.pem);
    this.#keyId = file.value.keyId;
    const { n = '', e = '' } = createPublicKey(this.#key).export({ format: 'jwk' });
    this.jwks = { keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: this.#keyId, n, e }] };
    this.#verifier = JwtRsaVerifier.create({ issuer, audience: null });
    this.#verifier.cacheJwks(this.jwks);
  }

  async generate(_: unknown, user: User, groups: readonly string[], client: AppClient): Promise<Tokens> {
    const originId = randomUUID();
    return {
      ...this.#shortLived(user, groups, client, originId),
      RefreshToken: this.#sign(
        { token_use: 'refresh', client_id: client.ClientId, 'cognito:username': user.Username },
        originId,
        lifetime(client, 'RefreshToken'),
      ),
    };
  }

  /** New access and ID tokens for the holder of a refresh token. */
  refresh(user: User, client: AppClient, refreshToken: JwtPayload): AuthenticationResult {
    return {
      ...this.#shortLived(user, [], client, String(refreshToken.jti)),
      ExpiresIn: lifetime(client, 'AccessToken'),
      TokenType: 'Bearer',
    };
  }

  /**
   * The claims of one of the pool's own tokens.
   *
   * @throws AwsError NotAuthorizedException, when it is expired, forged or of another kind.
   */
  verify(token: unknown, use: 'access' | 'refresh'): JwtPayload {
    const name = use === 'access' ? 'Access Token' : 'Refresh Token';
    try {
      const claims = this.#verifier.verifySync(String(token));
      if (claims.token_use === use) return claims;
    } catch (error) {
      if (error instanceof JwtExpiredError) throw new AwsError('NotAuthorizedException', `${name} has expired`);
    }
    throw new AwsError('NotAuthorizedException', `Invalid ${name}`);
  }

  #shortLived(user: User, groups: readonly string[], client: AppClient, originId: string) {
    const attributes = Object.fromEntries(user.Attributes.map(({ Name, Value }) => [Name, Value ?? '']));
    const { sub = user.Username, ...readable } = attributes;
    const shared = {
      sub,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      event_id: randomUUID(),
      origin_jti: originId,
      auth_time: now(),
    };
    const verified = 'email_verified' in readable && { email_verified: readable.email_verified === 'true' };
    return {
      AccessToken: this.#sign(
        {
          ...shared,
          token_use: 'access',
          scope: 'aws.cognito.signin.user.admin',
          client_id: client.ClientId,
          username: user.Username,
        },
        randomUUID(),
        lifetime(client, 'AccessToken'),
      ),
      IdToken: this.#sign(
        {
          ...readable,
          ...verified,
          ...shared,
          token_use: 'id',
          aud: client.ClientId,
          'cognito:username': user.Username,
        },
        randomUUID(),
        lifetime(client, 'IdToken'),
      ),
    };
  }

  #sign(claims: object, jti: string, seconds: number): string {
    const iat = now();
    const payload = { ...claims, iss: this.issuer, jti, iat, exp: iat + seconds };
    const signed = [{ kid: this.#keyId, alg: 'RS256' }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), this.#key).toString('base64url')}`;
  }
}

/** Seconds that a client's tokens of one kind are valid. */
export function lifetime(client: AppClient, kind: 'AccessToken' | 'IdToken' | 'RefreshToken'): number {
  const isRefresh = kind === 'RefreshToken';
  const amount = client[`${kind}Validity`] ?? (isRefresh ? 30 : 1);
  const unit = client.TokenValidityUnits?.[kind] ?? (isRefresh ? 'days' : 'hours');
  return amount * (SECONDS[unit] ?? 3600);
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
