import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import S3rver from 's3rver';
import { z } from 'zod';
import { closeServer, listen } from '../process/ports.ts';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';
import { type CorsRule, corsConfiguration, corsHeaders } from './cors.ts';
import { sendS3Error } from './errors.ts';
import type { StoredObject } from './notifications.ts';
import { SignatureCheck } from './signature.ts';
import { ObjectStore } from './store.ts';

const bucketProperties = z.object({ CorsConfiguration: corsConfiguration.default({ CorsRules: [] }) });

export interface ObjectStorageSettings {
  readonly directory: string;
  readonly buckets: readonly ResolvedResource[];
  readonly credentials: Credentials;
  readonly onStored: (stored: StoredObject) => void;
}

/**
 * The template's buckets: s3rver stores and lists, this gateway in front of it decides what may pass. It hands the
 * very same request on, so that a body streams from the socket to the disk.
 */
export class ObjectStorage {
  readonly #settings: ObjectStorageSettings;
  readonly #signatures: SignatureCheck;
  readonly #cors: ReadonlyMap<string, readonly CorsRule[]>;
  readonly #store: ObjectStore;
  readonly #handOn: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #server: Server;

  constructor(settings: ObjectStorageSettings) {
    this.#settings = settings;
    const { credentials, directory } = settings;
    this.#signatures = new SignatureCheck({ credentials, region: REGION, service: 's3' });
    this.#cors = new Map(
      settings.buckets.map(({ ref, properties }) => [
        ref,
        bucketProperties.parse(properties).CorsConfiguration.CorsRules,
      ]),
    );
    this.#store = new ObjectStore(directory);
    const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false });
    s3rver.store = this.#store;
    s3rver.context.store = this.#store;
    // The gateway has checked who asks; s3rver would refuse response overrides to a stranger.
    s3rver.middleware.unshift((context, next) => {
      context.state.account = {};
      return next();
    });
    s3rver.on('event', ({ Records }) => {
      for (const { eventName, s3 } of Records) {
        const { key, size = 0, eTag = '' } = s3.object;
        settings.onStored({ bucket: s3.bucket.name, eventName, key, size, eTag });
      }
    });
    // Without a listener, Koa prints a stack trace for every upload that a browser gives up.
    s3rver.on('error', () => {});
    this.#handOn = s3rver.callback();
    // A thousand megabytes may take longer than the five minutes that Node grants a request.
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => void this.#answer(request, response));
  }

  /** Creates the buckets and listens on a free port, which it answers. */
  async start(): Promise<number> {
    await Promise.all(this.#settings.buckets.map(({ ref }) => this.#store.putBucket(ref)));
    return listen(this.#server, 0);
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  /** Answers a GET or HEAD of one object to somebody who needs no signature. */
  serve(request: IncomingMessage, response: ServerResponse, bucket: string, key: string): void {
    request.url = `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
    this.#handOn(request, response);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { method = 'GET', url = '/', headers } = request;
      const { bucket, key } = parsePath(url);
      const rules = this.#cors.get(bucket) ?? [];
      if (method === 'OPTIONS') return preflight(request, response, rules);
      if (headers.origin) {
        const allowed = corsHeaders(rules, { origin: headers.origin, method, headers: [] });
        for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value);
      }
      const refusal = await this.#signatures.refusal({ method, url, headers });
      if (refusal) return sendS3Error(response, refusal.status, refusal.code, refusal.message);
      if (key.split('/').some((segment) => segment === '.' || segment === '..')) {
        return sendS3Error(
          response,
          400,
          'InvalidURI',
          'The local cloud keeps objects as files: no "." or ".." in keys.',
        );
      }
      if (method === 'PUT' && !this.#acceptsBody(request, response)) return;
      if (method === 'GET') response.setHeader('x-content-type-options', 'nosniff');
      await this.#normaliseRange(request, bucket, key);
      request.url = withoutSignature(url);
      delete headers.authorization;
      this.#handOn(request, response);
    } catch (error) {
      sendS3Error(response, 500, 'InternalError', error instanceof Error ? error.message : String(error));
    }
  }

  #acceptsBody({ headers }: IncomingMessage, response: ServerResponse): boolean {
    if (String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')) {
      sendS3Error(
        response,
        501,
        'NotImplemented',
        "The local cloud takes no aws-chunked bodies. Set the client's requestChecksumCalculation to WHEN_REQUIRED.",
      );
      return false;
    }
    if (headers['content-length'] === undefined) {
      sendS3Error(response, 411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
      return false;
    }
    return true;
  }

  /** s3rver reads `bytes=-5` as the first five bytes, and several ranges as one. */
  async #normaliseRange({ headers }: IncomingMessage, bucket: string, key: string): Promise<void> {
    const { range } = headers;
    if (range === undefined) return;
    const suffix = /^bytes=-(\d+)$/.exec(range)?.[1];
    if (suffix !== undefined) {
      const metadata = await this.#store.getMetadata(bucket, key).catch(() => undefined);
      if (metadata) headers.range = `bytes=${Math.max(0, Number(metadata['content-length']) - Number(suffix))}-`;
    } else if (!/^bytes=\d+-\d*$/.test(range)) delete headers.range;
  }
}

function preflight(request: IncomingMessage, response: ServerResponse, rules: readonly CorsRule[]): void {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': list } = request.headers;
  if (!origin || !method) {
    sendS3Error(response, 400, 'BadRequest', 'Insufficient information. Origin request header needed.');
    return;
  }
  const headers = (list ?? '').split(',').flatMap((name) => name.trim() || []);
  const allowed = corsHeaders(rules, { origin, method, headers });
  if (allowed) response.writeHead(200, { ...allowed, 'content-length': 0 }).end();
  else sendS3Error(response, 403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
}

function parsePath(url: string): { bucket: string; key: string } {
  const [path = ''] = url.split('?', 1);
  const [bucket = '', ...key] = path.slice(1).split('/').map(decodeSegment);
  return { bucket, key: key.join('/') };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The address without the parameters of the signature: s3rver's own check of them knows half the rules. */
function withoutSignature(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const kept = query.split('&').filter((parameter) => parameter && !/^x-amz-/i.test(parameter));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
