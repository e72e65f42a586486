import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ALGORITHM_IDENTIFIER, createScope, getSigningKey, SignatureV4Base } from '@smithy/signature-v4';
import type { Credentials } from '../state/credentials.ts';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** SHA-256 of the body in hex, where the service signs it; the S3 gateway goes by the header instead. */
  readonly bodyHash?: string;
}

export interface SignatureSettings {
  readonly credentials: Credentials;
  /** Further keys that may sign, by their ids. */
  readonly findKey?: ((accessKeyId: string) => Credentials | undefined) | undefined;
  readonly region: string;
  readonly service: string;
  readonly now?: () => Date;
}

/** Why a request was refused, in the words of AWS. */
export interface Refusal {
  readonly status: 400 | 403;
  readonly code: string;
  readonly message: string;
}

/** The claims that a request makes about its signature. */
interface Claims {
  readonly credential: string;
  readonly date: string;
  readonly expiresSeconds: number | undefined;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const CLOCK_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600;

const MISMATCH: Refusal = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message:
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
};

/** The hash in the shape that the signing library wants. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret;
    this.#hash =
      key === undefined ? createHash('sha256') : createHmac('sha256', key as string | NodeJS.ArrayBufferView);
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(data instanceof ArrayBuffer ? new Uint8Array(data) : (data as string | NodeJS.ArrayBufferView));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

/** Makes the library's canonical form of exactly the headers that a request says it signed. */
class Canonicalizer extends SignatureV4Base {
  readonly #escapesTwice: boolean;

  constructor({ credentials, region, service }: SignatureSettings) {
    // S3 alone signs the path as it stands; the other services escape it once more.
    const escapesTwice = service !== 's3';
    super({ credentials, region, service, sha256: Sha256, uriEscapePath: escapesTwice });
    this.#escapesTwice = escapesTwice;
  }

  async stringToSign(request: SignedRequest, claims: Claims, scope: string, payloadHash: string): Promise<string> {
    const [path = '/', query = ''] = splitOnce(request.url, '?');
    const headers = Object.fromEntries(
      claims.signedHeaders.map((name) => [
        name,
        String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' '),
      ]),
    );
    const canonical = this.createCanonicalRequest(
      {
        method: request.method,
        protocol: 'http:',
        hostname: '',
        headers,
        path: this.#escapesTwice ? path : path.split('/').map(reencode).join('/'),
        query: queryOf(query),
      },
      headers,
      payloadHash,
    );
    return this.createStringToSign(claims.date, scope, canonical, ALGORITHM_IDENTIFIER);
  }
}

/** Checks AWS Signature Version 4 of requests, in their headers or in a presigned URL. */
export class SignatureCheck {
  readonly #settings: SignatureSettings;
  readonly #canonicalizer: Canonicalizer;

  constructor(settings: SignatureSettings) {
    this.#settings = settings;
    this.#canonicalizer = new Canonicalizer(settings);
  }

