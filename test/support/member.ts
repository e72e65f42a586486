import { randomUUID } from 'node:crypto';
import {
  AdminConfirmSignUpCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  type InitiateAuthCommandInput,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, inject } from 'vitest';
import * as z from 'zod';
import { signInToPool } from '../../infra/local/cognito/sign-in.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { listErrorCodes } from '../../shared/contract/openapi.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';
import { isRead, noteChange, waitUntilSettled } from './settled-reads.ts';
import type { Target } from './target.ts';

/** A response of the API, successful or not. */
export interface ApiResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & { success?: boolean; code?: string; error?: string; requestId?: string };
}

type UploadRequest = Request<typeof contract.files.upload>;
export type PreparedUpload = Response<typeof contract.files.upload>;
type PresignedPut = Pick<PreparedUpload, 'presignedUrl' | 'headers'>;

interface Tokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string;
}

interface RequestOptions {
  readonly token?: string | undefined;
  readonly body?: string | undefined;
  readonly headers?: Record<string, string>;
  /** The endpoint that the request is for, if it is one of the contract. */
  readonly endpoint?: EndpointDefinition;
}

/** The password of new members. */
export const PASSWORD = 'coral-reef-7';

let targetOverride: Target | undefined;

/** Sends all requests to a cloud that a test has started, instead of the run's target. */
export function setTarget(target: Target): void {
  targetOverride = target;
}

/** Returns the target of all requests. */
export function getTarget(): Target {
  return targetOverride ?? inject('target');
}

