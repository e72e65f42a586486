/**
 * Tests of sign-up and confirmation in the local user pool, with the pool's triggers. Names in PascalCase or capitals
 * are fields of Cognito's API.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  call,
  fixture,
  openPool,
  POOL_ID,
  readStoredState,
  SERVER_CLIENT_ID,
  signIn,
  signUp,
} from './fixture.ts';

describe('SignUp', () => {
  /** Signs up Ann with a name and validation data. Returns the response and the events of both triggers. */
  async function signUpAnn() {
    const pool = await openPool();
    const result = await signUp(pool, 'Ann@Sea.example', 'secret', {
      UserAttributes: [{ Name: 'preferred_username', Value: 'Ann' }],
      ValidationData: [{ Name: 'invite', Value: '7' }],
    });

    const [preSignUp, postConfirmation] = fixture.triggerEvents;
    return { pool, result, preSignUp, postConfirmation };
  }

  it('creates a confirmed user without a mail', async () => {
    const { pool, result } = await signUpAnn();

    expect(result).toEqual({ UserConfirmed: true, UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(pool.mails).toEqual([]);
  });

  it("invokes the pre-sign-up trigger with Cognito's event", async () => {
    const { result, preSignUp } = await signUpAnn();

    expect(preSignUp).toMatchObject({
      version: '1',
      triggerSource: 'PreSignUp_SignUp',
      userName: result.UserSub,
      userPoolId: POOL_ID,
      callerContext: { clientId: CLIENT_ID, awsSdkVersion: 'test' },
      request: {
        userAttributes: { email: 'ann@sea.example', preferred_username: 'Ann' },
        validationData: { invite: '7' },
      },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
  });

  it("invokes the post-confirmation trigger with Cognito's event", async () => {
    const { result, postConfirmation } = await signUpAnn();

    expect(postConfirmation).toMatchObject({
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      userName: result.UserSub,
      request: {
        userAttributes: {
          sub: result.UserSub,
          email: 'ann@sea.example',
          email_verified: 'true',
          'cognito:user_status': 'CONFIRMED',
        },
      },
    });
  });

  it('rejects an existing email in any letter case, even in concurrent sign-ups', async () => {
    const pool = await openPool();
    const results = await Promise.allSettled([signUp(pool), signUp(pool, 'ANN@sea.example')]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(signUp(pool, 'ann@SEA.example')).rejects.toMatchObject({
      code: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  it.each([
    [{}, 'short', 'Password not long enough'],
    [{ RequireUppercase: true }, 'lowercase', 'Password must have uppercase characters'],
    [{ RequireLowercase: true }, 'UPPERCASE', 'Password must have lowercase characters'],
    [{ RequireNumbers: true }, 'letters', 'Password must have numeric characters'],
    [{ RequireSymbols: true }, 'letters1', 'Password must have symbol characters'],
  ])('enforces the password policy %j', async (policy, password, problem) => {
    const pool = await openPool({ policy });
    await expect(signUp(pool, 'ann@sea.example', password)).rejects.toMatchObject({
      code: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${problem}`,
    });
  });

  it('rejects an invalid email', async () => {
    await expect(signUp(await openPool(), 'ann')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it.each(['sub', 'email_verified', 'email', 'nickname'])(
    'rejects %s from a client that may not write it',
    async (Name) => {
      const promise = signUp(await openPool(), 'ann@sea.example', 'secret', {
        UserAttributes: [{ Name, Value: 'ann@sea.example' }],
      });

      await expect(promise).rejects.toMatchObject({
        code: 'NotAuthorizedException',
        message: 'A client attempted to write unauthorized attribute',
      });
      expect(fixture.triggerEvents).toEqual([]);
    },
  );

  it('passes the client, its metadata, and null for missing validation data to the triggers', async () => {
    const pool = await openPool();
    await signUp(pool, 'ann@sea.example', 'secret', {
      ClientId: SERVER_CLIENT_ID,
      UserAttributes: [{ Name: 'email', Value: 'ann@sea.example' }],
      ClientMetadata: { proof: 'x' },
    });
    const [preSignUp, postConfirmation] = fixture.triggerEvents;

    expect(preSignUp).toMatchObject({
      callerContext: { clientId: SERVER_CLIENT_ID },
      request: { validationData: null, clientMetadata: { proof: 'x' } },
    });
    expect(postConfirmation).toMatchObject({ request: { clientMetadata: { proof: 'x' } } });
  });

  it('runs the pre-sign-up trigger before it reports an existing email', async () => {
    const pool = await openPool();
    await signUp(pool);
    fixture.triggers['arn:pre'] = () => {
      throw new Error('Not here');
    };

    await expect(signUp(pool)).rejects.toMatchObject({ code: 'UserLambdaValidationException' });
  });

  it('returns the error of the pre-sign-up trigger', async () => {
    fixture.triggers['arn:pre'] = () => {
      throw new Error('Not today');
    };
    const pool = await openPool();
    const triggerError = { code: 'UserLambdaValidationException', message: 'PreSignUp failed with error Not today.' };

    await expect(signUp(pool)).rejects.toMatchObject(triggerError);
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('returns the error of the post-confirmation trigger, although the user exists', async () => {
    fixture.triggers['arn:post'] = () => {
      throw new Error('No table');
    };
    const pool = await openPool();

    await expect(signUp(pool)).rejects.toMatchObject({
      code: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error No table.',
    });
    await expect(signIn(pool)).resolves.toHaveProperty('AuthenticationResult');
  });
});

describe('ConfirmSignUp', () => {
  beforeEach(() => {
    fixture.triggers = {};
  });

  it('verifies the email of a sign-up with the mailed code', async () => {
    const pool = await openPool();
    expect(await signUp(pool)).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 'a***@s***', DeliveryMedium: 'EMAIL' },
    });
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });

    const confirm = (ConfirmationCode: string) =>
      call(pool, 'ConfirmSignUp', { Username: 'ANN@sea.example', ConfirmationCode });
    await expect(confirm('wrong')).rejects.toMatchObject({ code: 'CodeMismatchException' });

    await confirm(pool.mails[0]!.code);
    expect(fixture.triggerEvents.at(-1)).toMatchObject({ request: { userAttributes: { email_verified: 'true' } } });
    await expect(confirm('any')).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    await signIn(pool);
  });

  it('replaces the code with ResendConfirmationCode, and rejects a confirmed user', async () => {
    const pool = await openPool();
    await signUp(pool);
    await call(pool, 'ResendConfirmationCode', { Username: 'ann@sea.example' });
    const [firstMail, secondMail] = pool.mails;
    const confirm = (ConfirmationCode: string) =>
      call(pool, 'ConfirmSignUp', { Username: 'ann@sea.example', ConfirmationCode });

    // One in a million pairs of codes is equal.
    if (firstMail!.code !== secondMail!.code) {
      await expect(confirm(firstMail!.code)).rejects.toMatchObject({ code: 'CodeMismatchException' });
    }
    await confirm(secondMail!.code);

    await expect(call(pool, 'ResendConfirmationCode', { Username: 'ann@sea.example' })).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'User is already confirmed.',
    });
    expect(pool.mails).toHaveLength(2);
  });

  it('does not reveal unknown emails with ResendConfirmationCode', async () => {
    const pool = await openPool();
    const unknownEmail = { Username: 'unknown@sea.example' };

    expect(await call(pool, 'ResendConfirmationCode', unknownEmail)).toHaveProperty('CodeDeliveryDetails');
    expect(pool.mails).toEqual([]);
  });
});

describe('input validation', () => {
  it('names the invalid fields in its error', async () => {
    const pool = await openPool();
    await expect(call(pool, 'ConfirmSignUp', { ConfirmationCode: 'a b' })).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message:
        "2 validation errors detected: Value at 'username' failed to satisfy constraint: Member must not be null; " +
        "Value at 'confirmationCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+",
    });
  });

  it('rejects an unknown client and an unknown operation', async () => {
    const pool = await openPool();
    await expect(
      call(pool, 'ForgotPassword', { ClientId: 'other', Username: 'ann@sea.example' }),
    ).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
    });

    for (const operation of ['SetUICustomization', 'toString']) {
      await expect(call(pool, operation, {})).rejects.toMatchObject({ code: 'UnknownOperationException' });
    }
  });
});

describe('stored state', () => {
  it('stores every change before the response is sent', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    expect(readStoredState()).toContain(UserSub);
    await call(pool, 'ForgotPassword', { Username: 'ann@sea.example' });
    expect(readStoredState()).toContain(pool.mails[0]!.code);
  });

  it('rejects a stored state that another version of the local cloud wrote', async () => {
    mkdirSync(join(fixture.directory, 'pools'));
    writeFileSync(join(fixture.directory, 'pools', `${POOL_ID}.json`), '{"Users": {}, "Options": {}}');
    await expect(openPool()).rejects.toThrow(/Another version .*npm start -- --fresh/);
  });
});
