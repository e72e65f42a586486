import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 as ApiResult } from 'aws-lambda';

/** Minimum size of a body that is compressed, in bytes. Shorter bodies fit into one packet. */
const MIN_BYTES = 1400;

/**
 * Compresses the body of a response, if the client accepts gzip and the body is long.
 *
 * Neither HTTP APIs nor CloudFront compress responses that may not be cached. A page of files is mostly presigned URLs,
 * which share their credentials, so the page shrinks to a fraction of its size.
 *
 * @param acceptEncoding - the request's header
 */
export function compress(response: ApiResult, acceptEncoding: string | undefined): ApiResult {
  const { body = '', headers } = response;
  if (Buffer.byteLength(body) < MIN_BYTES || !acceptsGzip(acceptEncoding)) return response;

  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Returns whether a header allows gzip: `gzip, deflate, br` does, `gzip;q=0` does not. */
function acceptsGzip(header = ''): boolean {
  return header.split(',').some((coding) => /^\s*gzip\s*(;\s*q=(0?\.0*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(coding));
}
