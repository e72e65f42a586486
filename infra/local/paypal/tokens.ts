import { createHmac, randomBytes } from 'node:crypto';
import { PayPalApiError, unauthenticated } from './errors.ts';
import type { Account } from './store.ts';

/** PayPal's own tokens live for nine hours. */
const LIFETIME_SECONDS = 32_400;

/** An error of the token operation, which has a form of its own. */
export class OAuthError extends PayPalApiError {
  readonly #description: string;

  constructor(status: number, name: string, description: string) {
    super(status, name);
    this.#description = description;
  }

  override get json(): object {
    return { error: this.name, error_description: this.#description };
  }
}

/**
 * Gives a token to whoever has the application's secret.
 *
 * @param authorization the header, with basic credentials
 * @param form the body, as an HTML form would send it
 * @throws OAuthError for another secret, and for another grant than the client's own.
 */
export function grantToken(account: Account, authorization: string | undefined, form: string): object {
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  if (credentials !== `${account.clientId}:${account.clientSecret}`) {
    throw new OAuthError(401, 'invalid_client', 'Client Authentication failed');
  }
  if (new URLSearchParams(form).get('grant_type') !== 'client_credentials') {
    throw new OAuthError(400, 'unsupported_grant_type', 'Grant Type is NULL or not supported');
  }
  const issued = new Date();
  const nonce = randomBytes(16).toString('base64url');
  const ends = Math.floor(issued.getTime() / 1000) + LIFETIME_SECONDS;
  const content = `${ends}.${nonce}`;
  return {
    scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund openid',
    access_token: `A21AA${content}.${signatureOf(account, content)}`,
    token_type: 'Bearer',
    app_id: account.appId,
    expires_in: LIFETIME_SECONDS,
    nonce: `${issued.toISOString()}${nonce}`,
  };
}

/** @throws PayPalApiError when the header bears no token of ours, or one that has ended. */
export function requireToken(account: Account, authorization: string | undefined): void {
  const [, ends = '', nonce = '', signature] =
    /^bearer\s+A21AA(\d+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  const ours = signature === signatureOf(account, `${ends}.${nonce}`);
  if (!ours || Number(ends) * 1000 < Date.now()) throw unauthenticated();
}

function signatureOf({ clientSecret }: Account, content: string): string {
  return createHmac('sha256', clientSecret).update(content).digest('base64url');
}
