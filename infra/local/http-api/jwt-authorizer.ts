import { JwtRsaVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { z } from 'zod';

const authorizerSchema = z.object({
  AuthorizerType: z.literal('JWT'),
  IdentitySource: z.tuple([z.literal('$request.header.Authorization')]),
  JwtConfiguration: z.object({ Issuer: z.string(), Audience: z.array(z.string()) }),
});

/** An authorizer's decision. */
type Authorization =
  | { readonly allowed: true; readonly claims: Record<string, string>; readonly scopes: readonly string[] | null }
  | { readonly allowed: false; readonly status: 401 | 403; readonly wwwAuthenticate: string };

/** Checks tokens like API Gateway's JWT authorizers. */
export class JwtAuthorizer {
  readonly #verifier;
  readonly #audience: readonly string[];
  readonly #fetchJwks: () => Jwks;
  #hasKeys = false;

  /** @param fetchJwks returns the issuer's public keys, which are then cached. It throws while they are unreachable. */
  constructor(properties: unknown, fetchJwks: () => Jwks) {
    this.#fetchJwks = fetchJwks;
    const { Issuer, Audience } = authorizerSchema.parse(properties).JwtConfiguration;
    this.#audience = Audience;
    // `authorize` checks the audience, because Cognito's access tokens have `client_id` instead of `aud`.
    this.#verifier = JwtRsaVerifier.create({ issuer: Issuer, audience: null });
  }

  /**
   * Decides whether a request may use a route.
   *
   * @param header the Authorization header, with or without `Bearer`.
   * @param requiredScopes the token must have one of them, if there are any.
   */
  authorize(header: string | undefined, requiredScopes: readonly string[]): Authorization {
    const token = header?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return { allowed: false, status: 401, wwwAuthenticate: 'Bearer' };
    if (!this.#cacheKeys()) return denyToken('OIDC discovery endpoint communication error');

    let claims: Record<string, unknown>;
    try {
      claims = this.#verifier.verifySync(token);
    } catch {
      return denyToken('the token is not valid');
    }

    const audience = [claims.aud ?? claims.client_id].flat();
    if (!audience.some((candidate) => this.#audience.includes(String(candidate)))) {
      return denyToken('the token does not have a valid audience');
    }

    // API Gateway reads either claim.
    const grantedScopes = String(claims.scope ?? claims.scp ?? '').split(' ');
    const scopes = requiredScopes.filter((scope) => grantedScopes.includes(scope));
    if (requiredScopes.length > 0 && scopes.length === 0) {
      return {
        allowed: false,
        status: 403,
        wwwAuthenticate: `Bearer scope="${requiredScopes.join(' ')}" error="insufficient_scope"`,
      };
    }

    return { allowed: true, claims: toStringClaims(claims), scopes: requiredScopes.length > 0 ? scopes : null };
  }

  /** Returns whether the issuer's keys are cached. API Gateway rejects every token without them. */
  #cacheKeys(): boolean {
    try {
      if (!this.#hasKeys) this.#verifier.cacheJwks(this.#fetchJwks());
      this.#hasKeys = true;
    } catch {
      // The issuer is unreachable. The next request tries again.
    }
    return this.#hasKeys;
  }
}

function denyToken(description: string): Authorization {
  const wwwAuthenticate = `Bearer scope="" error="invalid_token" error_description="${description}"`;
  return { allowed: false, status: 401, wwwAuthenticate };
}

/** Converts claims to strings, like API Gateway. A list becomes `[a b]`. */
function toStringClaims(claims: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  );
}
