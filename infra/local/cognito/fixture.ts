import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Outcome } from '../lambda/sandbox.ts';
import { Outbox } from '../mail/outbox.ts';
import { silentTerminal } from '../process/terminal.ts';
import type { ResolvedResource } from '../template/template.ts';
import { UserPool } from './cognito.ts';

export const POOL_ID = 'us-east-1_Test';
export const CLIENT_ID = 'web';
export const SERVER_CLIENT_ID = 'server';
const CALLER = { userAgent: 'test' };

interface TriggerEvent {
  readonly triggerSource: string;
  readonly userName: string;
  readonly callerContext: object;
  readonly request: { readonly userAttributes: Record<string, string>; readonly validationData?: object };
  readonly response: Record<string, boolean>;
}

/** The inputs and records of a test, which are reset before each test. */
export const fixture = {
  directory: '',
  /** The pool's current time. */
  now: new Date(),
  /** Lines printed on the terminal. */
  terminalLines: [] as string[],
  /** Events that the triggers received. */
  triggerEvents: [] as TriggerEvent[],
  /** Trigger functions, by ARN. */
  triggers: {} as Record<string, (event: TriggerEvent) => unknown>,
};

/** Moves the pool's clock forward. */
export function advanceMs(milliseconds: number): void {
  fixture.now = new Date(fixture.now.getTime() + milliseconds);
}

const buildResource = (ref: string, properties: unknown): ResolvedResource => ({
  stack: 'app',
  logicalId: ref,
  type: '',
  ref,
  attributes: { ProviderURL: `https://cognito-idp.us-east-1.amazonaws.com/${ref}` },
  properties,
  metadata: {},
});

const buildClient = (id: string, properties: object) =>
  buildResource(id, {
    UserPoolId: POOL_ID,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    ReadAttributes: ['email', 'email_verified', 'preferred_username'],
    ...properties,
  });

const buildPool = (policy: object) =>
  buildResource(POOL_ID, {
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    Policies: { PasswordPolicy: { MinimumLength: 6, ...policy } },
    VerificationMessageTemplate: {
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
      EmailSubject: 'Your code',
      EmailMessage: 'The code is {####}.',
    },
    DeviceConfiguration: { ChallengeRequiredOnNewDevice: false, DeviceOnlyRememberedOnUserPrompt: true },
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    LambdaConfig: { PreSignUp: 'arn:pre', PostConfirmation: 'arn:post' },
  });

/** Opens the pool in the fixture's directory. It has a client for browsers and a client for functions. */
export async function openPool({ flows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'], policy = {} } = {}) {
  return new UserPool({
    directory: fixture.directory,
    outbox: new Outbox({ ...silentTerminal, info: (line) => fixture.terminalLines.push(line) }),
    now: () => fixture.now,
    pool: buildPool(policy),
    clients: [
      buildClient(CLIENT_ID, { ClientName: 'Web', ExplicitAuthFlows: flows, WriteAttributes: ['preferred_username'] }),
      buildClient(SERVER_CLIENT_ID, {
        ClientName: 'Server',
        ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
        WriteAttributes: ['email', 'preferred_username'],
      }),
    ],
    invoke: async (arn, event) => runTrigger(arn, event as TriggerEvent),
  });
}

/** Records an event and runs the test's trigger. */
function runTrigger(arn: string, event: TriggerEvent): Outcome {
  fixture.triggerEvents.push(event);

  try {
    const result = fixture.triggers[arn]?.(event) ?? event;
    return { ok: true, payload: JSON.stringify(result) };
  } catch (error) {
    return { ok: false, timedOut: false, error: { errorType: 'Error', errorMessage: (error as Error).message } };
  }
}

type Tokens = Record<'AccessToken' | 'IdToken' | 'RefreshToken', string> & {
  readonly NewDeviceMetadata: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
};
type Result = Record<string, unknown> & { AuthenticationResult: Tokens };

/** Calls an operation as the browsers' client, unless the input names another client. */
export const call = async (pool: UserPool, operation: string, input: object): Promise<Result> =>
  (await pool.handle(operation, JSON.parse(JSON.stringify({ ClientId: CLIENT_ID, ...input })), CALLER)) as Result;

/** Signs up Ann, unless the arguments name another user. */
export const signUp = (pool: UserPool, Username = 'ann@sea.example', Password = 'secret', input: object = {}) =>
  call(pool, 'SignUp', { Username, Password, ...input });

/** Signs in Ann with her password, unless the arguments name another user. */
export const signIn = (pool: UserPool, USERNAME = 'ann@sea.example', PASSWORD = 'secret') =>
  call(pool, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });

/** Signs in and confirms the new device, as Amplify does. */
export async function signInOnDevice(pool: UserPool, DeviceName?: string) {
  const { NewDeviceMetadata, ...tokens } = (await signIn(pool)).AuthenticationResult;
  const { DeviceKey } = NewDeviceMetadata;
  const DeviceSecretVerifierConfig = { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' };
  await call(pool, 'ConfirmDevice', {
    AccessToken: tokens.AccessToken,
    DeviceKey,
    DeviceName,
    DeviceSecretVerifierConfig,
  });

  return { ...tokens, DeviceKey };
}

/** Returns the claims of a token. */
export const decodeClaims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

/** Returns the text of the pool's state file. */
export const readStoredState = () => readFileSync(join(fixture.directory, 'pools', `${POOL_ID}.json`), 'utf8');

/** A pre-sign-up trigger that confirms each user, and marks the email as verified. */
const autoConfirm = (event: TriggerEvent) => ({
  ...event,
  response: { autoConfirmUser: true, autoVerifyEmail: true },
});

beforeEach(() => {
  fixture.directory = mkdtempSync(join(tmpdir(), 'fathom-cognito-'));
  fixture.now = new Date();
  fixture.terminalLines = [];
  fixture.triggerEvents = [];
  fixture.triggers = { 'arn:pre': autoConfirm };
});
