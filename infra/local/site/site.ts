import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { PAYMENTS_PATH, type PagePolicies } from '../../content-security-policy.ts';
import { closeServer, listen } from '../process/ports.ts';
import type { ResolvedResource } from '../template/template.ts';
import { StaticFiles } from './static-files.ts';

/** What CloudFront's managed policy SecurityHeaders adds, but for HSTS, which means nothing without TLS. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '1; mode=block',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** How long a connection waits for its next request. */
const KEEP_ALIVE_MS = 60_000;

const NO_WEB = 'This local cloud runs without the web application (--no-web). Its API answers under /api.\n';

const bucketPolicyProperties = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.string(),
        Principal: z.unknown(),
        Resource: z.union([z.string(), z.array(z.string())]),
      }),
    ),
  }),
});

/** What the site hands requests to. */
export interface SiteParts {
  readonly config: RuntimeConfig;
  /** Of the built pages: a development server injects scripts of its own. */
  readonly policies: PagePolicies;
  readonly media: readonly MediaRule[];
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly object: (request: IncomingMessage, response: ServerResponse, bucket: string, key: string) => void;
}

/** Answers requests for pages and their assets. */
export type Pages = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void> | void;

/** Objects that the bucket's own policy lets CloudFront read. */
interface MediaRule {
  readonly bucket: string;
  readonly prefix: string;
}

/** The objects that CloudFront may read, from the template's bucket policies. */
export function mediaRules(policies: readonly ResolvedResource[]): MediaRule[] {
  return policies
    .flatMap(({ properties }) => bucketPolicyProperties.parse(properties).PolicyDocument.Statement)
    .filter(
      ({ Effect, Principal }) => Effect === 'Allow' && JSON.stringify(Principal).includes('cloudfront.amazonaws.com'),
    )
    .flatMap(({ Resource }) => Resource)
    .flatMap((arn) => {
      const [, bucket, prefix] = /^arn:aws:s3:::([^/]+)\/(.*)\*$/.exec(arn) ?? [];
      return bucket && prefix !== undefined ? [{ bucket, prefix }] : [];
    });
}

/** The one origin that a browser sees: pages, /api and /media, as the site stack's distribution serves them. */
export class Site {
  readonly #server: Server;
  #parts: SiteParts | undefined;
  #pages: Pages | undefined;
  #built = false;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // As CloudFront does, and longer than clients do: none sends into a connection that is being closed.
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** Listens on a port, and answers which: early, so that a port in use is known at once. */
  listen(port: number): Promise<number> {
    return listen(this.#server, port);
  }

  /** Starts to serve. Until then every request is answered 503. */
  open(parts: SiteParts): void {
    this.#parts = parts;
  }

  /** Starts to serve the built web application in a folder, or what a development server makes of its sources. */
  showPages(pages: string | Pages): void {
    this.#built = typeof pages === 'string';
    this.#pages = typeof pages === 'string' ? builtPages(new StaticFiles(pages)) : pages;
  }

  /** What listens. */
  get server(): Server {
    return this.#server;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    secure(response);
    try {
      const parts = this.#parts;
      if (!parts) return plain(response, 503, 'The local cloud is still starting.\n', { 'retry-after': '1' });
      const path = decodedPath(request.url ?? '/');
      if (path === undefined) return plain(response, 400, 'Bad Request\n');
      if (path === '/api' || path.startsWith('/api/')) return await parts.api(request, response);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return plain(response, 405, 'Method Not Allowed\n', { allow: 'GET, HEAD' });
      }
      if (path === '/config.json') return json(response, parts.config);
      if (path.startsWith('/media/')) return this.#media(parts, request, response, path.slice('/media/'.length));
      if (!this.#pages) return plain(response, 200, NO_WEB);
      if (this.#built) {
        const { everywhere, payments } = parts.policies;
        response.setHeader('content-security-policy', path === PAYMENTS_PATH ? payments : everywhere);
      }
      return await this.#pages(request, response, path);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else plain(response, 500, `${error instanceof Error ? error.message : error}\n`);
    }
  }

  #media(parts: SiteParts, request: IncomingMessage, response: ServerResponse, key: string): void {
    const rule = parts.media.find(({ prefix }) => key.startsWith(prefix));
    if (!rule || key.split('/').includes('..')) {
      plain(response, 403, 'Access Denied\n');
      return;
    }
    const write = response.writeHead.bind(response);
    // The object's headers are set by then: an address is never given to two pictures, so a hit may be kept for ever.
    // Those of the site are gone, if there was no such object.
    response.writeHead = ((status: number, ...rest: []) => {
      secure(response);
      if (status < 400) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      return write(status, ...rest);
    }) as typeof response.writeHead;
    parts.object(request, response, rule.bucket, key);
  }
}

function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

function builtPages(files: StaticFiles): Pages {
  return async (request, response, path) => {
    // What has no extension is an address of the single page, as the distribution's own rewrite has it.
    const isFile = path.lastIndexOf('.') > path.lastIndexOf('/');
    const file = path === '/' ? '/index.html' : isFile ? path : '/app.html';
    if (!(await files.serve(request, response, file))) plain(response, 404, 'Not Found\n');
  };
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
