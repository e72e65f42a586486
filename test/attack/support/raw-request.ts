import { type IncomingHttpHeaders, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { countCases } from './attack-counts.ts';
import { recordExchange } from './server-errors.ts';

/** A response, read as text. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * Sends a request with its path unchanged, and counts it as one case. Doesn't use `fetch`, which resolves `..` and
 * changes other parts of the path. A server error fails the test.
 *
 * @param origin - scheme, host, and port
 * @param path - path and query as they are sent
 */
export function sendRaw(
  origin: string,
  path: string,
  { method = 'GET', headers, body }: RawRequest = {},
): Promise<RawResponse> {
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === 'https:' ? sendHttps : sendHttp;
  countCases();

  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = send({ hostname, port, path, method, headers: { ...length, ...headers } }, async (response) => {
      const status = response.statusCode ?? 0;
      const responseBody = await text(response);
      recordExchange({ method, url: `${origin}${path}`, requestBody: String(body ?? ''), status, responseBody });
      resolve({ status, headers: response.headers, body: responseBody });
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** Returns the origin of the site, which serves pages, pictures, and the API. */
export function siteOrigin(): string {
  return new URL(inject('target').config.apiUrl).origin;
}
