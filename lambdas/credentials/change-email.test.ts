/** Tests of the limit of emailed codes that one member can send to addresses of others. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { fakeCognito, fakeMail } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { endpoint } from '../http/endpoint.ts';
import { createProfile } from '../table/profile.ts';
import { changeEmail } from './change-email.ts';

const { changeEmail: definition } = contract.credentials;
const handler = endpoint(definition, changeEmail);

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stopTable());

/** Creates a member with a profile. Returns a function that requests a change to a new email, as the member. */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  fakeMail();
  const calls = fakeCognito({
    AdminInitiateAuth: () => ({}),
    AdminGetUser: () => ({
      UserAttributes: Object.entries({ sub: userId, email }).map(([Name, Value]) => ({ Name, Value })),
    }),
    AdminUpdateUserAttributes: () => ({}),
  });

  const issuedAt = String(Math.floor(Date.now() / 1000));
  const claims = { sub: userId, username: userId, token_use: 'access', iat: issuedAt };
  const requestChange = async () => {
    const event = {
      headers: { 'content-type': 'application/json', authorization: 'Bearer the-token' },
      body: JSON.stringify({ email: `${randomUUID()}@fathom.example`, password: 'coral-reef-7' }),
      requestContext: { requestId: 'id', authorizer: { jwt: { claims } } },
    } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
    return (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;
  };

  return { calls, requestChange };
}

describe('POST /credentials/change-email', () => {
  it('sends codes to ten addresses a day for a new member, and then says when to try again', async () => {
    // The day of the limit is one of UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
    const { calls, requestChange } = await createMember();
    const responses = [];

    for (let request = 0; request <= CONDUCT_LIMITS.emailChanges.new; request++) responses.push(await requestChange());

    const refusal = responses.pop()!;
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(calls.filter(({ name }) => name === 'AdminUpdateUserAttributes')).toHaveLength(10);
    expect(refusal.statusCode).toBe(429);
    expect(refusal.headers).toHaveProperty('retry-after');
    expect(JSON.parse(refusal.body!)).toMatchObject({
      code: 'LimitReached',
      error: expect.stringMatching(/^You've asked to change your email 10 times today.* You can try again in 12 hours/),
    });
  });
});
