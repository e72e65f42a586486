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
  /** Finds other keys that may sign, by ID. */
  readonly findCredentialsById?: ((accessKeyId: string) => Credentials | undefined) | undefined;
  readonly region: string;
  readonly service: string;
  readonly now?: () => Date;
}

/** The reason for rejecting a signature, with AWS's code and message. */
interface SignatureDenial {
  readonly status: 400 | 403;
  readonly code: string;
  readonly message: string;
}

/** The signature of a request and its parameters. */
interface Signature {
  readonly credential: string;
  readonly date: string;
  /** Undefined except in presigned URLs. */
  readonly expiresSeconds: number | undefined;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** Empty without a token. */
  readonly sessionToken: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Maximum difference between the signature's time and now, in milliseconds: 15 minutes. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;

/** Maximum lifetime of a presigned URL: a week. */
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600;

const MISMATCH_MESSAGE =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/** Verifies AWS Signature Version 4, in the Authorization header or in a presigned URL. */
export class SignatureVerifier {
  readonly #settings: SignatureSettings;

  constructor(settings: SignatureSettings) {
    this.#settings = settings;
  }

  /** Returns the reason for rejecting the signature, or undefined if it is valid. */
  findDenial(request: SignedRequest): SignatureDenial | undefined {
    const { credentials: ownCredentials, findCredentialsById, region, service } = this.#settings;
    const parts = parseSignature(request);
    if (!('signature' in parts)) return parts;

    const [keyId = '', day = '', ...scope] = parts.credential.split('/');
    const credentials = keyId === ownCredentials.accessKeyId ? ownCredentials : findCredentialsById?.(keyId);
    if (!credentials) {
      return buildForbidden('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
    }

    const ownScope = `${region}/${service}/aws4_request`;
    if (scope.join('/') !== ownScope) return buildMalformed(`The credential must be scoped to ${ownScope}.`);

    const timeDenial = this.#checkTime(parts, day);
    if (timeDenial) return timeDenial;

    if (parts.sessionToken !== (credentials.sessionToken ?? '')) {
      return { status: 400, code: 'InvalidToken', message: 'The provided token is malformed or otherwise invalid.' };
    }

    const unsignedHeaders = findUnsignedHeaders(request, parts);
    if (unsignedHeaders.length > 0) {
      return buildForbidden(
        'AccessDenied',
        `There were headers present in the request which were not signed: ${unsignedHeaders}`,
      );
    }

    const expectedSignature = computeSignature(request, parts, service, credentials.secretAccessKey);
    return isSameText(parts.signature, expectedSignature)
      ? undefined
      : buildForbidden('SignatureDoesNotMatch', MISMATCH_MESSAGE);
  }

  #checkTime({ date, expiresSeconds }: Signature, day: string): SignatureDenial | undefined {
    // Converts 20260304T120000Z to 2026-03-04T12:00:00Z.
    const signedAt = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
    if (Number.isNaN(signedAt)) return buildMalformed('X-Amz-Date must be an ISO 8601 basic date.');

    const now = (this.#settings.now?.() ?? new Date()).getTime();
    const ageMs = now - signedAt;
    const denial = expiresSeconds === undefined ? checkClockSkew(ageMs) : checkExpiry(ageMs, expiresSeconds);
    if (denial) return denial;

    return date.startsWith(day) ? undefined : buildMalformed('The credential must be of the same day as X-Amz-Date.');
  }
}

function checkClockSkew(ageMs: number): SignatureDenial | undefined {
  if (Math.abs(ageMs) <= CLOCK_SKEW_MS) return undefined;
  return buildForbidden(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
  );
}

/** Checks the age of a presigned URL. */
function checkExpiry(ageMs: number, expiresSeconds: number): SignatureDenial | undefined {
  // A missing or invalid value is NaN, which this condition also rejects.
  if (!(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRY_SECONDS)) {
    return buildMalformed(`X-Amz-Expires must be from 1 to ${MAX_EXPIRY_SECONDS} seconds.`);
  }
  if (ageMs < -CLOCK_SKEW_MS) return buildForbidden('AccessDenied', 'Request is not yet valid');
  if (ageMs > expiresSeconds * 1000) return buildForbidden('AccessDenied', 'Request has expired');
  return undefined;
}

/** Returns the access key ID in the request, unverified, or an empty string. */
export function parseAccessKeyId(request: SignedRequest): string {
  const parts = parseSignature(request);
  return 'signature' in parts ? (parts.credential.split('/')[0] ?? '') : '';
}

/** Splits a request's URL. AWS decodes "+" in a query as a plus sign; URLSearchParams decodes it as a space. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [path = '/', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?').replaceAll('+', '%2B')) };
}

function parseSignature({ url, headers }: SignedRequest): Signature | SignatureDenial {
  const { query } = splitUrl(url);
  const { authorization } = headers;
  const isPresigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (isPresigned && authorization)
    return buildMalformed('Sign either the query or the Authorization header, not both.');
  if (!isPresigned && !authorization) return buildForbidden('AccessDenied', 'Access Denied');

  const readParameter = (name: string) => query.getAll(`X-Amz-${name}`).join();
  const readField = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization ?? '')?.[1] ?? '';
  const read = isPresigned ? readParameter : readField;

  const algorithm = isPresigned ? readParameter('Algorithm') : authorization?.split(' ', 1)[0];
  if (algorithm !== ALGORITHM) return buildMalformed(`The signature's algorithm must be ${ALGORITHM}.`);

  const parts = {
    credential: read('Credential'),
    date: isPresigned ? readParameter('Date') : String(headers['x-amz-date'] ?? ''),
    expiresSeconds: isPresigned ? Number(readParameter('Expires') || Number.NaN) : undefined,
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    sessionToken: isPresigned ? readParameter('Security-Token') : String(headers['x-amz-security-token'] ?? ''),
  };
  if (!parts.credential || !parts.signature || !parts.date) return buildMalformed('The signature is not complete.');

  // Without a signed host, a URL for one service would be valid for all.
  return parts.signedHeaders.includes('host') ? parts : buildMalformed('The host header must be signed.');
}

/** Returns the headers that change the request's meaning but are not signed. */
function findUnsignedHeaders({ headers }: SignedRequest, { signedHeaders }: Signature): string[] {
  return Object.keys(headers).filter(
    (name) => /^x-amz-(?!content-sha256$)/.test(name) && !signedHeaders.includes(name),
  );
}

/** Computes the signature that the request must have, in hexadecimal. */
function computeSignature(request: SignedRequest, parts: Signature, service: string, secretAccessKey: string): string {
  // The credential is `<key ID>/<day>/<region>/<service>/aws4_request`.
  const [, ...scope] = parts.credential.split('/');
  const hash = createHash('sha256')
    .update(canonicalize(request, parts, service))
    .digest('hex');

  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, [ALGORITHM, parts.date, scope.join('/'), hash].join('\n')).toString('hex');
}

/**
 * Compares two texts in constant time.
 *
 * Compares texts, not decoded signatures: decoding would stop at a comma between two signatures, and accept the
 * first.
 */
function isSameText(text: string, expectedText: string): boolean {
  const bytes = Buffer.from(text);
  const expectedBytes = Buffer.from(expectedText);
  return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes);
}

