import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../state/credentials.ts';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** SHA-256 of the body in hex. Without it, the signed `x-amz-content-sha256` header counts, as in S3. */
  readonly bodyHash?: string;
}

interface SignatureSettings {
  readonly credentials: Credentials;
  /** Finds other keys that may sign, by id. */
  readonly findKey?: ((accessKeyId: string) => Credentials | undefined) | undefined;
  readonly region: string;
  readonly service: string;
  readonly now?: () => Date;
}

/** Why a request is refused, with AWS's code and message. */
interface Refusal {
  readonly status: 400 | 403;
  readonly code: string;
  readonly message: string;
}

/** What a request states about its signature. */
interface Claims {
  readonly credential: string;
  readonly date: string;
  /** Only in presigned URLs. */
  readonly expiresSeconds: number | undefined;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const CLOCK_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600;
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/** Checks AWS Signature Version 4, in the Authorization header or in a presigned URL. */
export class SignatureCheck {
  readonly #settings: SignatureSettings;

  constructor(settings: SignatureSettings) {
    this.#settings = settings;
  }

  /** Returns why a request must be refused, or undefined if its signature is valid. */
  refusal(request: SignedRequest): Refusal | undefined {
    const { credentials: own, findKey, region, service } = this.#settings;
    const claims = parseClaims(request);
    if (!('signature' in claims)) return claims;
    const [keyId = '', day = '', ...scope] = claims.credential.split('/');
    const credentials = keyId === own.accessKeyId ? own : findKey?.(keyId);
    if (!credentials) {
      return denied('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
    }
    const ownScope = `${region}/${service}/aws4_request`;
    if (scope.join('/') !== ownScope) return malformed(`The credential must be scoped to ${ownScope}.`);
    const wrongTime = this.#checkTime(claims, day);
    if (wrongTime) return wrongTime;
    // These headers change what a request does.
    const unsigned = Object.keys(request.headers).filter(
      (name) => /^x-amz-(?!content-sha256$)/.test(name) && !claims.signedHeaders.includes(name),
    );
    if (unsigned.length > 0) {
      return denied('AccessDenied', `There were headers present in the request which were not signed: ${unsigned}`);
    }
    const hash = createHash('sha256')
      .update(canonicalRequest(request, claims, service))
      .digest('hex');
    const signingKey = [day, ...scope].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
    const expected = hmac(signingKey, [ALGORITHM, claims.date, [day, ...scope].join('/'), hash].join('\n'));
    const given = Buffer.from(claims.signature, 'hex');
    const matches = given.length === expected.length && timingSafeEqual(given, expected);
    return matches ? undefined : denied('SignatureDoesNotMatch', MISMATCH);
  }

  #checkTime({ date, expiresSeconds }: Claims, day: string): Refusal | undefined {
    const signedAt = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
    if (Number.isNaN(signedAt)) return malformed('X-Amz-Date must be an ISO 8601 basic date.');
    const now = (this.#settings.now?.() ?? new Date()).getTime();
    if (expiresSeconds === undefined) {
      if (Math.abs(now - signedAt) > CLOCK_SKEW_MS) {
        const message = 'The difference between the request time and the current time is too large.';
        return denied('RequestTimeTooSkewed', message);
      }
    } else {
      if (!(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRY_SECONDS)) {
        return malformed(`X-Amz-Expires must be from 1 to ${MAX_EXPIRY_SECONDS} seconds.`);
      }
      if (signedAt - now > CLOCK_SKEW_MS) return denied('AccessDenied', 'Request is not yet valid');
      if (now > signedAt + expiresSeconds * 1000) return denied('AccessDenied', 'Request has expired');
    }
    return date.startsWith(day) ? undefined : malformed('The credential must be of the same day as X-Amz-Date.');
  }
}

/** Returns the id of the key that a request claims to be signed with, or an empty string. */
export function accessKeyIdOf(request: SignedRequest): string {
  const claims = parseClaims(request);
  return 'signature' in claims ? (claims.credential.split('/')[0] ?? '') : '';
}

/** Splits a request's URL. AWS reads "+" in a query as a plus sign; URLSearchParams would read a space. */
export function parseAddress(url: string): { path: string; query: URLSearchParams } {
  const [path = '/', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?').replaceAll('+', '%2B')) };
}

function parseClaims({ url, headers }: SignedRequest): Claims | Refusal {
  const { query } = parseAddress(url);
  const { authorization } = headers;
  const presigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (presigned && authorization) return malformed('Sign either the query or the Authorization header, not both.');
  if (!presigned && !authorization) return denied('AccessDenied', 'Access Denied');
  const parameter = (name: string) => query.getAll(`X-Amz-${name}`).join();
  const field = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization ?? '')?.[1] ?? '';
  const read = presigned ? parameter : field;
  const algorithm = presigned ? parameter('Algorithm') : authorization?.split(' ', 1)[0];
  if (algorithm !== ALGORITHM) return malformed(`The signature's algorithm must be ${ALGORITHM}.`);
  const claims = {
    credential: read('Credential'),
    date: presigned ? parameter('Date') : String(headers['x-amz-date'] ?? ''),
    expiresSeconds: presigned ? Number(parameter('Expires') || Number.NaN) : undefined,
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
  };
  if (!claims.credential || !claims.signature || !claims.date) return malformed('The signature is not complete.');
  // Without the host, a URL signed for one service would be valid for every other.
  return claims.signedHeaders.includes('host') ? claims : malformed('The host header must be signed.');
}

/** Builds the canonical form of a request from exactly the headers that it says it signed. */
function canonicalRequest({ method, url, headers, bodyHash }: SignedRequest, claims: Claims, service: string): string {
  const { path, query } = parseAddress(url);
  // S3 signs the path as it is. Other services escape it again.
  const encodeSegment = service === 's3' ? (segment: string) => encode(decodeURIComponent(segment)) : encode;
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    // A separator below every character sorts by name first, and then by value.
    .map((parameter) => parameter.map(encode).join('\0'))
    .sort()
    .map((parameter) => parameter.replace('\0', '='));
  const values = claims.signedHeaders.map((name) => String(headers[name] ?? '').replace(/\s+/g, ' '));
  const payload = bodyHash ?? String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  return [
    method,
    path.split('/').map(encodeSegment).join('/'),
    parameters.join('&'),
    ...claims.signedHeaders.map((name, index) => `${name}:${values[index]?.trim()}`),
    '',
    claims.signedHeaders.join(';'),
    claims.expiresSeconds === undefined ? payload : 'UNSIGNED-PAYLOAD',
  ].join('\n');
}

function encode(text: string): string {
  const toHex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toHex);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function denied(code: string, message: string): Refusal {
  return { status: 403, code, message };
}

function malformed(message: string): Refusal {
  return { status: 400, code: 'AuthorizationQueryParametersError', message };
}
