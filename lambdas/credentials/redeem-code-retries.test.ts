/**
 * Tests that an attempt to enter a mailed code counts if one of the SDK's retries may have checked the code. The SDK
 * throws only the error of the last retry.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { type ScriptedResponse, setUpScriptedServer } from '../../test/support/scripted-server.ts';
import { startTable } from '../../test/support/table.ts';
import { resetPassword } from './reset-password.ts';

const server = setUpScriptedServer('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER');
let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
beforeEach(() => {
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
  vi.stubEnv('WEB_CLIENT_ID', 'web');
});
afterAll(() => stopTable());

const LOAD = { status: 400, body: JSON.stringify({ __type: 'TooManyRequestsException' }) };
const FAILURE = { status: 500, body: JSON.stringify({ __type: 'InternalErrorException' }) };

/** Enters six codes for an email, each with these responses to its tries. Returns the errors. */
async function attemptSixCodes(...responses: readonly ScriptedResponse[]): Promise<string[]> {
  const input = { email: `${randomUUID()}@fathom.example`, code: '123456', password: 'coral-reef-7' };
  const errors: string[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    server.respondWith(...responses);
    const error = await resetPassword(undefined, input).then(
      () => expect.unreachable('The reset must fail.'),
      (error: Error & { readonly code?: string }) => error.code ?? error.name,
    );
    errors.push(error);
  }

  return errors;
}

const LOAD_ERRORS = Array<string>(5).fill('TooManyRequestsException');

it.each<[name: string, first: ScriptedResponse]>([
  ['a failure of Cognito', FAILURE],
  ['a lost connection', 'lost'],
])('counts an attempt whose first try ended with %s, even if load rejects the retry', async (_, first) => {
  expect(await attemptSixCodes(first, LOAD)).toEqual([...LOAD_ERRORS, 'TooManyCodes']);
});

it('takes an attempt back if load rejects all tries', async () => {
  expect(await attemptSixCodes(LOAD)).toEqual([...LOAD_ERRORS, 'TooManyRequestsException']);
});
