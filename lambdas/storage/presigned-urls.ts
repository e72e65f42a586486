import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { buildQueryString, extendedEncodeURIComponent, HttpRequest } from '@smithy/core/protocols';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { readOptionalSetting, readSetting } from '../platform/config.ts';
import { defaultProvider } from '../platform/lambda-credentials.ts';
import { Sha256 } from '../platform/sha256.ts';
import { fitDisposition } from './fit-disposition.ts';
import { formatNameHeader, NAME_HEADER } from './name-metadata.ts';
import { signGet } from './sign-get.ts';

/** The presigner of this function instance, created at the first call. */
let presigner: S3RequestPresigner | undefined;

/** Returns the SDK's presigner, without the S3 client, whose commands would add 250 KB to each bundle. */
function getPresigner(): S3RequestPresigner {
  presigner ??= new S3RequestPresigner({
    credentials: defaultProvider(),
    region: async () => readSetting('AWS_REGION'),
    sha256: Sha256,
  });
  return presigner;
}

/**
 * The limit of signed URLs, in bytes. Signed URLs are shorter, with the exception below. This is half of S3's limit: S3
 * rejects requests whose line and headers have more than 8 KB. Browsers add about 1 KB of headers. See
 * RequestHeaderSectionTooLarge in "Error responses" (S3 API reference).
 *
 * A file's key takes up to 2,370 bytes, if each character of its name has three bytes in UTF-8. The rest leaves room
 * for a session token of 1,100 bytes, the current size of Lambda's tokens. Only a longer token with such a key exceeds
 * the limit.
 */
const MAX_SIGNED_URL_BYTES = 4096;

/** The header with the SHA-256 of the body, which S3 verifies. */
const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/** The PUT that a presigned URL allows. */
interface PutOptions {
  readonly key: string;
  readonly query: Record<string, string>;
  /** Headers that the request must send with these exact values. */
  readonly headers: Record<string, string>;
  /** Size of the body, in bytes. */
  readonly size: number;
}

/** A signed PUT. */
export interface PresignedPut {
  readonly presignedUrl: string;
  /** The headers that the request must send. Browsers set the content length themselves. */
  readonly headers: Record<string, string>;
}

/**
 * Signs a PUT of one object, valid for {@link UPLOAD_URL_SECONDS} seconds.
 *
 * The URL fixes the key, the content type, the size in bytes, and the bytes' SHA-256, which S3 verifies. S3 stores
 * nothing if the key already has an object.
 *
 * @param object.fileName - the name to store with the object; not for keys that have a name
 */
export async function signUpload(
  key: string,
  {
    contentType,
    size,
    checksum,
    fileName,
  }: { contentType: string; size: number; checksum: string; fileName?: string | undefined },
): Promise<PresignedPut> {
  const headers = {
    'content-type': contentType,
    'if-none-match': '*',
    [CHECKSUM_HEADER]: checksum,
    ...(fileName !== undefined && { [NAME_HEADER]: formatNameHeader(fileName) }),
  };

  return signPut({ key, query: {}, headers, size });
}

/**
 * Signs a PUT of one part with exactly this size in bytes and SHA-256, valid for {@link UPLOAD_URL_SECONDS} seconds.
 */
export async function signPart(
  { key, uploadId }: { readonly key: string; readonly uploadId: string },
  { partNumber, size, checksum }: { partNumber: number; size: number; checksum: string },
): Promise<PresignedPut> {
  const query = { partNumber: String(partNumber), uploadId };
  return signPut({ key, query, headers: { [CHECKSUM_HEADER]: checksum }, size });
}

/**
 * Signs a GET of one file, valid for {@link DOWNLOAD_URL_SECONDS} seconds.
 *
 * Types that a browser might execute are downloaded as an attachment. The response has the recorded content type, not
 * the object's content type. Browsers save the download under the file's name: see {@link fitDisposition} for names
 * that don't fit.
 */
export async function signDownload(file: { key: string; fileName: string; contentType: string }): Promise<string> {
  const type = isSafeInline(file.contentType) ? 'inline' : 'attachment';
  const contentType = file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType;
  const { origin, path } = locateObject(file.key);
  const sign = (disposition: string) => {
    const query = { 'response-content-disposition': disposition, 'response-content-type': contentType };
    return signGet(origin, path, query, DOWNLOAD_URL_SECONDS);
  };

  return fitDisposition(sign, { ...file, type }, MAX_SIGNED_URL_BYTES);
}

/** Signs a PUT, valid for {@link UPLOAD_URL_SECONDS} seconds. */
async function signPut({ key, query, headers, size }: PutOptions): Promise<PresignedPut> {
  const { origin, path } = locateObject(key);
  const { protocol, hostname, port } = origin;
  const address = { protocol, hostname, path, ...(port && { port: Number(port) }) };
  const signedHeaders = { ...headers, 'content-length': String(size) };
  const request = new HttpRequest({ method: 'PUT', query, headers: signedHeaders, ...address });

  const signedRequest = await getPresigner().presign(request, {
    expiresIn: UPLOAD_URL_SECONDS,
    signableHeaders: new Set(['host', ...Object.keys(signedHeaders)]),
    // The presigner would move these headers to the query. S3 is documented to verify the body only for a header, and
    // the name would make the URL long.
    unhoistableHeaders: new Set([CHECKSUM_HEADER, NAME_HEADER]),
  });

  return { presignedUrl: `${origin.origin}${path}?${buildQueryString(signedRequest.query ?? {})}`, headers };
}

/** Returns an object's address: at the bucket's host name on AWS, or below an emulator's endpoint. */
function locateObject(key: string): { origin: URL; path: string } {
  const bucket = readSetting('BUCKET_NAME');
  const path = `/${key.split('/').map(extendedEncodeURIComponent).join('/')}`;

  const endpoint = readOptionalSetting('AWS_ENDPOINT_URL_S3') ?? readOptionalSetting('AWS_ENDPOINT_URL');
  if (endpoint) {
    const origin = new URL(endpoint);
    return { origin, path: `${origin.pathname.replace(/\/$/, '')}/${bucket}${path}` };
  }

  const region = readSetting('AWS_REGION');
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { origin: new URL(`https://${bucket}.s3.${region}.${domain}`), path };
}

/** Returns whether a browser may show a file of this type on its own, without the risk that it runs scripts. */
function isSafeInline(type: string): boolean {
  if (type.includes('svg') || type.includes('xml')) return false;
  return /^(image|video|audio)\//.test(type) || type === 'application/pdf' || type === 'text/plain';
}
