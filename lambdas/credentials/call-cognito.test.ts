/** Tests which of Cognito's errors the client retries. */
import { ConfirmForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { setUpScriptedServer } from '../../test/support/scripted-server.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode } from './errors.ts';

const server = setUpScriptedServer('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER');

const COMMAND = new ConfirmForgotPasswordCommand({
  ClientId: 'web',
  Username: 'ada@fathom.example',
  ConfirmationCode: '123456',
  Password: 'coral-reef-7',
});

/** Redeems a code while every response is this error. Returns the number of requests, and the thrown error's name. */
async function redeemWhile(errorName: string) {
  server.receivedRequests.length = 0;
  server.respondWith({ status: 400, body: JSON.stringify({ __type: errorName, message: 'From Cognito' }) });

  const error = await callCognito((cognito) => cognito.send(COMMAND), new InvalidCode()).then(
    () => undefined,
    (error: Error & { readonly code?: string }) => error,
  );

  return { requests: server.receivedRequests.length, error: error?.code ?? error?.name };
}

describe('callCognito', () => {
  it("doesn't retry a call that Cognito refuses because of too many attempts", async () => {
    expect(await redeemWhile('LimitExceededException')).toEqual({ requests: 1, error: 'TooManyAttempts' });
  });

  it("doesn't retry a call whose code is wrong", async () => {
    expect(await redeemWhile('CodeMismatchException')).toEqual({ requests: 1, error: 'InvalidCode' });
  });

  it('retries a call that Cognito rejects because of load', async () => {
    const result = await redeemWhile('TooManyRequestsException');

    expect(result).toEqual({ requests: 3, error: 'TooManyRequestsException' });
  });
});
