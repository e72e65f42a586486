/** `lambdas/storage/presigned-urls.ts` with the plain SDK: the baseline of part `sdk`. */
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { buildQueryString, extendedEncodeURIComponent, HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { create as contentDisposition } from 'content-disposition';
import { readOptionalSetting, readSetting } from '../../../../lambdas/platform/config.ts';
import { defaultProvider } from '../../../../lambdas/platform/lambda-credentials.ts';
import { formatNameHeader, NAME_HEADER } from '../../../../lambdas/storage/name-metadata.ts';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../../../shared/rules/limits.ts';

// Uses the presigner without the S3 client, whose commands would add 250 KB to each bundle.
const presigner = new S3RequestPresigner({
  credentials: defaultProvider(),
  region: async () => readSetting('AWS_REGION'),
  sha256: Hash.bind(null, 'sha256'),
});

const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/** The request that a presigned URL allows. */
interface PresignOptions {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query: Record<string, string>;
  /** Headers that the request must send with these exact values. */
  readonly headers?: Record<string, string>;
  readonly seconds: number;
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
  const presignedUrl = await sign({
    method: 'PUT',
    key,
    query: { 'x-id': 'PutObject' },
    headers: { ...headers, 'content-length': String(size) },
    seconds: UPLOAD_URL_SECONDS,
  });
  return { presignedUrl, headers };
}

/**
 * Signs a PUT of one part with exactly this size in bytes and SHA-256, valid for {@link UPLOAD_URL_SECONDS} seconds.
 */
export async function signPart(
  { key, uploadId }: { readonly key: string; readonly uploadId: string },
  { partNumber, size, checksum }: { partNumber: number; size: number; checksum: string },
): Promise<PresignedPut> {
  const query = { partNumber: String(partNumber), uploadId, 'x-id': 'UploadPart' };
  const headers = { [CHECKSUM_HEADER]: checksum };
  const presignedUrl = await sign({
    method: 'PUT',
    key,
    query,
    headers: { ...headers, 'content-length': String(size) },
    seconds: UPLOAD_URL_SECONDS,
  });

  return { presignedUrl, headers };
}

/**
 * Signs a GET of one file, valid for {@link DOWNLOAD_URL_SECONDS} seconds.
 *
 * Types that a browser might execute are downloaded as an attachment. The response has the recorded content type, not
 * the object's own.
 */
export function signDownload(file: { key: string; fileName: string; contentType: string }): Promise<string> {
  const type = isSafeInline(file.contentType) ? 'inline' : 'attachment';
  const query = {
    'response-content-disposition': contentDisposition(file.fileName, { type }),
    'response-content-type': file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType,
    'x-id': 'GetObject',
  };
  return sign({ method: 'GET', key: file.key, query, seconds: DOWNLOAD_URL_SECONDS });
}

async function sign({ method, key, query, headers = {}, seconds }: PresignOptions): Promise<string> {
  const { origin, path } = locateObject(key);
  const { protocol, hostname, port } = origin;
  const address = { protocol, hostname, path, ...(port && { port: Number(port) }) };
  const signedRequest = await presigner.presign(new HttpRequest({ method, query, headers, ...address }), {
    expiresIn: seconds,
    signableHeaders: new Set(['host', ...Object.keys(headers)]),
    // The presigner would move these headers to the query. S3 documents a header as the way to verify the body.
    unhoistableHeaders: new Set([CHECKSUM_HEADER, NAME_HEADER]),
  });

  return `${origin.origin}${path}?${buildQueryString(signedRequest.query ?? {})}`;
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

function isSafeInline(type: string): boolean {
  if (type.includes('svg') || type.includes('xml')) return false;
  return /^(image|video|audio)\//.test(type) || type === 'application/pdf' || type === 'text/plain';
}
