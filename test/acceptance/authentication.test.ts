/** Tests that every endpoint for members rejects requests without a valid access token. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';

const memberEndpoints = allEndpoints.filter(({ access }) => access === 'member');
const member = await Member.register();

/** Returns the token with changed claims, signed by a key that is not the user pool's. */
function signWithOtherKey(token: string, claimChanges: Record<string, unknown> = {}): string {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  const signingInput = [header!, JSON.stringify({ ...JSON.parse(claims!), ...claimChanges })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const signature = createSign('RSA-SHA256').update(signingInput).sign(privateKey, 'base64url');

  return `${signingInput}.${signature}`;
}

/** Returns a token with the same claims and no signature. */
function removeSignature(token: string): string {
  const [, claims] = token.split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
}

/** Returns the token with a later expiry and its original, now invalid signature. */
function extendExpiry(token: string): string {
  const [header, claims, signature] = token.split('.');
  const changedClaims = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString('utf8')), exp: 4_000_000_000 };
  return [header, Buffer.from(JSON.stringify(changedClaims)).toString('base64url'), signature].join('.');
}

/** The invalid tokens, with the status that API Gateway returns. */
const INVALID_CREDENTIALS: [name: string, token: string | undefined, status: number][] = [
  ['no token', undefined, 401],
  ['a malformed token', 'not-a-token', 401],
  ['a token signed by another key', signWithOtherKey(member.tokens.access), 401],
  ['an expired token', signWithOtherKey(member.tokens.access, { exp: 1_600_000_000 }), 401],
  ['a token with an altered expiry', extendExpiry(member.tokens.access), 401],
  ['an unsigned token', removeSignature(member.tokens.access), 401],
  ['an ID token', member.tokens.id, 403],
];

describe.each(memberEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, { method, path, body }) => {
    it.each(INVALID_CREDENTIALS)('rejects %s', async (_, token, status) => {
      // Any value fits: the token is rejected before the parameters are read.
      const requestPath = path.replaceAll(/\{\w+\}/g, member.userId);
      const response = await sendRequest(method, requestPath, { token, body: body ? '{}' : undefined });

      expect([status, 401]).toContain(response.status);
      expect(JSON.stringify(response.body)).not.toContain(member.email);
    });
  },
);

describe('HTTP API', () => {
  it('returns 404 for unknown routes', async () => {
    expect((await sendRequest('GET', '/treasure', { token: member.tokens.access })).status).toBe(404);
  });

  it('accepts a valid access token', async () => {
    expect((await sendRequest('GET', '/me', { token: member.tokens.access })).status).toBe(200);
  });
});