/** Builds the canonical request from its signed headers. */
function canonicalize({ method, url, headers, bodyHash }: SignedRequest, parts: Signature, service: string): string {
  const { path, query } = splitUrl(url);
  // S3 signs the path once encoded. Other services encode it twice.
  const encodeSegment = service === 's3' ? (segment: string) => encode(decodeURIComponent(segment)) : encode;
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    // The null character sorts by name first, and then by value.
    .map((parameter) => parameter.map(encode).join('\0'))
    .sort()
    .map((parameter) => parameter.replace('\0', '='));
  const headerValues = parts.signedHeaders.map((name) => String(headers[name] ?? '').replace(/\s+/g, ' '));
  const payload = bodyHash ?? String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');

  return [
    method,
    path.split('/').map(encodeSegment).join('/'),
    parameters.join('&'),
    ...parts.signedHeaders.map((name, index) => `${name}:${headerValues[index]?.trim()}`),
    '',
    parts.signedHeaders.join(';'),
    parts.expiresSeconds === undefined ? payload : 'UNSIGNED-PAYLOAD',
  ].join('\n');
}

function encode(text: string): string {
  const toHex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toHex);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function buildForbidden(code: string, message: string): SignatureDenial {
  return { status: 403, code, message };
}

function buildMalformed(message: string): SignatureDenial {
  return { status: 400, code: 'AuthorizationQueryParametersError', message };
}
