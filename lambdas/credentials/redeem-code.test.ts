/**
 * Tests of the limit of attempts with mailed codes. Cognito counts wrong codes of existing accounts only, which would
 * reveal them. So Fathom counts the attempts of every address first.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeCognito, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { buildErrorResponse, toApiError } from '../http/response.ts';
import type { ApiError } from '../platform/errors.ts';
import { table } from '../table/client.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { resetPassword } from './reset-password.ts';

const PASSWORD = 'coral-reef-7';
let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});

afterEach(removeHooks);

afterAll(() => stopTable());

const ENDPOINTS = [
  ['confirmRegistration', confirmRegistration],
  ['resetPassword', resetPassword],
] as const;

type RedeemCode = (typeof ENDPOINTS)[number][1];

const createEmail = () => `${randomUUID()}@fathom.example`;

/** Builds an error as Cognito's client throws it. */
const buildError = (name: string) => Object.assign(new Error('From Cognito'), { name });

/**
 * Fakes a user pool in which only this email has an account. All codes are wrong.
 *
 * @param allowedAttempts - the number of wrong codes after which Cognito refuses further attempts
 * @returns the calls to Cognito
 */
function fakePool(email: string, allowedAttempts: number) {
  let attempts = 0;
  const redeem = ({ Username }: Readonly<Record<string, unknown>>) => {
    if (Username !== email) throw buildError('ExpiredCodeException');
    attempts++;
    throw buildError(attempts > allowedAttempts ? 'LimitExceededException' : 'CodeMismatchException');
  };

  return fakeCognito({ ConfirmSignUp: redeem, ConfirmForgotPassword: redeem });
}

/** Fakes a user pool in which every attempt fails with this error. */
function failPool(errorName: string) {
  const fail = () => {
    throw buildError(errorName);
  };

  fakeCognito({ ConfirmSignUp: fail, ConfirmForgotPassword: fail });
}

/** Enters ten wrong codes for an email, and returns the responses. */
async function attemptTenCodes(endpoint: RedeemCode, email: string) {
  const responses = [];
  for (let attempt = 0; attempt < 10; attempt++) {
    const error = await endpoint(undefined, { email, code: '123456', password: PASSWORD }).catch(toApiError);
    responses.push(buildErrorResponse(error as ApiError, 'id'));
  }

  return responses;
}

describe('redeemCode', () => {
  it.each(ENDPOINTS)('refuses all codes of %s after five attempts', async (_, endpoint) => {
    const email = createEmail();
    fakePool(email, 5);

    const responses = await attemptTenCodes(endpoint, email);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
    expect(JSON.parse(responses.at(-1)!.body!)).toMatchObject({
      code: 'TooManyCodes',
      error: expect.stringContaining('request a new code'),
    });
  });

  it.each(ENDPOINTS)(
    'makes the responses to wrong codes of %s the same with and without an account',
    async (_, endpoint) => {
      const email = createEmail();
      const calls = fakePool(email, 5);

      const responses = await attemptTenCodes(endpoint, email);
      const responsesWithoutAccount = await attemptTenCodes(endpoint, createEmail());

      expect(responsesWithoutAccount).toEqual(responses);
      // Five attempts reached Cognito for each email.
      expect(calls).toHaveLength(10);
    },
  );

  it.each(ENDPOINTS)('makes the responses of %s the same after attempts that bypassed our API', async (_, endpoint) => {
    const email = createEmail();
    const allowedAttempts = 0;
    fakePool(email, allowedAttempts);

    const responses = await attemptTenCodes(endpoint, email);
    const responsesWithoutAccount = await attemptTenCodes(endpoint, createEmail());

    expect(responses).toEqual(responsesWithoutAccount);
  });

  it.each(ENDPOINTS)("keeps the address's attempts when Cognito throttles %s", async (_, endpoint) => {
    const email = createEmail();
    failPool('TooManyRequestsException');
    const throttledResponses = await attemptTenCodes(endpoint, email);
    fakePool(email, 5);

    const responses = await attemptTenCodes(endpoint, email);

    expect(throttledResponses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
  });

  it.each(ENDPOINTS)('counts an attempt of %s if Cognito may have checked its code', async (_, endpoint) => {
    const email = createEmail();
    failPool('TimeoutError');

    const responses = await attemptTenCodes(endpoint, email);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(5).fill(503), ...Array(5).fill(429)]);
  });

  it('returns the error of Cognito if the attempt cannot be taken back', async () => {
    failPool('TooManyRequestsException');
    const input = { email: createEmail(), code: '123456', password: PASSWORD };
    // The first update counts the attempt, and the second one takes it back.
    const failUpdate = () => {
      throw buildError('InternalServerError');
    };
    const wasCalled = beforeNext(table, 'UpdateItemCommand', failUpdate, { skip: 1 });

    await expect(resetPassword(undefined, input)).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    expect(wasCalled()).toBe(true);
  });
});
