import { randomUUID } from 'node:crypto';
import {
  AdminConfirmSignUpCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  type InitiateAuthCommandInput,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandInput,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, inject } from 'vitest';
import * as z from 'zod';
import { signInTo } from '../../infra/local/cognito/sign-in.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { httpRequest } from '../../shared/contract/http-request.ts';
import type { Target } from './target.ts';

/** An answer of the API, whatever it is. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & { success?: boolean; code?: string; error?: string; requestId?: string };
}

interface Tokens {
  readonly access: string;
  readonly id: string;
}

const PASSWORD = 'coral-reef-7';

let chosen: Target | undefined;

/** Makes members speak to a cloud that a test has started itself, instead of the run's own target. */
export function speakTo(target: Target): void {
  chosen = target;
}

function target(): Target {
  return chosen ?? inject('target');
}

function cognito(): CognitoIdentityProviderClient {
  const { region, userPoolEndpoint } = target().config;
  return new CognitoIdentityProviderClient({
    region,
    ...(userPoolEndpoint && {
      endpoint: userPoolEndpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
  });
}

/** Calls the API as it is on the wire; whoever has no token sends none. */
export async function send(
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${target().config.apiUrl}${path}`, {
    method,
    body,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/** Calls an endpoint of the contract, and checks a successful answer against it. */
async function call<D extends EndpointDefinition>(
  endpoint: Endpoint<D>,
  input: Request<D>,
  token?: string,
): Promise<Answer<Response<D>>> {
  const { path, body } = httpRequest(endpoint, input);
  const answer = await send(endpoint.method, path, { token, body });
  if (answer.status === 200) {
    const schema = z.strictObject({ ...endpoint.response.shape, success: z.literal(true) });
    expect(schema.safeParse(answer.body).error, `answer of ${endpoint.name}`).toBeUndefined();
  }
  return answer as Answer<Response<D>>;
}

async function signIn(email: string): Promise<Tokens> {
  const { userPoolClientId: ClientId } = target().config;
  const client = cognito();
  const { AccessToken: access, IdToken: id } = await signInTo(
    target().config,
    (operation, input) =>
      operation === 'InitiateAuth'
        ? client.send(new InitiateAuthCommand({ ...(input as InitiateAuthCommandInput), ClientId }))
        : client.send(
            new RespondToAuthChallengeCommand({ ...(input as RespondToAuthChallengeCommandInput), ClientId }),
          ),
    { email, password: PASSWORD },
  );
  return { access, id };
}

/** Somebody who has registered and signed in. */
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

  /** Registers somebody new, with a name of their own. */
  static async register(username = `Diver ${randomUUID().slice(0, 8)}`): Promise<Member> {
    const { userPoolClientId, userPoolId } = target().config;
    const client = cognito();
    const email = `${randomUUID()}@fathom.example`;
    const { UserSub: userId } = await client.send(
      new SignUpCommand({
        ClientId: userPoolClientId,
        Username: email,
        Password: PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'preferred_username', Value: username },
        ],
      }),
    );
    if (target().confirmByAdmin) {
      await client.send(new AdminConfirmSignUpCommand({ UserPoolId: userPoolId, Username: email }));
    }
    return new Member(userId!, email, username, await signIn(email));
  }

  /** The same member, signed in anew. */
  async again(): Promise<Member> {
    return new Member(this.userId, this.email, this.username, await signIn(this.email));
  }

  call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Answer<Response<D>>> {
    return call(endpoint, input, this.tokens.access);
  }

  /** The member's depth in metres. */
  async depth(): Promise<number> {
    return (await this.call(contract.account.me, {})).body.profile.depth;
  }

  /** Asks for an upload and PUTs the bytes; the file is not recorded yet, unless the bucket is faster. */
  async store(fileName: string, fileType: string, bytes: Uint8Array): Promise<string> {
    const { body } = await this.call(contract.files.upload, { fileName, fileType, fileSize: bytes.length });
    const put = await putBytes(body.presignedUrl, fileType, bytes);
    expect(put.status, await put.text()).toBe(200);
    return body.fileId;
  }

  /** Uploads a file as the page does. */
  async upload(fileName: string, fileType: string, bytes: Uint8Array, description?: string): Promise<ListedFile> {
    const fileId = await this.store(fileName, fileType, bytes);
    const saved = await this.call(contract.files.saveMetadata, { fileId, fileName, description });
    expect(saved.body, `save-metadata of ${fileName}`).toMatchObject({ success: true });
    return saved.body.file;
  }
}

/** PUTs bytes to a presigned URL. */
export function putBytes(
  url: string,
  contentType: string | undefined,
  bytes: Uint8Array,
): Promise<globalThis.Response> {
  return fetch(url, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: contentType ? { 'content-type': contentType } : {},
  });
}
