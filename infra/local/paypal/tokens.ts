import { createHmac, randomBytes } from 'node:crypto';
import { PayPalApiError } from './errors.ts';
import type { Credentials } from './objects.ts';

/** How long a token is valid: nine hours, like PayPal's tokens. */
const LIFETIME_SECONDS = 32_400;

/** An error of the token endpoint, in OAuth's format. */
class OAuthError extends PayPalApiError {
  readonly #description: string;

  constructor(status: number, name: string, description: string) {
    super(status, name);
    this.#description = description;
  }

  override get responseBody(): object {
    return { error: this.name, error_description: this.#description };
  }
}

/**
 * Returns an access token for the application.
 *
 * @param authorization the header for basic authentication.
 * @param form the body, form-encoded.
 * @throws OAuthError for a wrong secret, or a grant other than client_credentials.
 */
export function issueToken(credentials: Credentials, authorization: string | undefined, form: string): object {
  const [, encodedCredentials = ''] = /^basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  const idAndSecret = Buffer.from(encodedCredentials, 'base64').toString();
  if (idAndSecret !== `${credentials.clientId}:${credentials.clientSecret}`) {
    throw new OAuthError(401, 'invalid_client', 'Client Authentication failed');
  }
  if (new URLSearchParams(form).get('grant_type') !== 'client_credentials') {
    throw new OAuthError(400, 'unsupported_grant_type', 'Grant Type is NULL or not supported');
  }

  const issuedAt = new Date();
  const nonce = randomBytes(16).toString('base64url');
  const expiresAt = Math.floor(issuedAt.getTime() / 1000) + LIFETIME_SECONDS;
  const content = `${expiresAt}.${nonce}`;

  return {
    scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund openid',
    access_token: `A21AA${content}.${signToken(credentials, content)}`,
    token_type: 'Bearer',
    app_id: credentials.appId,
    expires_in: LIFETIME_SECONDS,
    nonce: `${issuedAt.toISOString()}${nonce}`,
  };
}

/** @throws PayPalApiError AUTHENTICATION_FAILURE unless the header has an unexpired token of this account. */
export function requireToken(credentials: Credentials, authorization: string | undefined): void {
  const [, expiresAt = '', nonce = '', signature] =
    /^bearer\s+A21AA(\d+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  const isSigned = signature === signToken(credentials, `${expiresAt}.${nonce}`);
  if (!isSigned || Number(expiresAt) * 1000 < Date.now()) throw new PayPalApiError(401, 'AUTHENTICATION_FAILURE');
}

function signToken({ clientSecret }: Credentials, content: string): string {
  return createHmac('sha256', clientSecret).update(content).digest('base64url');
}
