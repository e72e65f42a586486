import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Outcome } from '../lambda/sandbox.ts';
import { silentTerminal } from '../process/terminal.ts';
import type { ResolvedResource } from '../template/template.ts';
import { UserPool } from './cognito.ts';

export const POOL_ID = 'us-east-1_Test';
export const CLIENT_ID = 'web';
const CALLER = { userAgent: 'test' };

interface TriggerEvent {
  readonly triggerSource: string;
  readonly userName: string;
  readonly callerContext: object;
  readonly request: { readonly userAttributes: Record<string, string>; readonly validationData?: object };
  readonly response: Record<string, boolean>;
}

/** What a test may look at and set: emptied before each. */
export const fixture = {
  directory: '',
  /** What the time is. */
  now: new Date(),
  /** What was shown on the terminal. */
  said: [] as string[],
  /** What the triggers were told. */
  events: [] as TriggerEvent[],
  /** What the triggers answer, by ARN. */
  triggers: {} as Record<string, (event: TriggerEvent) => unknown>,
};

const resource = (ref: string, properties: unknown): ResolvedResource => ({
  stack: 'app',
  logicalId: ref,
  type: '',
  ref,
  attributes: { ProviderURL: `https://cognito-idp.us-east-1.amazonaws.com/${ref}` },
  properties,
  metadata: {},
});

export async function openPool({ flows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'], policy = {} } = {}) {
  return new UserPool({
    directory: fixture.directory,
    terminal: { ...silentTerminal, say: (line) => fixture.said.push(line) },
    now: () => fixture.now,
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
      fixture.events.push(event as TriggerEvent);
      try {
        const answer = fixture.triggers[arn]?.(event as TriggerEvent) ?? event;
        return { ok: true, payload: JSON.stringify(answer) };
      } catch (error) {
        return { ok: false, timedOut: false, error: { errorType: 'Error', errorMessage: (error as Error).message } };
      }
    },
  });
}

type Tokens = Record<'AccessToken' | 'IdToken' | 'RefreshToken', string>;
type Answer = Record<string, unknown> & { AuthenticationResult: Tokens };
export const call = async (pool: UserPool, operation: string, input: object): Promise<Answer> =>
  (await pool.handle(operation, JSON.parse(JSON.stringify({ ClientId: CLIENT_ID, ...input })), CALLER)) as Answer;

export const signUp = (pool: UserPool, Username = 'ann@sea.example', Password = 'secret', input: object = {}) =>
  call(pool, 'SignUp', { Username, Password, ...input });
export const signIn = (pool: UserPool, USERNAME = 'ann@sea.example', PASSWORD = 'secret') =>
  call(pool, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
export const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
/** Returns what the pool has stored of its members. */
export const storedText = () => readFileSync(join(fixture.directory, 'pools', `${POOL_ID}.json`), 'utf8');
const confirmAtOnce = (event: TriggerEvent) => ({
  ...event,
  response: { autoConfirmUser: true, autoVerifyEmail: true },
});

beforeEach(() => {
  fixture.directory = mkdtempSync(join(tmpdir(), 'fathom-cognito-'));
  fixture.now = new Date();
  fixture.said = [];
  fixture.events = [];
  fixture.triggers = { 'arn:pre': confirmAtOnce };
});