  /** Why a request must be refused, or undefined when its signature is good. */
  async refusal(request: SignedRequest): Promise<Refusal | undefined> {
    const { region, service } = this.#settings;
    const claims = claimsOf(request);
    if (!('signature' in claims)) return claims;
    const [keyId = '', day = '', scopeRegion, scopeService, terminator] = claims.credential.split('/');
    const credentials = this.#credentials(keyId);
    if (!credentials) {
      return denied('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
    }
    if (scopeRegion !== region || scopeService !== service || terminator !== 'aws4_request') {
      return malformed(`The credential must be scoped to ${region}/${service}/aws4_request.`);
    }
    const time = this.#refusedTime(claims, day);
    if (time) return time;
    const unsigned = unsignedHeaders(request.headers, claims.signedHeaders);
    if (unsigned.length > 0) {
      return denied('AccessDenied', `There were headers present in the request which were not signed: ${unsigned}`);
    }
    const scope = createScope(day, region, service);
    const payloadHash = claims.expiresSeconds === undefined ? bodyHash(request) : 'UNSIGNED-PAYLOAD';
    const toSign = await this.#canonicalizer.stringToSign(request, claims, scope, payloadHash);
    const key = await getSigningKey(Sha256, credentials, day, region, service);
    const expected = createHmac('sha256', key).update(toSign).digest();
    const given = Buffer.from(claims.signature, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : MISMATCH;
  }

  #credentials(keyId: string): Credentials | undefined {
    const { credentials, findKey } = this.#settings;
    return keyId === credentials.accessKeyId ? credentials : findKey?.(keyId);
  }

  #refusedTime({ date, expiresSeconds }: Claims, day: string): Refusal | undefined {
    const signedAt = parseDate(date);
    if (signedAt === undefined) return malformed('X-Amz-Date must be an ISO 8601 basic date.');
    const now = (this.#settings.now?.() ?? new Date()).getTime();
    if (expiresSeconds === undefined) {
      if (Math.abs(now - signedAt) > CLOCK_SKEW_MS) {
        return denied(
          'RequestTimeTooSkewed',
          'The difference between the request time and the current time is too large.',
        );
      }
      return date.startsWith(day) ? undefined : malformed('The credential must be of the same day as X-Amz-Date.');
    }
    if (!(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRY_SECONDS)) {
      return malformed(`X-Amz-Expires must be from 1 to ${MAX_EXPIRY_SECONDS} seconds.`);
    }
    if (signedAt - now > CLOCK_SKEW_MS) return denied('AccessDenied', 'Request is not yet valid');
    if (now > signedAt + expiresSeconds * 1000) return denied('AccessDenied', 'Request has expired');
    return date.startsWith(day) ? undefined : malformed('The credential must be of the same day as X-Amz-Date.');
  }
}

/** The id of the key by which a request says that it is signed; empty where it says nothing of the kind. */
export function accessKeyIdOf(request: SignedRequest): string {
  const claims = claimsOf(request);
  return 'signature' in claims ? (claims.credential.split('/')[0] ?? '') : '';
}

function claimsOf({ url, headers }: SignedRequest): Claims | Refusal {
  const query = new URLSearchParams(splitOnce(url, '?')[1]);
  const authorization = headers.authorization;
  if (query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature')) {
    const claim = (name: string) => query.getAll(`X-Amz-${name}`).join();
    if (authorization) return malformed('Only one way to sign is allowed: the query or the Authorization header.');
    if (claim('Algorithm') !== ALGORITHM_IDENTIFIER)
      return malformed(`X-Amz-Algorithm must be ${ALGORITHM_IDENTIFIER}`);
    return complete({
      credential: claim('Credential'),
      date: claim('Date'),
      expiresSeconds: Number(claim('Expires') || Number.NaN),
      signedHeaders: claim('SignedHeaders').split(';'),
      signature: claim('Signature'),
    });
  }
  if (!authorization) return denied('AccessDenied', 'Access Denied');
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';
  if (!authorization.startsWith(`${ALGORITHM_IDENTIFIER} `)) return malformed('The authorization type is unsupported.');
  return complete({
    credential: part('Credential'),
    date: String(headers['x-amz-date'] ?? ''),
    expiresSeconds: undefined,
    signedHeaders: part('SignedHeaders').split(';'),
    signature: part('Signature'),
  });
}

function complete(claims: Claims): Claims | Refusal {
  if (!claims.credential || !claims.signature || !claims.date) return malformed('The signature is not complete.');
  // Without the host, a URL signed for one service would open every other.
  if (!claims.signedHeaders.includes('host')) return malformed('The host header must be signed.');
  return claims;
}

/** Headers that change what a request does and therefore must be signed. */
function unsignedHeaders(headers: IncomingHttpHeaders, signed: readonly string[]): string[] {
  return Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.includes(name) && name !== 'x-amz-content-sha256',
  );
}

function bodyHash({ headers, bodyHash: computed }: SignedRequest): string {
  return computed ?? String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
}

function queryOf(query: string): Record<string, string | string[]> {
  const result: Record<string, string[]> = {};
  // AWS reads "+" in a query as a plus sign, URLSearchParams as a space.
  for (const [name, value] of new URLSearchParams(query.replaceAll('+', '%2B'))) {
    if (name === 'X-Amz-Signature') continue;
    result[name] = [...(result[name] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(result).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function reencode(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    return segment;
  }
}

function parseDate(date: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function denied(code: string, message: string): Refusal {
  return { status: 403, code, message };
}

function malformed(message: string): Refusal {
  return { status: 400, code: 'AuthorizationQueryParametersError', message };
}
