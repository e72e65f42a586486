import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';
import { type ApiResponse, callEndpoint } from './api-request.ts';
import { getTarget } from './current-target.ts';
import { confirmAsAdmin, readMemberId, signIn, type Tokens } from './user-pool.ts';

type UploadRequest = Request<typeof contract.files.upload>;
export type PreparedUpload = Response<typeof contract.files.upload>;
type PresignedPut = Pick<PreparedUpload, 'presignedUrl' | 'headers'>;

/** The password of new members. */
export const PASSWORD = 'coral-reef-7';

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
    const { status, body } = await callEndpoint(contract.credentials.register, {
      email,
      password: PASSWORD,
      username,
    });
    expect(status, `registration: ${JSON.stringify(body)}`).toBe(200);

    if (getTarget().confirmByAdmin) await confirmAsAdmin(email);

    const tokens = await signIn(email, PASSWORD);
    return new Member(readMemberId(tokens.access), email, username, tokens);
  }

  /** Signs in again and returns the member with the new tokens. */
  async signInAgain(): Promise<Member> {
    const tokens = await signIn(this.email, PASSWORD);
    return new Member(this.userId, this.email, this.username, tokens);
  }

  /** Calls an endpoint as this member. */
  call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<ApiResponse<Response<D>>> {
    return callEndpoint(endpoint, input, this.tokens.access);
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
    await storeBytes(upload, bytes);
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

/** Stores bytes with a presigned URL. Unlike {@link putBytes}, fails the test if the bucket refuses them. */
export async function storeBytes(upload: PresignedPut, bytes: Uint8Array): Promise<void> {
  const response = await putBytes(upload, bytes);
  expect(response.status, await response.text()).toBe(200);
}

/** PUTs bytes to a presigned URL. The bucket may refuse them. */
export function putBytes({ presignedUrl, headers }: PresignedPut, bytes: Uint8Array): Promise<globalThis.Response> {
  return fetch(presignedUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers });
}
