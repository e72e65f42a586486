import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Matches the content types of texts. Pictures and fonts are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;
/** A medium level, because a file is compressed while its first request waits. */
const BROTLI_QUALITY = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Returns a file's content type by its extension. */
export function getContentType(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream';
}

/** Serves the files of a folder. Compresses each file at its first request. */
export class StaticFiles {
  readonly #directory: string;
  /** Compressed files by encoding and entity tag. */
  readonly #compressedBodies = new Map<string, Promise<Buffer>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Responds with a file. Returns false if it does not exist. */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    // `normalize` removes every "..", so the path can't leave the folder.
    const file = join(this.#directory, normalize(`/${path}`));
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return false;

    const type = getContentType(file);
    const etag = `"${createHash('sha1').update(`${file} ${stats.size} ${stats.mtimeMs}`).digest('base64url')}"`;
    response.setHeader('content-type', type);
    response.setHeader('etag', etag);

    // Vite's file names under assets/ contain a content hash.
    const isImmutable = path.startsWith('/assets/');
    response.setHeader('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');

    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return true;
    }

    const isCompressible = COMPRESSIBLE.test(type);
    const encoding = isCompressible ? selectEncoding(request) : undefined;
    if (isCompressible) response.setHeader('vary', 'accept-encoding');

    if (encoding) {
      const body = await this.#compress(file, encoding, etag);
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    }

    response.writeHead(200, { 'content-length': stats.size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
    return true;
  }

  #compress(file: string, encoding: 'br' | 'gzip', etag: string): Promise<Buffer> {
    const key = `${encoding} ${etag}`;
    let body = this.#compressedBodies.get(key);
    if (!body) {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
      body = readFile(file).then((content) =>
        encoding === 'br' ? compressBrotli(content, quality) : compressGzip(content),
      );
      this.#compressedBodies.set(key, body);
    }
    return body;
  }
}

function selectEncoding({ headers }: IncomingMessage): 'br' | 'gzip' | undefined {
  const acceptedEncodings = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(acceptedEncodings)) return 'br';
  return /\bgzip\b/.test(acceptedEncodings) ? 'gzip' : undefined;
}