/** Sends a raw HTTP request to the API. */
export async function sendRequest(
  method: string,
  path: string,
  { token, body, headers, endpoint }: RequestOptions = {},
): Promise<ApiResponse> {
  const { lagMs } = getTarget();
  const userId = token === undefined ? undefined : findMemberId(token);
  // Reads of a lagging target miss recent changes. So this waits until reads show the changes that the request needs.
  if (lagMs) await waitUntilSettled(lagMs, endpoint, userId);

  const response = await fetch(`${getTarget().config.apiUrl}${path}`, {
    method,
    body,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();

  // A rejected request changes nothing.
  const isRejected = response.status >= 400 && response.status < 500;
  if (!isRejected && !(endpoint && isRead(endpoint))) noteChange(userId);

  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/**
 * Calls an endpoint of the contract. Checks that a response has the fields of the contract and no others, and that an
 * error has one of its codes.
 */
async function call<D extends EndpointDefinition>(
  endpoint: Endpoint<D>,
  input: Request<D>,
  token?: string,
): Promise<ApiResponse<Response<D>>> {
  const { path, body } = buildHttpRequest(endpoint, input);
  const response = await sendRequest(endpoint.method, path, { token, body, endpoint });

  if (response.status === 200) {
    const schema = z.object({ ...endpoint.response.shape, success: z.literal(true) });
    const { data, error } = schema.safeParse(response.body);
    expect(error, `response of ${endpoint.name}`).toBeUndefined();
    // Parsing removes the fields that the contract doesn't name, at every level.
    expect(response.body, `fields of ${endpoint.name}`).toEqual(data);
  } else if (response.body.code !== undefined) {
    expect(listErrorCodes(endpoint), `errors of ${endpoint.name}`).toContain(response.body.code);
  }

  return response as ApiResponse<Response<D>>;
}

/** Creates a client of the target's user pool. */
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

/** Signs a member in at the target's user pool. */
async function signIn(email: string): Promise<Tokens> {
  const { config } = getTarget();
  const { userPoolClientId: ClientId } = config;
  const client = createCognitoClient();
  const callPool = (operation: string, input: object) =>
    operation === 'InitiateAuth'
      ? client.send(new InitiateAuthCommand({ ...(input as InitiateAuthCommandInput), ClientId }))
      : client.send(new RespondToAuthChallengeCommand({ ...(input as RespondToAuthChallengeCommandInput), ClientId }));

  const tokens = await signInToPool(config, callPool, { email, password: PASSWORD });
  return { access: tokens.AccessToken, id: tokens.IdToken, refresh: tokens.RefreshToken };
}

/** Returns the member's ID in an access token. Throws if the token is invalid. */
function readMemberId(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).sub;
}

/** Returns the member's ID in an access token, or undefined if the token is invalid. */
function findMemberId(token: string): string | undefined {
  try {
    return readMemberId(token);
  } catch {
    return undefined;
  }
}

/** A registered and signed-in member. */
export class Member {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly tokens: Tokens;

  constructor(userId: string, email: string, username: string, tokens: Tokens) {
    this.userId = userId;
    this.email = email;
    this.username = username;
    this.tokens = tokens;
  }

  /** Registers a new member, with a unique name by default, and signs in. */
  static async register(username = `Diver ${randomUUID().slice(0, 8)}`): Promise<Member> {
    const email = `${randomUUID()}@fathom.example`;
    const { status, body } = await call(contract.credentials.register, { email, password: PASSWORD, username });
    expect(status, `registration: ${JSON.stringify(body)}`).toBe(200);

    if (getTarget().confirmByAdmin) {
      const UserPoolId = getTarget().config.userPoolId;
      await createCognitoClient().send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));
    }

    const tokens = await signIn(email);
    return new Member(readMemberId(tokens.access), email, username, tokens);
  }

  /** Signs in again and returns the member with the new tokens. */
  async signInAgain(): Promise<Member> {
    return new Member(this.userId, this.email, this.username, await signIn(this.email));
  }

  /** Calls an endpoint as this member. */
  call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<ApiResponse<Response<D>>> {
    return call(endpoint, input, this.tokens.access);
  }

  /** Returns the member's depth in metres. The endpoint creates a missing profile. */
  async getDepth(): Promise<number> {
    return (await this.call(contract.account.me, {})).body.profile.depth;
  }

  /** Creates the member's profile if it is missing. A user pool without triggers creates none at the sign-up. */
  async ensureProfile(): Promise<void> {
    await this.getDepth();
  }

  /** Requests a presigned URL for these bytes, as `reef.png` by default. The API may refuse the request. */
  async requestUpload(
    bytes: Uint8Array,
    request: Partial<UploadRequest> = {},
  ): Promise<ApiResponse<Response<typeof contract.files.upload>>> {
    return this.call(contract.files.upload, {
      fileName: 'reef.png',
      fileType: 'image/png',
      fileSize: bytes.length,
      // The copy has the type that Web Crypto requires: bytes in an ArrayBuffer.
      checksum: await computeChecksum(new Uint8Array(bytes)),
      ...request,
    });
  }

  /** Requests a presigned URL like {@link requestUpload}, and fails the test if the API refuses the request. */
  async prepareUpload(bytes: Uint8Array, request: Partial<UploadRequest> = {}): Promise<PreparedUpload> {
    const { status, body } = await this.requestUpload(bytes, request);
    expect(status, body.error).toBe(200);
    return body;
  }

  /**
   * Uploads the bytes, but doesn't call `save-metadata`. The bucket's event may still record the file.
   *
   * @returns the file's ID
   */
  async storeFile(fileName: string, fileType: string, bytes: Uint8Array): Promise<string> {
    const upload = await this.prepareUpload(bytes, { fileName, fileType });
    await putUpload(upload, bytes);
    return upload.fileId;
  }

  /** Uploads and records a file, like the page. */
  async upload(fileName: string, fileType: string, bytes: Uint8Array, description?: string): Promise<ListedFile> {
    const fileId = await this.storeFile(fileName, fileType, bytes);
    const saveResponse = await this.call(contract.files.saveMetadata, { fileId, fileName, description });
    expect(saveResponse.body, `save-metadata of ${fileName}`).toMatchObject({ success: true });
    return saveResponse.body.file;
  }
}

/** PUTs bytes to a presigned URL like {@link putBytes}, and fails the test if they are not stored. */
export async function putUpload(upload: PresignedPut, bytes: Uint8Array): Promise<void> {
  const response = await putBytes(upload, bytes);
  expect(response.status, await response.text()).toBe(200);
}

/** PUTs bytes to a presigned URL. The bucket may refuse them. */
export function putBytes({ presignedUrl, headers }: PresignedPut, bytes: Uint8Array): Promise<globalThis.Response> {
  return fetch(presignedUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers });
}
