import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserPool } from './cognito.ts';
import type { Outcome } from './lambda-sandbox.ts';
import type { ResolvedResource } from './template.ts';
import { silentTerminal } from './terminal.ts';

const POOL_ID = 'us-east-1_Test';
const CLIENT_ID = 'web';
const CALLER = { userAgent: 'test' };

interface TriggerEvent {
  readonly triggerSource: string;
  readonly userName: string;
  readonly callerContext: object;
  readonly request: { readonly userAttributes: Record<string, string>; readonly validationData?: object };
  readonly response: Record<string, boolean>;
}

let directory: string;
let events: TriggerEvent[];
let triggers: Record<string, (event: TriggerEvent) => unknown>;

const resource = (ref: string, properties: unknown): ResolvedResource => ({
  stack: 'app',
  logicalId: ref,
  type: '',
  ref,
  attributes: { ProviderURL: `https://cognito-idp.us-east-1.amazonaws.com/${ref}` },
  properties,
  metadata: {},
});

function openPool({ flows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'], policy = {} } = {}) {
  return UserPool.open({
    directory,
    terminal: silentTerminal,
    pool: resource(POOL_ID, {
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Policies: { PasswordPolicy: { MinimumLength: 6, ...policy } },
      LambdaConfig: { PreSignUp: 'arn:pre', PostConfirmation: 'arn:post' },
    }),
    clients: [
      resource(CLIENT_ID, { UserPoolId: POOL_ID, PreventUserExistenceErrors: 'ENABLED', ExplicitAuthFlows: flows }),
    ],
    invoke: async (arn, event): Promise<Outcome> => {
      events.push(event as TriggerEvent);
      try {
        const answer = triggers[arn]?.(event as TriggerEvent) ?? event;
        return { ok: true, payload: JSON.stringify(answer) };
      } catch (error) {
        return { ok: false, timedOut: false, error: { errorType: 'Error', errorMessage: (error as Error).message } };
      }
    },
  });
}

interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
}
type Answer = Record<string, unknown> & { AuthenticationResult: Tokens };
const call = async (pool: UserPool, operation: string, input: object): Promise<Answer> =>
  (await pool.handle(operation, { ClientId: CLIENT_ID, ...input }, CALLER)) as Answer;

const signUp = (pool: UserPool, Username = 'ann@sea.example', Password = 'secret', input: object = {}) =>
  call(pool, 'SignUp', { Username, Password, ...input });
