import { contract } from '../../../shared/contract/contract.ts';
import type { Response as Answer, Endpoint, EndpointDefinition, Request } from '../../../shared/contract/endpoint.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { Mail } from '../cognito/mail.ts';

/** A file of a member of the demo community, ready to be sent. */
export interface DemoUpload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Registration {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** A member who has registered and signed in, and does what a browser could do: no more. */
export class DemoSession {
  readonly userId: string;
  readonly #config: RuntimeConfig;
  readonly #token: string;

  private constructor(config: RuntimeConfig, token: string) {
    this.#config = config;
    this.#token = token;
    this.userId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  }

  /**
   * Registers somebody new, and signs them in.
   *
   * @param mails - what was mailed, to look a code up where the stage asks for one
   * @throws Error naming the call that failed and its answer; so do all that follow
   */
  static async register(
    config: RuntimeConfig,
    { email, username, password }: Registration,
    mails: readonly Mail[],
  ): Promise<DemoSession> {
    const client = { ClientId: config.userPoolClientId };
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'preferred_username', Value: username },
    ];
    const signUp = { ...client, Username: email, Password: password, UserAttributes };
    const { UserConfirmed } = await cognito(config, 'SignUp', signUp);
    if (!UserConfirmed) {
      const ConfirmationCode = mails.findLast(({ to }) => to === email)?.code;
      await cognito(config, 'ConfirmSignUp', { ...client, Username: email, ConfirmationCode });
    }
    return DemoSession.signIn(config, { email, password });
  }

  /** Signs in somebody who has registered. */
  static async signIn(
    config: RuntimeConfig,
    { email, password }: Omit<Registration, 'username'>,
  ): Promise<DemoSession> {
    const { AuthenticationResult } = await cognito(config, 'InitiateAuth', {
      ClientId: config.userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    return new DemoSession(config, (AuthenticationResult as { AccessToken: string }).AccessToken);
  }

  /** Calls an endpoint of the contract. */
  async call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Answer<D>> {
    const rest: Record<string, unknown> = { ...input };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const query = endpoint.query ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
    const answer = await answered(
      fetch(`${this.#config.apiUrl}${path}${query}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(endpoint.body && { 'content-type': 'application/json' }),
        },
        body: endpoint.body && JSON.stringify(rest),
      }),
    );
    return answer as Answer<D>;
  }

  /** Uploads a file for a purpose, and answers how it is called now. */
  async upload({ name, type, bytes }: DemoUpload, purpose: 'file' | 'avatar' | 'post') {
    const announced = {
      fileName: name,
      fileType: type,
      fileSize: bytes.length,
      isProfilePhoto: purpose === 'avatar',
      purpose,
    };
    const { presignedUrl, fileId, publicUrl } = await this.call(contract.files.upload, announced);
    await answered(
      fetch(presignedUrl, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) }),
    );
    return { fileId, publicUrl };
  }
}

function cognito(config: RuntimeConfig, operation: string, input: object): Promise<Record<string, unknown>> {
  return answered(
    fetch(config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(input),
    }),
  );
}

async function answered(pending: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await pending;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url.split('?')[0]} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
