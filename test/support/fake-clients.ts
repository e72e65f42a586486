/**
 * Fakes of the AWS services other than the table. Each fake replaces `send` of one SDK client, so no request leaves the
 * process. Unit tests use them to check the requests of a function, and to fail a request on purpose.
 */
import { createHash } from 'node:crypto';
import { ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { NoSuchKey, NotFound, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { vi } from 'vitest';
import type { ServerFrame } from '../../shared/contract/socket-frames.ts';

/** The inputs of the commands that the fakes serve. */
interface Input {
  readonly Key?: string;
  readonly Prefix?: string;
  readonly MaxKeys?: number;
  readonly ContinuationToken?: string;
  readonly StartAfter?: string;
  readonly KeyMarker?: string;
  readonly VersionIdMarker?: string;
  readonly VersionId?: string;
  readonly IfMatch?: string;
  readonly Body?: Uint8Array;
  readonly ContentType?: string;
  readonly Metadata?: Record<string, string>;
  readonly Range?: string;
  readonly Delete?: { readonly Objects: readonly { readonly Key: string }[] };
  readonly ChecksumMode?: string;
  readonly ConnectionId: string;
  readonly Data: Uint8Array;
  readonly Username: string;
  readonly Payload: Uint8Array;
  readonly SecretId: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Simple: { readonly Subject: { readonly Data: string } } };
}

/** A command of the SDK. */
interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Input;
}

type Handler = (name: string, input: Input) => unknown;

/** Replaces `send` of a client's class. */
function fakeClient(client: { readonly prototype: object }, handle: Handler) {
  const send = async (command: Command) => handle(command.constructor.name, command.input);
  return vi.spyOn(client.prototype as { send: typeof send }, 'send').mockImplementation(send);
}

interface FakeObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly metadata?: Record<string, string> | undefined;
}

/** A fake S3 bucket that stores its objects in memory. */
export class FakeBucket {
  readonly objects = new Map<string, FakeObject>();
  /** The malware scanner's result for each scanned object, by key. */
  readonly scanResults = new Map<string, string>();
  /** Earlier versions and delete markers. The map's keys have the form `key versionId`. */
  readonly oldVersions = new Map<string, { readonly key: string; readonly isDeleteMarker: boolean }>();
  /** Keys that every multi-object deletion reports as failed. */
  readonly undeletableKeys = new Set<string>();
  /** Called before each request, with the command's name. Throws to fail the request. */
  beforeRequest: (command: string, key: string) => unknown = () => {};

  constructor() {
    process.env.BUCKET_NAME = 'files';
    fakeClient(S3Client, async (name, input) => {
      await this.beforeRequest(name, input.Key ?? input.Prefix ?? '');
      return this.#respond(name, input);
    });
  }

  put(key: string, bytes: Uint8Array | string, contentType = 'text/plain', metadata?: Record<string, string>): void {
    this.objects.set(key, { bytes: Buffer.from(bytes), contentType, metadata });
  }

  #respond(
    name: string,
    {
      Key: key = '',
      Prefix: prefix = '',
      MaxKeys: max = 1000,
      StartAfter: startAfter = '',
      ContinuationToken: token = startAfter,
      Range: range = '',
      IfMatch: ifMatch,
      Body: body,
      ContentType: contentType = '',
      Metadata: metadata,
      Delete: deletion,
      VersionId: versionId = 'null',
      KeyMarker: keyMarker = '',
      VersionIdMarker: versionMarker = '',
      ChecksumMode: checksumMode,
    }: Input,
  ) {
    const storedObject = this.objects.get(key);
    switch (name) {
      case 'DeleteObjectsCommand': {
        const { Objects = [] } = deletion ?? {};
        for (const { Key } of Objects) this.objects.delete(Key);
        return { Errors: [...this.undeletableKeys].map((Key) => ({ Key, Code: 'InternalError' })) };
      }
      case 'DeleteObjectCommand':
        if (versionId === 'null') this.objects.delete(key);
        return void this.oldVersions.delete(`${key} ${versionId}`);
      case 'ListObjectVersionsCommand':
        return this.#listVersions(prefix, max, `${keyMarker} ${versionMarker}`);
      case 'ListObjectsV2Command': {
        const keys = [...this.objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > token);
        const page = keys.slice(0, max);
        return {
          Contents: page.map((Key) => ({ Key, ETag: computeEtag(this.objects.get(Key)!) })),
          NextContinuationToken: keys.length > max ? page.at(-1) : undefined,
        };
      }
    }

    // With If-Match, S3 only replaces an existing object. A missing object fails below.
    if (name === 'PutObjectCommand' && (storedObject || !ifMatch)) {
      if (ifMatch !== undefined && ifMatch !== computeEtag(storedObject!)) throw preconditionFailed();
      this.put(key, body!, contentType, metadata);
      return { ETag: computeEtag(this.objects.get(key)!) };
    }

    if (!storedObject && name === 'HeadObjectCommand') throw new NotFound({ message: 'NotFound', $metadata: {} });
    if (!storedObject) throw new NoSuchKey({ message: 'NoSuchKey', $metadata: {} });
    if (ifMatch !== undefined && ifMatch !== computeEtag(storedObject)) throw preconditionFailed();

    if (name === 'GetObjectTaggingCommand') {
      const scan = this.scanResults.get(key);
      return { TagSet: scan === undefined ? [] : [{ Key: 'GuardDutyMalwareScanStatus', Value: scan }] };
    }

    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const bytes = end === '' ? storedObject.bytes : storedObject.bytes.subarray(Number(start), Number(end) + 1);

    return {
      ContentLength: storedObject.bytes.length,
      ContentType: storedObject.contentType,
      Metadata: storedObject.metadata,
      ETag: computeEtag(storedObject),
      ...(checksumMode === 'ENABLED' && {
        ChecksumSHA256: createHash('sha256').update(storedObject.bytes).digest('base64'),
      }),
      Body: { transformToByteArray: async () => bytes },
    };
  }

  #listVersions(prefix: string, max: number, after: string) {
    const currentVersions = [...this.objects.keys()].map((key) => ({
      name: `${key} null`,
      key,
      isDeleteMarker: false,
    }));
    const oldVersions = [...this.oldVersions].map(([name, version]) => ({ name, ...version }));

    const versions = [...currentVersions, ...oldVersions]
      .filter(({ key, name }) => key.startsWith(prefix) && name > after)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const page = versions.slice(0, max).map((version) => ({
      ...version,
      Key: version.key,
      VersionId: version.name.slice(version.key.length + 1),
    }));
    const last = page.at(-1);

    return {
      Versions: page.filter(({ isDeleteMarker }) => !isDeleteMarker),
      DeleteMarkers: page.filter(({ isDeleteMarker }) => isDeleteMarker),
      IsTruncated: versions.length > max,
      NextKeyMarker: last?.Key,
      NextVersionIdMarker: last?.VersionId,
    };
  }
}

