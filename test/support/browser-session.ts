import * as z from 'zod';
import { signInToPool } from '../../infra/local/cognito/sign-in.ts';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** An error of the user pool. Its `name` is the name of Cognito's error. */
export class PoolError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The name of a session's device in the list of devices. */
export const DEVICE_NAME = 'Test browser';

/** The credentials of a member. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** The result of a sign-in. */
const tokensSchema = z.object({
  AccessToken: z.string(),
  RefreshToken: z.string(),
  NewDeviceMetadata: z.object({ DeviceKey: z.string() }).optional(),
});

/** The response to a sign-in that needs a code of the authenticator app. */
const challengeSchema = z.object({ ChallengeName: z.literal('SOFTWARE_TOKEN_MFA'), Session: z.string() });

/** A session of a browser, or of a thief with its tokens. Calls a stage's API and user pool without AWS credentials. */
export class BrowserSession {
  readonly config: RuntimeConfig;
  /** Empty without a sign-in. */
  accessToken = '';
  /** Empty without a sign-in, or if a thief has only the access token. */
  refreshToken = '';
  /** The key of this device. Empty if the user pool tracks no devices, like an emulator's. */
  deviceKey = '';

  constructor(config: RuntimeConfig) {
    this.config = config;
  }

  /** Signs in, if necessary with a code of the authenticator app. */
  static async signIn(config: RuntimeConfig, login: Login, totpCode?: string): Promise<BrowserSession> {
    const session = new BrowserSession(config);
    let lastResponse: Record<string, unknown> = {};

    const call = async (operation: string, input: object) => {
      lastResponse = await session.callPool(operation, input);
      return lastResponse;
    };

    // A challenge for a code fails with an error, but its response has what the next request needs.
    const signInError = await signInToPool(config, call, login).then(
      () => undefined,
      (error: unknown) => error,
    );

    const challenge = challengeSchema.safeParse(lastResponse);
    if (challenge.success) {
      lastResponse = await session.#respondToChallenge(challenge.data, login, totpCode);
    } else if (signInError) throw signInError;

    const { AccessToken, RefreshToken, NewDeviceMetadata } = tokensSchema.parse(lastResponse.AuthenticationResult);
    session.accessToken = AccessToken;
    session.refreshToken = RefreshToken;
    await session.#confirmDevice(NewDeviceMetadata?.DeviceKey);
    return session;
  }

  /**
   * Completes a sign-in with a code of the authenticator app.
   *
   * @throws PoolError without a code, or if the code is wrong
   */
  async #respondToChallenge(
    { ChallengeName, Session }: z.output<typeof challengeSchema>,
    { email }: Login,
    totpCode: string | undefined,
  ): Promise<Record<string, unknown>> {
    if (totpCode === undefined) {
      throw new PoolError(ChallengeName, 'The sign-in needs a code of the authenticator app.');
    }

    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: totpCode };
    return this.callPool('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses });
  }

  /** Confirms a new device, as Amplify does. Otherwise, the session can't be renewed. */
  async #confirmDevice(DeviceKey: string | undefined): Promise<void> {
    if (DeviceKey === undefined) return;

    // No test proves the identity of a device with its verifier, so any values will do.
    const DeviceSecretVerifierConfig = { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' };
    await this.callPoolSignedIn('ConfirmDevice', { DeviceKey, DeviceName: DEVICE_NAME, DeviceSecretVerifierConfig });
    this.deviceKey = DeviceKey;
  }

  /**
   * Calls an operation of the user pool with the page's client.
   *
   * @throws PoolError
   */
  async callPool(operation: string, input: object): Promise<Record<string, unknown>> {
    const { region, userPoolEndpoint, userPoolClientId: ClientId } = this.config;
    const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId, ...input }),
    });

    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok) return body;

    throw new PoolError(String(body.__type).replace(/^.*#/, ''), String(body.message ?? body.Message));
  }

  /** Calls an operation of the user pool that needs the access token. */
  callPoolSignedIn(operation: string, input: object = {}): Promise<Record<string, unknown>> {
    return this.callPool(operation, { AccessToken: this.accessToken, ...input });
  }

  /**
   * Requests new tokens with the refresh token.
   *
   * @throws PoolError if the session has ended
   */
  async renew(): Promise<void> {
    await this.callPool('GetTokensFromRefreshToken', {
      RefreshToken: this.refreshToken,
      ...(this.deviceKey && { DeviceKey: this.deviceKey }),
    });
  }

  /** Calls an endpoint with the access token, if there is one. */
  async call<D extends EndpointDefinition>(
    endpoint: Endpoint<D>,
    input: Request<D>,
  ): Promise<{ status: number; body: Response<D> & { code?: string; error?: string; requestId?: string } }> {
    const { path, body } = buildHttpRequest(endpoint, input);
    const response = await fetch(`${this.config.apiUrl}${path}`, {
      method: endpoint.method,
      body,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }),
      },
    });

    return { status: response.status, body: (await response.json()) as never };
  }
}
