import { createHash } from 'node:crypto';
import { ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { NotFound, S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { vi } from 'vitest';
import type { ServerFrame } from '../../shared/contract/socket.ts';

/*
 * Fakes of the AWS services other than the table, at the boundary of the SDK: each replaces `send` of one client. Unit
 * tests use them, so they can check what a function requests, and fail a request on purpose.
 */

/** The inputs of the commands that the fakes serve. */
interface Input {
  readonly Key?: string;
  readonly Prefix?: string;
  readonly MaxKeys?: number;
  readonly ContinuationToken?: string;
  readonly Range?: string;
  readonly ConnectionId: string;
  readonly Data: Uint8Array;
  readonly Username: string;
  readonly Payload: Uint8Array;
  readonly SecretId: string;
}

/** A command of the SDK. */
interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Input;
}

type Handler = (name: string, input: Input) => unknown;

function fakeClient(client: { readonly prototype: object }, handle: Handler) {
  const send = async (command: Command) => handle(command.constructor.name, command.input);
  return vi.spyOn(client.prototype as { send: typeof send }, 'send').mockImplementation(send);
}

interface FakeObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A bucket in memory. */
export class FakeBucket {
  readonly objects = new Map<string, FakeObject>();
  /** Called before each request, with the command's name. Throws to fail the request. */
  beforeRequest: (command: string, key: string) => unknown = () => {};

  constructor() {
    process.env.BUCKET_NAME = 'files';
    fakeClient(S3Client, async (name, input) => {
      await this.beforeRequest(name, input.Key ?? input.Prefix ?? '');
      return this.#respond(name, input);
    });
  }

  put(key: string, bytes: Uint8Array | string, contentType = 'text/plain'): void {
    this.objects.set(key, { bytes: Buffer.from(bytes), contentType });
  }

  #respond(
    name: string,
    {
      Key: key = '',
      Prefix: prefix = '',
      MaxKeys: max = 1000,
      ContinuationToken: token = '',
      Range: range = '',
    }: Input,
  ) {
    const found = this.objects.get(key);
    switch (name) {
      case 'DeleteObjectCommand':
        return void this.objects.delete(key);
      case 'ListObjectsV2Command': {
        const keys = [...this.objects.keys()].sort().filter((it) => it.startsWith(prefix) && it > token);
        const page = keys.slice(0, max);
        return {
          Contents: page.map((Key) => ({ Key, ETag: computeEtag(this.objects.get(Key)!) })),
          NextContinuationToken: keys.length > max ? page.at(-1) : undefined,
        };
      }
    }
    if (!found) throw new NotFound({ message: 'NotFound', $metadata: {} });
    const [, end = ''] = /^bytes=0-(\d+)$/.exec(range) ?? [];
    const bytes = end === '' ? found.bytes : found.bytes.subarray(0, Number(end) + 1);
    return {
      ContentLength: found.bytes.length,
      ContentType: found.contentType,
      ETag: computeEtag(found),
      Body: { transformToByteArray: async () => bytes },
    };
  }
}

function computeEtag({ bytes }: FakeObject): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Collects the frames that are sent to sockets, by connection ID. */
export class FakeSockets {
  readonly frames: { readonly connection: string; readonly frame: ServerFrame }[] = [];
  /** Connections that are closed. */
  readonly gone = new Set<string>();

  constructor() {
    process.env.SOCKET_URL = 'wss://sockets.fathom.example/live';
    fakeClient(ApiGatewayManagementApiClient, (_, { ConnectionId: connection, Data: data }) => {
      if (this.gone.has(connection)) throw new GoneException({ message: 'Gone', $metadata: {} });
      this.frames.push({ connection, frame: JSON.parse(Buffer.from(data).toString()) });
    });
  }

  /** Returns the frames of a connection and forgets them. */
  take(connection: string): ServerFrame[] {
    const taken = this.frames.filter((it) => it.connection === connection).map(({ frame }) => frame);
    this.frames.splice(0, this.frames.length, ...this.frames.filter((it) => it.connection !== connection));
    return taken;
  }
}

/** A user pool in memory: attributes by username. */
export function fakeUserPool(users = new Map<string, Readonly<Record<string, string>>>()): typeof users {
  process.env.USER_POOL_ID = 'pool';
  fakeClient(CognitoIdentityProviderClient, (name, { Username: username }) => {
    const attributes = users.get(username);
    if (!attributes) throw new UserNotFoundException({ message: 'User not found', $metadata: {} });
    if (name === 'AdminDeleteUserCommand') users.delete(username);
    return { UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) };
  });
  return users;
}

/** Collects the payloads of invoked functions. */
export function fakePurgeFunction(): unknown[] {
  process.env.PURGE_FUNCTION_NAME = 'purge';
  const requests: unknown[] = [];
  fakeClient(LambdaClient, (_, { Payload: payload }) => {
    requests.push(JSON.parse(Buffer.from(payload).toString()));
  });
  return requests;
}

/** Serves secrets by the name of their setting. */
export function fakeSecrets(secrets: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(secrets)) process.env[name] = name;
  fakeClient(SecretsManagerClient, (_, { SecretId: name }) => ({ SecretString: secrets[name] }));
}