function preconditionFailed(): S3ServiceException {
  return new S3ServiceException({ name: 'PreconditionFailed', message: '', $fault: 'client', $metadata: {} });
}

function computeEtag({ bytes }: FakeObject): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
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
    process.env.SOCKET_URL = 'wss://sockets.fathom.example/live';
    fakeClient(ApiGatewayManagementApiClient, (name, { ConnectionId: connection, Data: data }) => {
      if (this.goneConnections.has(connection)) throw new GoneException({ message: 'Gone', $metadata: {} });
      if (this.failingConnections.has(connection)) throw new Error('The connection is busy.');
      if (name === 'DeleteConnectionCommand') return this.closedConnections.push(connection);
      return this.frames.push({ connection, frame: JSON.parse(Buffer.from(data).toString()) });
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
  process.env.USER_POOL_ID = 'pool';
  fakeClient(CognitoIdentityProviderClient, (name, { Username: username }) => {
    const attributes = users.get(username);
    if (!attributes) throw new UserNotFoundException({ message: 'User not found', $metadata: {} });
    if (name === 'AdminDeleteUserCommand') users.delete(username);
    return { UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) };
  });
  return users;
}

/** Functions that build the response to each operation of Cognito from its input. */
type CognitoResponses = Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => unknown>>;

/**
 * Replaces Cognito by a function for each operation. Operations without a function fail.
 *
 * @returns a list that collects the name and the input of each operation
 */
export function fakeCognito(responses: CognitoResponses): { name: string; input: Record<string, unknown> }[] {
  Object.assign(process.env, { USER_POOL_ID: 'pool', SERVER_CLIENT_ID: 'server', WEB_CLIENT_ID: 'web' });
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  fakeClient(CognitoIdentityProviderClient, (command, input) => {
    const name = command.replace(/Command$/, '');
    calls.push({ name, input: { ...input } });
    const respond = responses[name];
    if (!respond) throw new Error(`Unexpected operation ${name}`);
    return respond({ ...input }) ?? {};
  });

  return calls;
}

/** Replaces SES. Returns the list in which it collects the sent mails. */
export function fakeMail(): { readonly to: string; readonly subject: string }[] {
  process.env.MAIL_SENDER = 'crew@fathom.example';
  const mails: { to: string; subject: string }[] = [];
  fakeClient(SESv2Client, (_, { Destination, Content }) => {
    mails.push({ to: Destination.ToAddresses[0] ?? '', subject: Content.Simple.Subject.Data });
  });
  return mails;
}

/** Replaces the purge function. Returns the list in which it collects the payloads. */
export function fakePurgeFunction(): unknown[] {
  process.env.PURGE_FUNCTION_NAME = 'purge';
  return fakeFunctions();
}

/** Replaces the post-confirmation trigger. Returns the list in which it collects the password resets to complete. */
export function fakeResetCompletion(): unknown[] {
  process.env.POST_CONFIRMATION_FUNCTION_NAME = 'post-confirmation';
  return fakeFunctions();
}

/** Replaces the function that processes files. Returns the list in which it collects the keys. */
export function fakeMediaFunction(): { key: string }[] {
  process.env.MEDIA_FUNCTION_NAME = 'process-media';
  return fakeFunctions() as { key: string }[];
}

function fakeFunctions(): unknown[] {
  const requests: unknown[] = [];
  fakeClient(LambdaClient, (_, { Payload: payload }) => {
    requests.push(JSON.parse(Buffer.from(payload).toString()));
  });
  return requests;
}

/** Replaces Secrets Manager. Each key of `secrets` names the secret and the environment variable that refers to it. */
export function fakeSecrets(secrets: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(secrets)) process.env[name] = name;
  fakeClient(SecretsManagerClient, (_, { SecretId: name }) => ({ SecretString: secrets[name] }));
}
