import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

type Claims = Readonly<Record<string, unknown>>;

/** A key of the attacker for RS256, the algorithm of the target's tokens. */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A key of the attacker for ES256. */
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Claims => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** A token of the target, split into its parts. */
interface TokenParts {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signature: string;
}

/** Splits a token into its parts. */
function parseToken(token: string): TokenParts {
  const [header, claims, signature = ''] = token.split('.');
  return { header: decode(header), claims: decode(claims), signature };
}

/** Signs a token with the attacker's RSA key. */
function signRsa(header: Claims, claims: Claims, key: KeyObject = rsa.privateKey): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

/** Signs a token with a shared secret. */
function signHmac(header: Claims, claims: Claims, secret: string): string {
  const content = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Returns a token with other claims and its original signature. */
function alterClaims(token: string, changes: Claims): string {
  const { header, claims, signature } = parseToken(token);
  return `${encode(header)}.${encode({ ...claims, ...changes })}.${signature}`;
}

/** Returns the issuer of another user pool. The last nine characters of a pool's ID are random. */
function otherIssuer({ iss }: Claims): string {
  return `${String(iss).slice(0, -9)}Pool00000`;
}

/**
 * Returns tokens that the target must reject, by description.
 *
 * test/acceptance/authentication.test.ts has simpler ones, such as no token and an expired token.
 *
 * @param access - an access token of the target
 * @param id - an ID token of the same member
 * @param otherMemberId - the member that some of the tokens name instead
 */
export function forgeTokens(access: string, id: string, otherMemberId: string): Record<string, string> {
  const { header, claims, signature } = parseToken(access);
  const now = Math.floor(Date.now() / 1000);
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: header.kid, use: 'sig', alg: 'RS256' };
  const content = access.slice(0, access.lastIndexOf('.'));
  const withAlgorithm = (alg: string, newSignature = '') =>
    `${encode({ ...header, alg })}.${encode(claims)}.${newSignature}`;
  const ecKey = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const ecdsaSignature = sign('sha256', Buffer.from(content), ecKey).toString('base64url');

  return {
    // Other algorithms.
    'algorithm "none"': withAlgorithm('none'),
    'algorithm "NONE"': withAlgorithm('NONE'),
    'algorithm "nOnE" and the original signature': withAlgorithm('nOnE', signature),
    'no algorithm': `${encode({ kid: header.kid })}.${encode(claims)}.${signature}`,
    // HS256 and ES256, in case the target verifies them with its public key or with no key.
    'a signature with an empty secret': signHmac(header, claims, ''),
    'a signature with the key ID as secret': signHmac(header, claims, String(header.kid)),
    'an ECDSA signature of zeros': withAlgorithm('ES256', Buffer.alloc(64).toString('base64url')),
    'an ECDSA signature': withAlgorithm('ES256', ecdsaSignature),
    // Missing or altered signatures.
    'no signature': `${content}.`,
    'half a signature': `${content}.${signature.slice(0, signature.length / 2)}`,
    'a signature with another character': `${content}.${replaceFirstCharacter(signature)}`,
    'the signature of the ID token': `${content}.${parseToken(id).signature}`,
    // Keys that the token itself names.
    'the key of the header (jwk)': signRsa({ ...header, jwk }, claims),
    'the address of a key in the header (jku)': signRsa({ ...header, jku: 'https://example.com/jwks.json' }, claims),
    'an unknown key ID': signRsa({ ...header, kid: 'unknown' }, claims),
    'no key ID': signRsa({ alg: 'RS256' }, claims),
    'a key ID that is a path': signHmac({ ...header, kid: '../../../../dev/null' }, claims, ''),
    'a key ID that is a query': signRsa({ ...header, kid: "' UNION SELECT 'x" }, claims),
    // Altered claims.
    'another pool': signRsa(header, { ...claims, iss: otherIssuer(claims) }),
    'another issuer': signRsa(header, { ...claims, iss: 'https://example.com' }),
    'another client': alterClaims(access, { client_id: 'another-client' }),
    'another member': alterClaims(access, { sub: otherMemberId, username: otherMemberId }),
    'another member, signed by the attacker': signRsa(header, {
      ...claims,
      sub: otherMemberId,
      username: otherMemberId,
    }),
    'a later expiry': alterClaims(access, { exp: now + 1e6 }),
    'no expiry': signRsa(header, { ...claims, exp: undefined }),
    'a start in the future': signRsa(header, { ...claims, nbf: now + 1e6 }),
    'an administrator': alterClaims(access, { 'cognito:groups': ['admin'], scope: 'admin' }),
    'the use of a refresh token': alterClaims(access, { token_use: 'refresh' }),
    'an ID token that claims to be an access token': alterClaims(id, {
      token_use: 'access',
      client_id: claims.client_id,
      scope: claims.scope,
    }),
    // Malformed tokens.
    'two tokens': `${access}.${access}`,
    'a null character': `${access}%00`,
    'base64 with padding': access.replace('.', '==.'),
    'only dots': '..',
    'an encrypted token': [
      encode({ alg: 'RSA-OAEP', enc: 'A256GCM' }),
      'A'.repeat(40),
      'AAAA',
      'A'.repeat(400),
      'AAAA',
    ].join('.'),
  };
}

/** Replaces the first character, because the last one may have unused bits. */
function replaceFirstCharacter(signature: string): string {
  return `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}
