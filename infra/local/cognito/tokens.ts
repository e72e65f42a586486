import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { join } from 'node:path';
import { JwtRsaVerifier } from 'aws-jwt-verify';
import { JwtExpiredError } from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { DAY_SECONDS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';
import { JsonFile } from '../state/json-file.ts';
import type { Client } from './settings.ts';
import { readAttributes, type Session, type User } from './users.ts';

const SECONDS_PER_UNIT = { seconds: 1, minutes: 60, hours: 3600, days: DAY_SECONDS } as const;

/** A kind of token, as Cognito's settings and results name it. */
type Kind = 'AccessToken' | 'IdToken' | 'RefreshToken';

/** Issues and verifies tokens with Cognito's claims. Each state directory has its own key. */
export class PoolTokens {
  readonly jwks: Jwks;
  readonly #issuer: string;
  readonly #key: KeyObject;
  readonly #keyId: string;
  readonly #verifier;

  constructor(directory: string, issuer: string) {
    const file = new JsonFile(join(directory, 'token-key.json'), { keyId: '', pem: '' });
    // A new state directory has no key yet.
    if (!file.value.pem) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      file.value.keyId = randomUUID();
      file.value.pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      file.saveNow();
    }

    this.#issuer = issuer;
    this.#key = createPrivateKey(file.value.pem);
    this.#keyId = file.value.keyId;

    const { n = '', e = '' } = createPublicKey(this.#key).export({ format: 'jwk' });
    this.jwks = { keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: this.#keyId, n, e }] };
    // Access and refresh tokens have no audience.
    this.#verifier = JwtRsaVerifier.create({ issuer, audience: null });
    this.#verifier.cacheJwks(this.jwks);
  }

  /** Creates the access and ID tokens of a session. */
  createSessionTokens({ id, attributes }: Pick<User, 'id' | 'attributes'>, client: Client, session: Session) {
    const sharedClaims = { sub: id, event_id: randomUUID(), origin_jti: session.id, auth_time: getNowSeconds() };
    const accessClaims = {
      device_key: session.deviceKey,
      client_id: client.ClientId,
      username: id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
    };

    const readableAttributes = readAttributes({ attributes }, client);
    // Cognito stores this attribute as text and puts a boolean into the token.
    const verifiedClaim = 'email_verified' in readableAttributes && {
      email_verified: readableAttributes.email_verified === 'true',
    };
    const attributeClaims = { ...readableAttributes, ...verifiedClaim };
    const identityClaims = { aud: client.ClientId, 'cognito:username': id, token_use: 'id' };

    // In the ID token, the attributes come first, so that they can't replace Cognito's own claims.
    return {
      AccessToken: this.#sign(client, 'AccessToken', { ...sharedClaims, ...accessClaims }),
      IdToken: this.#sign(client, 'IdToken', { ...attributeClaims, ...sharedClaims, ...identityClaims }),
      ExpiresIn: getLifetimeSeconds(client, 'AccessToken'),
      TokenType: 'Bearer',
    };
  }

  /** Creates the refresh token of a new session. The session's ID becomes the token's ID. */
  createRefreshToken(userId: string, client: Client, sessionId: string): string {
    const claims = { token_use: 'refresh', client_id: client.ClientId, 'cognito:username': userId };
    return this.#sign(client, 'RefreshToken', claims, sessionId);
  }

  /**
   * Returns the claims of a token that this pool issued.
   *
   * @throws AwsError NotAuthorizedException if the token is expired, forged, or of another kind
   */
  verify(token: string, use: 'access' | 'refresh'): JwtPayload {
    const name = use === 'access' ? 'Access Token' : 'Refresh Token';
    try {
      const claims = this.#verifier.verifySync(token);
      if (claims.token_use === use) return claims;
    } catch (error) {
      if (error instanceof JwtExpiredError) throw new AwsError('NotAuthorizedException', `${name} has expired`);
    }
    throw new AwsError('NotAuthorizedException', `Invalid ${name}`);
  }

  #sign(client: Client, kind: Kind, claims: object, jti: string = randomUUID()): string {
    const iat = getNowSeconds();
    const payload = { ...claims, iss: this.#issuer, jti, iat, exp: iat + getLifetimeSeconds(client, kind) };
    const signedContent = [{ kid: this.#keyId, alg: 'RS256' }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signedContent}.${sign('RSA-SHA256', Buffer.from(signedContent), this.#key).toString('base64url')}`;
  }
}

/** Returns the lifetime of a client's tokens of one kind, in seconds. */
export function getLifetimeSeconds(client: Client, kind: Kind): number {
  return client[`${kind}Validity`] * SECONDS_PER_UNIT[client.TokenValidityUnits[kind]];
}

function getNowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