const signIn = (pool: UserPool, USERNAME = 'ann@sea.example', PASSWORD = 'secret') =>
  call(pool, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const confirmAtOnce = (event: TriggerEvent) => ({
  ...event,
  response: { autoConfirmUser: true, autoVerifyEmail: true },
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-cognito-'));
  events = [];
  triggers = { 'arn:pre': confirmAtOnce };
});

describe('signing up', () => {
  it('gives a member an id, and tells the triggers as Cognito does', async () => {
    const pool = await openPool();
    const answer = await signUp(pool, 'Ann@Sea.example', 'secret', {
      UserAttributes: [{ Name: 'preferred_username', Value: 'Ann' }],
      ValidationData: [{ Name: 'invite', Value: '7' }],
    });
    expect(answer).toEqual({ UserConfirmed: true, UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const [before, after] = events;
    expect(before).toMatchObject({
      version: '1',
      triggerSource: 'PreSignUp_SignUp',
      userName: answer.UserSub,
      userPoolId: POOL_ID,
      callerContext: { clientId: CLIENT_ID, awsSdkVersion: 'test' },
      request: {
        userAttributes: { email: 'ann@sea.example', preferred_username: 'Ann' },
        validationData: { invite: '7' },
      },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    expect(after).toMatchObject({
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      userName: answer.UserSub,
      request: {
        userAttributes: {
          sub: answer.UserSub,
          email: 'ann@sea.example',
          email_verified: 'true',
          'cognito:user_status': 'CONFIRMED',
        },
      },
    });
    expect(pool.mailbox.mails).toEqual([]);
  });

  it('refuses an email that has an account, in any case, also when both come at once', async () => {
    const pool = await openPool();
    const both = await Promise.allSettled([signUp(pool), signUp(pool, 'ANN@sea.example')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
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

  it('refuses what is no email', async () => {
    await expect(signUp(await openPool(), 'ann')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('passes on why a trigger refused', async () => {
    triggers['arn:pre'] = () => {
      throw new Error('Not today');
    };
    const pool = await openPool();
    const refusal = { code: 'UserLambdaValidationException', message: 'PreSignUp failed with error Not today.' };
    await expect(signUp(pool)).rejects.toMatchObject(refusal);
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('lets a failed post-confirmation surface, although the member exists', async () => {
    triggers['arn:post'] = () => {
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

describe('confirming by code', () => {
  beforeEach(() => {
    triggers = {};
  });

  it('mails a code, which verifies the email', async () => {
    const pool = await openPool();
    expect(await signUp(pool)).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 'a***@s***', DeliveryMedium: 'EMAIL' },
    });
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
    const confirm = (ConfirmationCode: string) =>
      call(pool, 'ConfirmSignUp', { Username: 'ANN@sea.example', ConfirmationCode });
    await expect(confirm('wrong')).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await confirm(pool.mailbox.mails[0]!.code);
    expect(events.at(-1)).toMatchObject({ request: { userAttributes: { email_verified: 'true' } } });
    await expect(confirm('any')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await signIn(pool);
  });

  it('mails another code when asked, and does not say which emails it knows', async () => {
    const pool = await openPool();
    await signUp(pool);
    const [first] = pool.mailbox.mails;
    await call(pool, 'ResendConfirmationCode', { Username: 'ann@sea.example' });
    const second = pool.mailbox.mails[1]!;
    await expect(
      call(pool, 'ConfirmSignUp', { Username: 'ann@sea.example', ConfirmationCode: `not ${first!.code}` }),
    ).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await call(pool, 'ConfirmSignUp', { Username: 'ann@sea.example', ConfirmationCode: second.code });
    const stranger = { Username: 'nobody@sea.example' };
    expect(await call(pool, 'ResendConfirmationCode', stranger)).toHaveProperty('CodeDeliveryDetails');
    expect(pool.mailbox.mails).toHaveLength(2);
  });
});

describe('signing in', () => {
  it('gives tokens with the claims that Cognito puts into them', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const { AuthenticationResult: tokens } = await signIn(pool, 'ANN@sea.example');
    expect(tokens).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(claims(tokens.AccessToken)).toMatchObject({
      sub: UserSub,
      username: UserSub,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${POOL_ID}`,
    });
    expect(claims(tokens.IdToken)).toMatchObject({
      sub: UserSub,
      aud: CLIENT_ID,
      token_use: 'id',
      email: 'ann@sea.example',
      email_verified: true,
    });
  });

  it('says the same to a wrong password and to an unknown email', async () => {
    const pool = await openPool();
    await signUp(pool);
    const refusal = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn(pool, 'ann@sea.example', 'wrong!')).rejects.toMatchObject(refusal);
    await expect(signIn(pool, 'nobody@sea.example')).rejects.toMatchObject(refusal);
  });

  it('honours the flows of the client', async () => {
    const pool = await openPool({ flows: ['ALLOW_USER_SRP_AUTH'] });
    await expect(signIn(pool)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
  });

  it('keeps no password as it was typed', async () => {
    const pool = await openPool();
    await signUp(pool, 'ann@sea.example', 'a very plain password');
    await pool.flush();
    expect(readFileSync(join(directory, 'pools', `${POOL_ID}.json`), 'utf8')).not.toContain('plain');
  });

  it('knows its members and their tokens after a restart', async () => {
    const before = await openPool();
    await signUp(before);
    const { AuthenticationResult } = await signIn(before);
    await before.flush();
    const after = await openPool();
    await signIn(after);
    const { RefreshToken, AccessToken } = AuthenticationResult;
    expect(await call(after, 'GetTokensFromRefreshToken', { RefreshToken })).toHaveProperty('AuthenticationResult');
    expect(await call(after, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });
});

describe('a session', () => {
  async function session() {
    const pool = await openPool();
    await signUp(pool);
    return { pool, ...(await signIn(pool)).AuthenticationResult };
  }

  it('is refreshed by both calls that do so', async () => {
    const { pool, RefreshToken } = await session();
    const viaAuth = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } };
    for (const [operation, input] of [
      ['GetTokensFromRefreshToken', { RefreshToken }],
      ['InitiateAuth', viaAuth],
    ] as const) {
      const { AuthenticationResult } = await call(pool, operation, input);
      expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
      expect(AuthenticationResult).not.toHaveProperty('RefreshToken');
      await call(pool, 'GetUser', { AccessToken: AuthenticationResult.AccessToken });
    }
  });

  it.each(['GlobalSignOut', 'RevokeToken'])('ends with %s', async (operation) => {
    const { pool, RefreshToken, AccessToken } = await session();
    await call(pool, operation, { AccessToken, Token: RefreshToken });
    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(call(pool, 'GetUser', { AccessToken })).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
  });

  it('is not opened by a token of another kind, or a forged one', async () => {
    const { pool, AccessToken, IdToken, RefreshToken } = await session();
    for (const token of [IdToken, RefreshToken, `${AccessToken.slice(0, -8)}AAAAAAAA`, 'nonsense', undefined]) {
      await expect(call(pool, 'GetUser', { AccessToken: token })).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    }
  });
});

describe('passwords', () => {
  it('are reset by a mailed code', async () => {
    const pool = await openPool();
    await signUp(pool);
    await call(pool, 'ForgotPassword', { Username: 'Ann@sea.example' });
    const reset = (ConfirmationCode: string, Password: string) =>
      call(pool, 'ConfirmForgotPassword', { Username: 'ann@sea.example', ConfirmationCode, Password });
    const { code } = pool.mailbox.mails[0]!;
    await expect(reset('000', 'another')).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(reset(code, 'short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });
    await reset(code, 'another');
    await signIn(pool, 'ann@sea.example', 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(reset(code, 'again!!')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('are not asked for on behalf of strangers, who cannot tell', async () => {
    const pool = await openPool();
    expect(await call(pool, 'ForgotPassword', { Username: 'nobody@sea.example' })).toMatchObject({
      CodeDeliveryDetails: { Destination: 'n***@s***' },
    });
    expect(pool.mailbox.mails).toEqual([]);
  });

  it('are changed by who knows the old one', async () => {
    const pool = await openPool();
    await signUp(pool);
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;
    const change = (PreviousPassword: string) =>
      call(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: 'another' });
    await expect(change('wrong!')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await change('secret');
    await signIn(pool, 'ann@sea.example', 'another');
  });
});

describe('administration', () => {
  it('finds, confirms and deletes members by id and by email', async () => {
    triggers = {};
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const admin = (operation: string, Username: unknown) => call(pool, operation, { UserPoolId: POOL_ID, Username });
    expect(await admin('AdminGetUser', UserSub)).toMatchObject({ Username: UserSub, UserStatus: 'UNCONFIRMED' });
    await admin('AdminConfirmSignUp', UserSub);
    expect(await admin('AdminGetUser', 'ann@sea.example')).toMatchObject({ UserStatus: 'CONFIRMED' });
    expect((await admin('AdminGetUser', UserSub)).UserCreateDate).toBeTypeOf('number');
    await admin('AdminDeleteUser', UserSub);
    await expect(admin('AdminGetUser', UserSub)).rejects.toMatchObject({ code: 'UserNotFoundException' });
    await expect(admin('AdminConfirmSignUp', UserSub)).rejects.toMatchObject({ code: 'UserNotFoundException' });
  });

  it('is not public', async () => {
    const pool = await openPool();
    for (const operation of ['AdminGetUser', 'ListUsers', 'DeleteUserPool', 'CreateGroup']) {
      expect(pool.isPublic(operation)).toBe(false);
    }
    for (const operation of ['SignUp', 'InitiateAuth', 'GetUser', 'ResendConfirmationCode', 'RevokeToken']) {
      expect(pool.isPublic(operation)).toBe(true);
    }
  });
});
