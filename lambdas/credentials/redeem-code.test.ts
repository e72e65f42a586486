import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeCognito, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { errorResponse, toApiError } from '../http/response.ts';
import type { ApiError } from '../platform/errors.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { resetPassword } from './reset-password.ts';

const PASSWORD = 'coral-reef-7';
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});
afterAll(() => stop());

const named = (name: string) => Object.assign(new Error('From Cognito'), { name });

describe('redeemCode', () => {
  /** Returns the responses to ten attempts. */
  async function attemptTen(endpoint: typeof confirmRegistration | typeof resetPassword, email: string) {
    const responses = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      const error = await endpoint(undefined, { email, code: '123456', password: PASSWORD }).catch(toApiError);
      responses.push(errorResponse(error as ApiError, 'id'));
    }
    return responses;
  }

  /** An email that Cognito refuses after this number of wrong codes; and one without an account. */
  function fakePool(allowed: number) {
    const email = `${randomUUID()}@fathom.example`;
    let attempts = 0;
    const redeem = ({ Username }: Readonly<Record<string, unknown>>) => {
      if (Username !== email) throw named('ExpiredCodeException');
      throw named(++attempts > allowed ? 'LimitExceededException' : 'CodeMismatchException');
    };
    const calls = fakeCognito({ ConfirmSignUp: redeem, ConfirmForgotPassword: redeem });
    return { email, unknown: `${randomUUID()}@fathom.example`, calls };
  }

  const ENDPOINTS = [
    ['confirmRegistration', confirmRegistration],
    ['resetPassword', resetPassword],
  ] as const;

  it.each(ENDPOINTS)(
    'makes the responses to wrong codes of %s the same with and without an account',
    async (_, endpoint) => {
      const { email, unknown, calls } = fakePool(5);

      const responses = await attemptTen(endpoint, email);

      expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
      expect(JSON.parse(responses.at(-1)!.body!)).toMatchObject({
        code: 'TooManyCodes',
        error: expect.stringContaining('request a new code'),
      });
      expect(await attemptTen(endpoint, unknown)).toEqual(responses);
      expect(calls).toHaveLength(10);
    },
  );

  it.each(ENDPOINTS)('makes the responses of %s the same after attempts that bypassed our API', async (_, endpoint) => {
    const { email, unknown } = fakePool(0);

    expect(await attemptTen(endpoint, email)).toEqual(await attemptTen(endpoint, unknown));
  });
});
