/** Tests of the local HTTP API's authorizer, which checks tokens with the user pool's keys like API Gateway. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, clientSchema } from '../cognito/settings.ts';
import { PoolTokens } from '../cognito/tokens.ts';
import { JwtAuthorizer } from './jwt-authorizer.ts';

const ISSUER = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Test';
const SCOPE = 'aws.cognito.signin.user.admin';

const createPoolTokens = (issuer = ISSUER) => new PoolTokens(mkdtempSync(join(tmpdir(), 'fathom-tokens-')), issuer);
const poolTokens = createPoolTokens();
const AUTHORIZER_PROPERTIES = {
  AuthorizerType: 'JWT',
  IdentitySource: ['$request.header.Authorization'],
  JwtConfiguration: { Issuer: ISSUER, Audience: ['web'] },
};
const authorizer = new JwtAuthorizer(AUTHORIZER_PROPERTIES, () => poolTokens.jwks);

/** Issues the tokens of a session of the user `ann`, by default for the client `web`. */
async function issueTokens(issuingTokens = poolTokens, clientSettings: Partial<Client> = {}) {
  const properties = clientSchema.parse({
    UserPoolId: 'p',
    ClientName: 'Web',
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    ReadAttributes: [],
    WriteAttributes: [],
  });

  return issuingTokens.createSessionTokens(
    { id: 'ann', attributes: {} },
    { ...properties, ClientId: 'web', ...clientSettings },
    { id: 'session', expiresAt: 0, deviceKey: 'device' },
  );
}

describe('JwtAuthorizer', () => {
  it('returns the claims of an access token as strings', async () => {
    const { AccessToken } = await issueTokens();
    const authorization = authorizer.authorize(`Bearer ${AccessToken}`, [SCOPE]);

    expect(authorization).toMatchObject({
      allowed: true,
      scopes: [SCOPE],
      claims: { sub: 'ann', username: 'ann', client_id: 'web', token_use: 'access', iss: ISSUER },
    });
    expect(authorization.allowed && typeof authorization.claims.exp).toBe('string');
  });

  it('accepts a token without "Bearer"', async () => {
    expect(authorizer.authorize((await issueTokens()).AccessToken, [SCOPE])).toMatchObject({ allowed: true });
  });

  it('rejects an ID token only on routes with required scopes', async () => {
    const { IdToken } = await issueTokens();
    expect(authorizer.authorize(`Bearer ${IdToken}`, [SCOPE])).toMatchObject({ allowed: false, status: 403 });
    expect(authorizer.authorize(`Bearer ${IdToken}`, [])).toMatchObject({ allowed: true, scopes: null });
  });

  it.each<[label: string, createHeader: () => Promise<string | undefined>]>([
    ['no header', async () => undefined],
    ['an empty header', async () => 'Bearer '],
    ['a malformed token', async () => 'Bearer nonsense'],
    ['a token signed with another key', async () => (await issueTokens(createPoolTokens())).AccessToken],
    ['a token of another issuer', async () => (await issueTokens(createPoolTokens(`${ISSUER}2`))).AccessToken],
    ['a token for another client', async () => (await issueTokens(poolTokens, { ClientId: 'other' })).AccessToken],
    ['an expired token', async () => (await issueTokens(poolTokens, { AccessTokenValidity: -1 })).AccessToken],
    ['a token with a changed claim', async () => tamper((await issueTokens()).AccessToken)],
    ['a token without signature', async () => removeSignature((await issueTokens()).AccessToken)],
  ])('returns 401 for %s', async (_, createHeader) => {
    const authorization = authorizer.authorize(await createHeader(), [SCOPE]);
    expect(authorization).toMatchObject({ allowed: false, status: 401 });
    expect(!authorization.allowed && authorization.wwwAuthenticate).toMatch(/^Bearer/);
  });

  it('returns 401 until it has fetched the keys, which it then keeps', async () => {
    let isReachable = false;
    const recoveringAuthorizer = new JwtAuthorizer(AUTHORIZER_PROPERTIES, () => {
      if (!isReachable) throw new Error('unreachable');
      return poolTokens.jwks;
    });
    const { AccessToken } = await issueTokens();
    expect(recoveringAuthorizer.authorize(AccessToken, [SCOPE])).toMatchObject({ allowed: false, status: 401 });

    isReachable = true;
    expect(recoveringAuthorizer.authorize(AccessToken, [SCOPE])).toMatchObject({ allowed: true });

    isReachable = false;
    expect(recoveringAuthorizer.authorize(AccessToken, [SCOPE])).toMatchObject({ allowed: true });
  });
});

/** Returns the token with another user ID in its claims, and with the old signature. */
function tamper(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'eve' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** Returns the token with a header that states that it has no signature. */
function removeSignature(token: string): string {
  const [, payload] = token.split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
}
