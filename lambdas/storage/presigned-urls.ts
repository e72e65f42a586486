import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { buildQueryString, extendedEncodeURIComponent, HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { create as contentDisposition } from 'content-disposition';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { setting, settingIfGiven } from '../platform/config.ts';
import { defaultProvider } from '../platform/lambda-credentials.ts';

// Without the client of S3, whose commands are a quarter of a megabyte of code to sign what is a method and an address.
const presigner = new S3RequestPresigner({
  credentials: defaultProvider(),
  region: async () => setting('AWS_REGION'),
  sha256: Hash.bind(null, 'sha256'),
});

/** What a presigned URL allows. */
interface Allowed {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query: Record<string, string>;
  /** Headers that a request must have, as they are here. */
  readonly headers?: Record<string, string>;
  readonly seconds: number;
}

/**
 * A URL that stores one file for {@link UPLOAD_URL_SECONDS} seconds: PUT to exactly this key, with exactly this content
 * type and, when a size is given, exactly so many bytes.
 */
export function signUpload(key: string, contentType: string, size?: number): Promise<string> {
  const headers = { 'content-type': contentType, ...(size !== undefined && { 'content-length': String(size) }) };
  return sign({ method: 'PUT', key, query: { 'x-id': 'PutObject' }, headers, seconds: UPLOAD_URL_SECONDS });
}

/** A URL that stores one part of exactly so many bytes for {@link UPLOAD_URL_SECONDS} seconds. */
export function signPart(
  { fileId: key, uploadId }: { readonly fileId: string; readonly uploadId: string },
  partNumber: number,
  size: number,
): Promise<string> {
  const query = { partNumber: String(partNumber), uploadId, 'x-id': 'UploadPart' };
  const headers = { 'content-length': String(size) };
  return sign({ method: 'PUT', key, query, headers, seconds: UPLOAD_URL_SECONDS });
}

/**
 * A URL that opens one file for {@link DOWNLOAD_URL_SECONDS} seconds. What a browser might execute is saved instead of
 * shown, and the type is the recorded one, whatever the object says of itself.
 */
export function signDownload(file: { key: string; fileName: string; contentType: string }): Promise<string> {
  const type = isShownSafely(file.contentType) ? 'inline' : 'attachment';
  const query = {
    'response-content-disposition': contentDisposition(file.fileName, { type }),
    'response-content-type': file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType,
    'x-id': 'GetObject',
  };
  return sign({ method: 'GET', key: file.key, query, seconds: DOWNLOAD_URL_SECONDS });
}

async function sign({ method, key, query, headers = {}, seconds }: Allowed): Promise<string> {
  const { origin, path } = addressOf(key);
  const { protocol, hostname, port } = origin;
  const address = { protocol, hostname, path, ...(port && { port: Number(port) }) };
  const signed = await presigner.presign(new HttpRequest({ method, query, headers, ...address }), {
    expiresIn: seconds,
    signableHeaders: new Set(['host', ...Object.keys(headers)]),
  });
  return `${origin.origin}${path}?${buildQueryString(signed.query ?? {})}`;
}

/** Where an object is: at the bucket's own host name, or below the address that stands in for S3. */
function addressOf(key: string): { origin: URL; path: string } {
  const bucket = setting('BUCKET_NAME');
  const path = `/${key.split('/').map(extendedEncodeURIComponent).join('/')}`;
  const elsewhere = settingIfGiven('AWS_ENDPOINT_URL_S3') ?? settingIfGiven('AWS_ENDPOINT_URL');
  if (elsewhere) {
    const origin = new URL(elsewhere);
    return { origin, path: `${origin.pathname.replace(/\/$/, '')}/${bucket}${path}` };
  }
  const region = setting('AWS_REGION');
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { origin: new URL(`https://${bucket}.s3.${region}.${domain}`), path };
}

function isShownSafely(type: string): boolean {
  if (type.includes('svg') || type.includes('xml')) return false;
  return /^(image|video|audio)\//.test(type) || type === 'application/pdf' || type === 'text/plain';
}
