/** Signs members in at the target's user pool, as the page does with Amplify. */
import {
  AdminConfirmSignUpCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  type InitiateAuthCommandInput,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { signInToPool } from '../../infra/local/cognito/sign-in.ts';
import { getTarget } from './current-target.ts';

/** The tokens of a session. */
export interface Tokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string;
}

/** Signs a member in. */
export async function signIn(email: string, password: string): Promise<Tokens> {
  const { config } = getTarget();
  const { userPoolClientId: ClientId } = config;
  const client = createCognitoClient();
  const callPool = (operation: string, input: object) =>
    operation === 'InitiateAuth'
      ? client.send(new InitiateAuthCommand({ ...(input as InitiateAuthCommandInput), ClientId }))
      : client.send(new RespondToAuthChallengeCommand({ ...(input as RespondToAuthChallengeCommandInput), ClientId }));

  const tokens = await signInToPool(config, callPool, { email, password });
  return { access: tokens.AccessToken, id: tokens.IdToken, refresh: tokens.RefreshToken };
}

/** Confirms a new member as an administrator, for targets whose user pool runs no triggers. */
export async function confirmAsAdmin(email: string): Promise<void> {
  const UserPoolId = getTarget().config.userPoolId;
  await createCognitoClient().send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));
}

/** Creates a client of the user pool. A local pool has its own endpoint, and accepts any credentials. */
function createCognitoClient(): CognitoIdentityProviderClient {
  const { region, userPoolEndpoint } = getTarget().config;
  return new CognitoIdentityProviderClient({
    region,
    ...(userPoolEndpoint && {
      endpoint: userPoolEndpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
  });
}

/** Returns the member's ID in an access token. Throws if the token is invalid. */
export function readMemberId(token: string): string {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')).sub;
}

/** Returns the member's ID in an access token, or undefined if the token is invalid. */
export function findMemberId(token: string): string | undefined {
  try {
    return readMemberId(token);
  } catch {
    return undefined;
  }
}
