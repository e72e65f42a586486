import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { DATA_POLICY, PAYMENTS_PATH, type PagePolicies } from '../../content-security-policy.ts';
import {
  buildRenditionCheck,
  MEDIA_CACHE_CONTROL,
  MEDIA_REWRITE,
  RENDITION_CACHE_CONTROL,
} from '../../edge-functions.ts';
import { buildPageHeaders, MEDIA_HEADERS, MEDIA_POLICY } from '../../security-headers.ts';
import { HOST } from '../process/ports.ts';
import type { ResolvedResource } from '../template/template.ts';
import { compileEdgeFunction, type EdgeFunction, type EdgeResponse, toEdgeRequest } from './edge-function.ts';
import { StaticFiles } from './static-files.ts';

/** Headers of CloudFront's managed policy SecurityHeaders, without HSTS, which needs TLS. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '1; mode=block',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** The name of this machine that members may type instead of its address. */
const LOCALHOST = /^localhost(?=:|$)/i;

const NO_WEB = 'This local cloud runs without the web app (--no-web). Its API is at /api.\n';

/** The parts of a bucket policy that tell which objects CloudFront may read. */
const bucketPolicySchema = z.object({
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

/** The configuration and handlers that the site serves. */
export interface SiteBackends {
  readonly config: RuntimeConfig;
  /** Policies for built pages. They don't apply to a development server, which injects scripts. */
  readonly policies: PagePolicies;
  readonly media: readonly MediaRule[];
  /** The key that signs URLs of renditions. */
  readonly renditionKey: string;
  /** Handles a request for a path below `/api`. */
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Responds with an object of the file bucket. */
  readonly object: (request: IncomingMessage, response: ServerResponse, bucket: string, key: string) => void;
}

/** Handles requests for pages and their assets. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void> | void;

/** A prefix of objects that the bucket's policy lets CloudFront read. */
interface MediaRule {
  readonly bucket: string;
  readonly prefix: string;
}

/** Reads the prefixes that CloudFront may serve from the template's bucket policies. */
export function readMediaRules(policies: readonly ResolvedResource[]): MediaRule[] {
  return policies
    .flatMap(({ properties }) => bucketPolicySchema.parse(properties).PolicyDocument.Statement)
    .filter(
      ({ Effect, Principal }) => Effect === 'Allow' && JSON.stringify(Principal).includes('cloudfront.amazonaws.com'),
    )
    .flatMap(({ Resource }) => Resource)
    .flatMap((arn) => {
      const [, bucket, prefix] = /^arn:aws:s3:::([^/]+)\/(.*)\*$/.exec(arn) ?? [];
      return bucket && prefix !== undefined ? [{ bucket, prefix }] : [];
    });
}

/** The CloudFront functions of a path's behavior, for requests and for successful responses. */
interface EdgeFunctions {
  readonly onRequest: EdgeFunction;
  readonly onResponse: EdgeFunction;
}

/** Serves pages, /api, /media, and /renditions, as the site stack's distribution does, with its functions. */
export class Site {
  #backends: SiteBackends | undefined;
  #handlePage: PageHandler | undefined;
  /** The functions of each path prefix. */
  #edgeFunctions: Readonly<Record<string, EdgeFunctions>> = {};
  /** Whether the pages come from a build, not from a development server. */
  #isBuilt = false;

  readonly handle: RequestListener = (request, response) => void this.#respond(request, response);

  /** Starts serving the backends. Until then, every request gets 503. */
  open(backends: SiteBackends): void {
    this.#backends = backends;
    this.#edgeFunctions = {
      '/media/': {
        onRequest: compileEdgeFunction(MEDIA_REWRITE),
        onResponse: compileEdgeFunction(MEDIA_CACHE_CONTROL),
      },
      '/renditions/': {
        onRequest: compileEdgeFunction(buildRenditionCheck(backends.renditionKey)),
        onResponse: compileEdgeFunction(RENDITION_CACHE_CONTROL),
      },
    };
  }

  /** Stops serving the backends: every request gets 503 again. */
  close(): void {
    this.#backends = undefined;
  }

  /**
   * Starts serving pages from a folder with a build, or from a development server. Without either, pages say that there
   * is no web app. Until then, pages get 503.
   */
  servePages(source: string | PageHandler | undefined): void {
    this.#isBuilt = typeof source === 'string';
    this.#handlePage = typeof source === 'string' ? createPageHandler(new StaticFiles(source)) : (source ?? sendNoWeb);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response, SECURITY_HEADERS);

    try {
      const backends = this.#backends;
      if (!backends) return sendNotReady(response);

      const path = decodePath(request.url ?? '/');
      if (path === undefined) return sendText(response, 400, 'Bad Request\n');

      if (path === '/api' || path.startsWith('/api/')) {
        response.setHeader('content-security-policy', DATA_POLICY);
        return await backends.api(request, response);
      }

      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return sendText(response, 405, 'Method Not Allowed\n', { allow: 'GET, HEAD' });
      }

      if (path === '/config.json') return sendJson(response, backends.config);

      const prefix = Object.keys(this.#edgeFunctions).find((candidate) => path.startsWith(candidate));
      if (prefix) return sendObject(backends, request, response, this.#edgeFunctions[prefix]!);
      await this.#sendPage(request, response, path, backends.policies);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `${error instanceof Error ? error.message : error}\n`);
    }
  }

  /** Responds with a page or an asset. Redirects `localhost` to the address of the cloud. */
  async #sendPage(request: IncomingMessage, response: ServerResponse, path: string, policies: PagePolicies) {
    if (!this.#handlePage) return sendNotReady(response);

    const { host = '' } = request.headers;
    if (LOCALHOST.test(host)) {
      // The configuration and the pages' policies contain the address. "localhost" would be another origin.
      response.writeHead(307, { location: `http://${host.replace(LOCALHOST, HOST)}${request.url}` }).end();
      return;
    }

    setHeaders(response, buildPageHeaders(path));
    if (this.#isBuilt) {
      const contentPolicy = path === PAYMENTS_PATH ? policies.payments : policies.default;
      response.setHeader('content-security-policy', contentPolicy);
    }
    await this.#handlePage(request, response, path);
  }
}

/** Responds with an object, as the distribution does: between the edge functions of its path. */
function sendObject(
  backends: SiteBackends,
  request: IncomingMessage,
  response: ServerResponse,
  { onRequest, onResponse }: EdgeFunctions,
): void {
  const headers = { ...SECURITY_HEADERS, ...MEDIA_HEADERS, 'content-security-policy': MEDIA_POLICY };
  setHeaders(response, headers);

  const event = { request: toEdgeRequest(request.method ?? 'GET', request.url ?? '/') };
  const edgeResult = onRequest(event);
  if ('statusCode' in edgeResult) {
    setHeaders(response, toHeaderValues(edgeResult));
    response.writeHead(edgeResult.statusCode).end();
    return;
  }

  const key = decodePath(edgeResult.uri)?.slice(1);
  const rule = backends.media.find(({ prefix }) => key?.startsWith(prefix));
  if (key === undefined || !rule || key.split('/').includes('..')) {
    sendText(response, 403, 'Access Denied\n');
    return;
  }

  // Sets the site's headers again when the object's response is sent, because that response replaces them.
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((statusCode: number, ...otherArguments: []) => {
    setHeaders(response, headers);
    if (statusCode < 400) {
      const edgeResponse = onResponse({ ...event, response: { statusCode, headers: {} } });
      setHeaders(response, toHeaderValues(edgeResponse));
    }

    return writeHead(statusCode, ...otherArguments);
  }) as typeof response.writeHead;

  backends.object(request, response, rule.bucket, key);
}

function toHeaderValues({ headers = {} }: Pick<EdgeResponse, 'headers'>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}

function setHeaders(response: ServerResponse, headers: object): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Serves a build: the start page, the app's page for all other screens, and their assets. */
function createPageHandler(files: StaticFiles): PageHandler {
  return async (request, response, path) => {
    // A path without an extension is a page of the app, as in the distribution's rewrite function.
    const isFile = path.lastIndexOf('.') > path.lastIndexOf('/');
    const page = path === '/' ? '/index.html' : '/app.html';
    const file = isFile ? path : page;
    if (!(await files.serve(request, response, file))) sendText(response, 404, 'Not Found\n');
  };
}

/** Returns the decoded path of a URL without its query; undefined if its percent-encoding is broken. */
function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}

const sendNoWeb: PageHandler = (_request, response) => sendText(response, 200, NO_WEB);

function sendNotReady(response: ServerResponse): void {
  sendText(response, 503, 'The local cloud is not ready.\n', { 'retry-after': '1' });
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
