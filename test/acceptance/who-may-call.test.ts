import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { Member, send } from '../support/member.ts';

const forMembers = allEndpoints.filter(({ access }) => access === 'member');
const member = await Member.register();

/** A token with the claims of a real one, signed by a key that the user pool does not know. */
function forge(token: string, changes: Record<string, unknown> = {}): string {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = [header!, JSON.stringify({ ...JSON.parse(claims!), ...changes })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
}

/** The same claims without any signature. */
function unsigned(token: string): string {
  const [, claims] = token.split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
}

const strangers: [string, string | undefined, number][] = [
  ['nobody', undefined, 401],
  ['a token that is none', 'not-a-token', 401],
  ['a token signed by another key', forge(member.tokens.access), 401],
  ['a token that expired', forge(member.tokens.access, { exp: 1_600_000_000 }), 401],
  ['a token with a later expiry written into it', tampered(member.tokens.access), 401],
  ['an unsigned token', unsigned(member.tokens.access), 401],
  ['an ID token', member.tokens.id, 403],
];

function tampered(token: string): string {
  const [header, claims, signature] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString('utf8')), exp: 4_000_000_000 };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

describe.each(forMembers.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, { method, path, body }) => {
  it.each(strangers)('turns away %s', async (_, token, status) => {
    const address = path.replaceAll(/\{\w+\}/g, member.userId);
    const answer = await send(method, address, { token, body: body ? '{}' : undefined });
    expect([status, 401]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).not.toContain(member.email);
  });
});

describe('the API', () => {
  it('answers 404 to what it does not have', async () => {
    expect((await send('GET', '/treasure', { token: member.tokens.access })).status).toBe(404);
    expect((await send('DELETE', '/me', { token: member.tokens.access })).status).toBe(404);
  });

  it('admits the member whose tokens these are', async () => {
    expect((await send('GET', '/me', { token: member.tokens.access })).status).toBe(200);
  });
});
