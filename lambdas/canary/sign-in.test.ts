/**
 * Tests of the canary's sign-in. The canary is a function that checks a stage every half hour as a member would use
 * it.
 */
import { AdminInitiateAuthCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn } from './sign-in.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async (name: string) => `value of ${name}` }));
const send = vi.spyOn(CognitoIdentityProviderClient.prototype, 'send');

beforeEach(() => {
  vi.stubEnv('USER_POOL_ID', 'pool');
  vi.stubEnv('CANARY_CLIENT_ID', 'client');
  vi.stubEnv('CANARY_EMAIL', 'canary@fathom.invalid');
});
afterEach(() => vi.unstubAllEnvs());

it('signs in with the password from the secret', async () => {
  send.mockResolvedValue({ AuthenticationResult: { AccessToken: 'token' } } as never);

  expect(await signIn()).toBe('token');

  const [[command]] = send.mock.calls as unknown as [[AdminInitiateAuthCommand]];
  expect(command).toBeInstanceOf(AdminInitiateAuthCommand);
  expect(command.input).toEqual({
    UserPoolId: 'pool',
    ClientId: 'client',
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'canary@fathom.invalid', PASSWORD: 'value of CANARY_SECRET_ARN' },
  });
});

it('fails if the account still has the password of its creation', async () => {
  send.mockResolvedValue({ ChallengeName: 'NEW_PASSWORD_REQUIRED' } as never);

  await expect(signIn()).rejects.toThrow('sign-in: Cognito requires NEW_PASSWORD_REQUIRED');
});
