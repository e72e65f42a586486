import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import S3rver from 's3rver';
import { z } from 'zod';
import type { Guard } from '../iam/guard.ts';
import { listCall, readsObject, s3Calls } from '../iam/s3-calls.ts';
import { closeServer, listen } from '../process/ports.ts';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';
import { type CorsRule, corsConfiguration, corsHeaders } from './cors.ts';
import { deleteObjects } from './delete-objects.ts';
import { S3Error, sendS3Error } from './errors.ts';
import { isAbandoned, type LifecycleRule, lifecycleConfiguration } from './lifecycle.ts';
import { listObjectsV2 } from './list-objects.ts';
import { MultipartOperations, type Operation } from './multipart.ts';
import type { StoredObject } from './notifications.ts';
import { accessKeyIdOf, SignatureCheck } from './signature.ts';
import { ObjectStore } from './store.ts';
import { Uploads } from './uploads.ts';
import { sendXml } from './xml.ts';
import { xmlOf } from './xml-request.ts';

const bucketProperties = z.object({
  CorsConfiguration: corsConfiguration.default({ CorsRules: [] }),
  LifecycleConfiguration: lifecycleConfiguration.default({ Rules: [] }),
});

interface BucketRules {
  readonly cors: readonly CorsRule[];
  readonly lifecycle: readonly LifecycleRule[];
}

/** S3 itself looks about once a day. */
const SWEEP_EVERY_MS = 3600 * 1000;

export interface ObjectStorageSettings {
  readonly directory: string;
  readonly buckets: readonly Pick<ResolvedResource, 'ref' | 'properties'>[];
  readonly credentials: Credentials;
  /** Knows functions by their own keys, and what they may do. */
  readonly guard?: Guard | undefined;
  readonly onStored: (stored: StoredObject) => void;
  /** Tests let days pass by it. */
  readonly now?: () => Date;
}

/**
 * The template's buckets: s3rver stores and gives out, this gateway in front of it decides what may pass. It hands the
 * very same request on, so that a body streams from the socket to the disk.
 */
export class ObjectStorage {
  readonly #settings: ObjectStorageSettings;
  readonly #signatures: SignatureCheck;
  readonly #buckets: ReadonlyMap<string, BucketRules>;
  readonly #store: ObjectStore;
  readonly #uploads: Uploads;
  readonly #multipart: MultipartOperations;
  readonly #handOn: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #server: Server;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(settings: ObjectStorageSettings) {
    this.#settings = settings;
    const { credentials, directory, guard } = settings;
    const findKey = guard && ((id: string) => guard.find(id));
    this.#signatures = new SignatureCheck({ credentials, findKey, region: REGION, service: 's3' });
    this.#buckets = new Map(
      settings.buckets.map(({ ref, properties }) => {
        const { CorsConfiguration, LifecycleConfiguration } = bucketProperties.parse(properties);
        return [ref, { cors: CorsConfiguration.CorsRules, lifecycle: LifecycleConfiguration.Rules }];
      }),
    );
    this.#store = new ObjectStore(directory);
    this.#uploads = new Uploads(directory, this.#store, () => this.#now());
    this.#multipart = new MultipartOperations(this.#uploads, settings.onStored);
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
    await this.abortAbandoned();
    this.#sweeping = setInterval(() => void this.abortAbandoned().catch(() => {}), SWEEP_EVERY_MS).unref();
    return listen(this.#server, 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await closeServer(this.#server);
  }

  /** Ends the multipart uploads that the buckets' lifecycle rules give up by now. */
  async abortAbandoned(): Promise<void> {
    const now = this.#now();
    for (const [bucket, { lifecycle }] of this.#buckets) {
      for (const upload of await this.#uploads.list(bucket)) {
        // Completed or aborted by its owner meanwhile: as well.
        if (isAbandoned(upload, lifecycle, now)) await this.#uploads.abort(upload).catch(ignoreMissing);
      }
    }
  }

  #now(): Date {
    return this.#settings.now?.() ?? new Date();
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
      const rules = this.#buckets.get(bucket)?.cors ?? [];
      if (method === 'OPTIONS') return preflight(request, response, rules);
      if (headers.origin) {
        const allowed = corsHeaders(rules, { origin: headers.origin, method, headers: [] });
        for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value);
      }
      const refusal = await this.#signatures.refusal({ method, url, headers });
      if (refusal) return sendS3Error(response, refusal.status, refusal.code, refusal.message);
      const denial = await this.#denial(request, { bucket, key });
      if (denial !== undefined) return sendS3Error(response, 403, 'AccessDenied', denial);
      if (key.split('/').some((segment) => segment === '.' || segment === '..')) {
        return sendS3Error(
          response,
          400,
          'InvalidURI',
          'The local cloud keeps objects as files: no "." or ".." in keys.',
        );
      }
      if (method === 'PUT' && !this.#acceptsBody(request, response)) return;
      if (await this.#answersItself({ request, response, bucket, key, query: queryOf(url) })) return;
      if (method === 'GET') response.setHeader('x-content-type-options', 'nosniff');
      await this.#normaliseRange(request, bucket, key);
      request.url = withoutSignature(url);
      delete headers.authorization;
      this.#handOn(request, response);
    } catch (error) {
      if (error instanceof S3Error) sendS3Error(response, error.status, error.code, error.message);
      else sendS3Error(response, 500, 'InternalError', error instanceof Error ? error.message : String(error));
    }
  }

  /** Why the caller's role does not let a request pass, if it does not. */
  async #denial(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    { bucket, key }: { bucket: string; key: string },
  ): Promise<string | undefined> {
    const { guard } = this.#settings;
    if (!guard) return undefined;
    const accessKeyId = accessKeyIdOf({ method, url, headers });
    const asked = { method, bucket, key, query: queryOf(url), headers };
    const refusal = guard.refusal(accessKeyId, s3Calls(asked));
    if (refusal !== undefined) return refusal;
    if (!readsObject(asked) || guard.allows(accessKeyId, [listCall(bucket)])) return undefined;
    const found = await this.#store.getMetadata(bucket, key).catch(() => undefined);
    return found ? undefined : 'Access Denied';
  }

  /** Answers what s3rver cannot: multipart uploads, listings by ListObjectsV2, and deletions by the list. */
  async #answersItself(operation: Operation): Promise<boolean> {
    const { request, response, bucket, key, query } = operation;
    const multipart = this.#multipart.handlerOf(operation);
    const lists = request.method === 'GET' && key === '' && query.get('list-type') === '2';
    const deletes = request.method === 'POST' && key === '' && query.has('delete');
    if (!multipart && !lists && !deletes) return false;
    if (!this.#buckets.has(bucket)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (multipart) await multipart(operation);
    else if (deletes) sendXml(response, 'DeleteResult', await deleteObjects(this.#store, bucket, await xmlOf(request)));
    else sendXml(response, 'ListBucketResult', await listObjectsV2(this.#store, bucket, query));
    return true;
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

/** AWS reads "+" in a query as a plus sign, URLSearchParams as a space. */
function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]?.replaceAll('+', '%2B'));
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3Error && error.code === 'NoSuchUpload')) throw error;
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
