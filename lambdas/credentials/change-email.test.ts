/** Tests of the limit of emailed codes that one member can send to addresses of others. */
import { randomUUID } from 'node:crypto';
import { NotAuthorizedException } from '@aws-sdk/client-cognito-identity-provider';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { fakeCognito, fakeMail } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { endpoint } from '../http/endpoint.ts';
import { createProfile } from '../table/profile.ts';
import { changeEmail } from './change-email.ts';

const { changeEmail: definition } = contract.credentials;
const handler = endpoint(definition, changeEmail);

const PASSWORD = 'coral-reef-7';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
beforeEach(() => {
  // The day of the limit is one of UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stopTable());

/** Creates a member with a profile. `requestChange` requests a change of the email as the member. */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  fakeMail();
  const calls = fakeCognito({
    AdminInitiateAuth: ({ AuthParameters }) => {
      const { PASSWORD: sentPassword } = AuthParameters as { PASSWORD: string };
      if (sentPassword !== PASSWORD) throw new NotAuthorizedException({ message: '', $metadata: {} });
      return {};
    },
    AdminGetUser: () => ({
      UserAttributes: Object.entries({ sub: userId, email }).map(([Name, Value]) => ({ Name, Value })),
    }),
    AdminUpdateUserAttributes: () => ({}),
  });

  const issuedAt = String(Math.floor(Date.now() / 1000));
  const claims = { sub: userId, username: userId, token_use: 'access', iat: issuedAt };
  const requestChange = async ({ newEmail = `${randomUUID()}@fathom.example`, password = PASSWORD } = {}) => {
    const event = {
      headers: { 'content-type': 'application/json', authorization: 'Bearer the-token' },
      body: JSON.stringify({ email: newEmail, password }),
      requestContext: { requestId: 'id', authorizer: { jwt: { claims } } },
    } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
    return (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;
  };

  return { email, calls, requestChange };
}

/** Requests as many changes as a new member may request in a day. Returns the responses. */
async function reachLimit(requestChange: () => Promise<APIGatewayProxyStructuredResultV2>) {
  const responses: APIGatewayProxyStructuredResultV2[] = [];
  for (let request = 0; request < CONDUCT_LIMITS.emailChanges.new; request++) responses.push(await requestChange());
  return responses;
}

describe('POST /credentials/change-email', () => {
  it('sends codes to ten addresses a day for a new member, and then says when to try again', async () => {
    const { calls, requestChange } = await createMember();

    const responses = await reachLimit(requestChange);
    const refusal = await requestChange();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(calls.filter(({ name }) => name === 'AdminUpdateUserAttributes')).toHaveLength(10);
    expect(refusal.statusCode).toBe(429);
    expect(refusal.headers).toHaveProperty('retry-after');
    expect(JSON.parse(refusal.body!)).toMatchObject({
      code: 'LimitReached',
      error: expect.stringMatching(/^You've asked to change your email 10 times today.* You can try again in 12 hours/),
    });
  });

  it('cancels a change without counting, even if the member has reached the limit', async () => {
    const { email, requestChange } = await createMember();
    await reachLimit(requestChange);

    const response = await requestChange({ newEmail: email });

    expect(response.statusCode).toBe(200);
  });

  it("doesn't count requests with a wrong password", async () => {
    const { requestChange } = await createMember();
    const refusals = await reachLimit(() => requestChange({ password: 'not-the-password' }));

    const response = await requestChange();

    expect(new Set(refusals.map(({ body }) => JSON.parse(body!).code))).toEqual(new Set(['WrongPassword']));
    expect(response.statusCode).toBe(200);
  });
});
