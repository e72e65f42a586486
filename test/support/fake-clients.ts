/**
 * Fakes of the AWS services other than the table and the bucket. Unit tests use them to check the requests of a
 * function, and to fail a request on purpose. Each fake also sets the environment variables that name the service. The
 * next test file of the process must not find them: `restore-globals.ts` removes them.
 */
import { ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { vi } from 'vitest';
import type { ServerFrame } from '../../shared/contract/socket-frames.ts';
import { fakeClient } from './fake-client.ts';

/** The input of the commands that send a frame or close a connection. */
interface ConnectionInput {
  readonly ConnectionId: string;
  /** The frame as JSON. Missing in the command that closes a connection. */
  readonly Data?: Uint8Array;
}

/** A fake of the API that sends frames to sockets and closes them. Collects the frames and the closed connections. */
export class FakeSockets {
  readonly frames: { readonly connection: string; readonly frame: ServerFrame }[] = [];
  /** IDs of the connections that the code under test closed, in order. */
  readonly closedConnections: string[] = [];
  /** IDs of connections whose requests fail with 410 Gone: the client has disconnected. Set by a test. */
  readonly goneConnections = new Set<string>();
  /** IDs of connections whose requests fail with another error. Set by a test. */
  readonly failingConnections = new Set<string>();

  constructor() {
    vi.stubEnv('SOCKET_URL', 'wss://sockets.fathom.example/live');
    fakeClient<ConnectionInput>(ApiGatewayManagementApiClient, (command, { ConnectionId: connection, Data: frame }) => {
      if (this.goneConnections.has(connection)) throw new GoneException({ message: 'Gone', $metadata: {} });
      if (this.failingConnections.has(connection)) throw new Error('The connection is busy.');

      if (command === 'DeleteConnectionCommand') this.closedConnections.push(connection);
      else this.frames.push({ connection, frame: parseJson(frame!) });
    });
  }

  /** Returns the frames of a connection, and removes them from the list. */
  take(connection: string): ServerFrame[] {
    const takenFrames = this.frames.filter((sent) => sent.connection === connection).map(({ frame }) => frame);
    const otherFrames = this.frames.filter((sent) => sent.connection !== connection);
    this.frames.splice(0, this.frames.length, ...otherFrames);
    return takenFrames;
  }
}

/** Replaces Cognito by a user pool in memory. Returns its users' attributes, by username. */
export function fakeUserPool(users = new Map<string, Readonly<Record<string, string>>>()): typeof users {
  vi.stubEnv('USER_POOL_ID', 'pool');
  fakeClient<{ Username: string }>(CognitoIdentityProviderClient, (command, { Username: username }) => {
    const attributes = users.get(username);
    if (!attributes) throw new UserNotFoundException({ message: 'User not found', $metadata: {} });

    if (command === 'AdminDeleteUserCommand') users.delete(username);
    return { UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) };
  });

  return users;
}

type CognitoInput = Record<string, unknown>;

/** Functions that build the response to an operation of Cognito from its input, by the operation's name. */
type CognitoResponses = Readonly<Record<string, (input: Readonly<CognitoInput>) => unknown>>;

/**
 * Replaces Cognito by a function for each operation. Operations without a function fail.
 *
 * @returns a list that collects the name and the input of each operation
 */
export function fakeCognito(responses: CognitoResponses): { name: string; input: CognitoInput }[] {
  vi.stubEnv('USER_POOL_ID', 'pool');
  vi.stubEnv('SERVER_CLIENT_ID', 'server');
  vi.stubEnv('WEB_CLIENT_ID', 'web');

  const calls: { name: string; input: CognitoInput }[] = [];
  fakeClient<CognitoInput>(CognitoIdentityProviderClient, (command, input) => {
    const name = command.replace(/Command$/, '');
    calls.push({ name, input: { ...input } });

    const respond = responses[name];
    if (!respond) throw new Error(`Unexpected operation ${name}`);
    return respond({ ...input }) ?? {};
  });

  return calls;
}

/** The input of SES's `SendEmail`. */
interface MailInput {
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Simple: { readonly Subject: { readonly Data: string } } };
}

/** Replaces SES. Returns the list in which it collects the sent mails. */
export function fakeMail(): { readonly to: string; readonly subject: string }[] {
  vi.stubEnv('MAIL_SENDER', 'crew@fathom.example');
  const mails: { to: string; subject: string }[] = [];
  fakeClient<MailInput>(SESv2Client, (_command, { Destination, Content }) => {
    mails.push({ to: Destination.ToAddresses[0] ?? '', subject: Content.Simple.Subject.Data });
  });

  return mails;
}

/** Replaces the purge function. Returns the list in which it collects the payloads. */
export function fakePurgeFunction(): unknown[] {
  vi.stubEnv('PURGE_FUNCTION_NAME', 'purge');
  return fakeInvocations();
}

/** Replaces the post-confirmation trigger. Returns the list in which it collects the password resets to complete. */
export function fakeResetCompletion(): unknown[] {
  vi.stubEnv('POST_CONFIRMATION_FUNCTION_NAME', 'post-confirmation');
  return fakeInvocations();
}

/** Replaces the function that processes files. Returns the list in which it collects the keys. */
export function fakeMediaFunction(): { key: string }[] {
  vi.stubEnv('MEDIA_FUNCTION_NAME', 'process-media');
  return fakeInvocations() as { key: string }[];
}

/** Replaces Lambda. Returns the list in which it collects the payloads of all invocations, of any function. */
function fakeInvocations(): unknown[] {
  const payloads: unknown[] = [];
  fakeClient<{ Payload: Uint8Array }>(LambdaClient, (_command, { Payload: payload }) => {
    payloads.push(parseJson(payload));
  });

  return payloads;
}

/** Replaces Secrets Manager. Each key of `secrets` names the secret and the environment variable that refers to it. */
export function fakeSecrets(secrets: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(secrets)) vi.stubEnv(name, name);
  fakeClient<{ SecretId: string }>(SecretsManagerClient, (_command, { SecretId: name }) => ({
    SecretString: secrets[name],
  }));
}

function parseJson(json: Uint8Array) {
  return JSON.parse(Buffer.from(json).toString());
}
