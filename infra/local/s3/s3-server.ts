import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Guard } from '../iam/guard.ts';
import { isObjectRead, toDeleteCall, toListCall, toS3Calls } from '../iam/s3-calls.ts';
import { parseAccessKeyId, SignatureVerifier, splitUrl } from '../iam/signature.ts';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';
import { type DenyStatement, parseDenyStatements } from './bucket-policy.ts';
import { type BucketRules, bucketSchema, buildCorsHeaders, type CorsRule, isExpiredUpload } from './bucket-rules.ts';
import { listObjects } from './list-objects.ts';
import * as multipart from './multipart-operations.ts';
import * as objects from './object-operations.ts';
import { ObjectStore } from './object-store.ts';
import { S3Error, sendError } from './protocol.ts';
import { Uploads } from './uploads.ts';
import { expireVersions, listObjectVersions } from './versions.ts';

/** Interval of the lifecycle rules, in milliseconds. On AWS, they run about once a day. */
const LIFECYCLE_INTERVAL_MS = 3600 * 1000;

/** The operations by method, resource, and selecting query parameters. Other requests get NotImplemented. */
const OPERATIONS: Readonly<Record<string, (exchange: objects.Exchange) => Promise<void>>> = {
  'HEAD bucket': async ({ response }) => void response.end(),
  'GET bucket': listObjects,
  'GET bucket uploads': multipart.listMultipartUploads,
  'GET bucket versions': listObjectVersions,
  'POST bucket delete': objects.deleteObjects,
  'GET object': objects.getObject,
  'HEAD object': objects.getObject,
  'GET object tagging': objects.getObjectTagging,
  'PUT object': objects.putObject,
  'DELETE object': objects.deleteObject,
  'DELETE object versionId': objects.deleteObject,
  'POST object uploads': multipart.createMultipartUpload,
  'PUT object uploadId': multipart.uploadPart,
  'GET object uploadId': multipart.listParts,
  'POST object uploadId': multipart.completeMultipartUpload,
  'DELETE object uploadId': multipart.abortMultipartUpload,
};

/**
 * Matches query parameters that are arguments of an operation, such as `prefix` or `response-content-type`. All other
 * parameters select the operation, such as `uploads`.
 */
const ARGUMENT_NAME =
  /^(x-|response-(c|ex)|max-|start-|fetch-|encoding-|continuation-|list-type|prefix|delimiter|.*marker|part)/i;

interface S3ServerSettings {
  readonly directory: string;
  readonly buckets: readonly Pick<ResolvedResource, 'ref' | 'properties'>[];
  /** The template's bucket policies. */
  readonly policies?: readonly Pick<ResolvedResource, 'properties'>[];
  readonly credentials: Credentials;
  /** Finds the keys of functions and checks their permissions. */
  readonly guard?: Guard | undefined;
  readonly onObjectEvent: objects.S3Dependencies['onObjectEvent'];
  /** Replaces the clock in tests. */
  readonly now?: () => Date;
}

/** Serves the template's buckets over S3's REST protocol: checks signature and permissions, then runs the operation. */
export class S3Server {
  /** Handles requests for `/<any segment>/<bucket>/<key>`. The first segment belongs to the endpoint. */
  readonly handle: RequestListener = (request, response) => {
    void this.#respond(request, response).catch((error) => sendError(response, error));
  };
  readonly #guard: Guard | undefined;
  readonly #signatureVerifier: SignatureVerifier;
  readonly #buckets: ReadonlyMap<string, BucketRules>;
  readonly #denyStatements: readonly DenyStatement[];
  readonly #dependencies: objects.S3Dependencies;
  readonly #now: () => Date;
  #lifecycleTimer: NodeJS.Timeout | undefined;

  constructor(settings: S3ServerSettings) {
    const { credentials, directory, guard, onObjectEvent, now = () => new Date() } = settings;
    this.#guard = guard;
    this.#now = now;

    const findCredentialsById = guard && ((id: string) => guard.findCredentialsById(id));
    this.#signatureVerifier = new SignatureVerifier({
      credentials,
      findCredentialsById,
      region: REGION,
      service: 's3',
    });
    this.#buckets = new Map(settings.buckets.map(({ ref, properties }) => [ref, bucketSchema.parse(properties)]));
    this.#denyStatements = parseDenyStatements(settings.policies ?? []);

    const isVersioned = (bucket: string) => this.#buckets.get(bucket)?.VersioningConfiguration?.Status === 'Enabled';
    const store = new ObjectStore(directory, isVersioned);
    this.#dependencies = { store, uploads: new Uploads(directory, store, now), onObjectEvent };
  }

  /** The objects, for services that read the bucket without a request. */
  get store(): ObjectStore {
    return this.#dependencies.store;
  }

  /** Starts to run the lifecycle rules. */
  async start(): Promise<void> {
    await this.applyLifecycle();
    // A failed run of the rules must not end the process. The next run deletes what remains.
    const runRules = () => void this.applyLifecycle().catch(() => {});
    this.#lifecycleTimer = setInterval(runRules, LIFECYCLE_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.#lifecycleTimer);
  }

  /** Aborts the multipart uploads, and deletes the versions, that have expired under their bucket's lifecycle rules. */
  async applyLifecycle(): Promise<void> {
    const now = this.#now();
    const { store, uploads } = this.#dependencies;

    for (const [bucket, { LifecycleConfiguration }] of this.#buckets) {
      const { Rules: rules } = LifecycleConfiguration;
      for (const upload of await uploads.list(bucket)) {
        if (isExpiredUpload(upload, rules, now)) await uploads.abort(upload);
      }
      await expireVersions(store, bucket, rules, now);
    }
  }

  /** Responds to a GET or HEAD of one object without checking a signature or permissions. */
  serveUnsigned(request: IncomingMessage, response: ServerResponse, bucket: string, key: string): void {
    const query = new URLSearchParams();
    const findDeleteDenial = () => 'Unsigned requests may not delete.';
    const exchange = { ...this.#dependencies, request, response, bucket, key, query, findDeleteDenial };
    void objects.getObject(exchange).catch((error) => sendError(response, error));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase());
    const { method = 'GET', url = '/', headers } = request;
    const { path, query } = splitUrl(url);
    // The path starts with a slash and the segment of the endpoint.
    const [bucket = '', ...segments] = path.split('/').slice(2).map(decodeURIComponent);
    const key = segments.join('/');

    // DeleteObjects reads the keys from the body, so it checks the permission for each key itself.
    const findDeleteDenial = (deletedKey: string, versionId: string | undefined) =>
      this.#guard?.findDenial(parseAccessKeyId({ method, url, headers }), [
        toDeleteCall(bucket, deletedKey, versionId),
      ]);

    const exchange = { ...this.#dependencies, request, response, bucket, key, query, findDeleteDenial };
    const corsRules = this.#buckets.get(bucket)?.CorsConfiguration.CorsRules ?? [];
    if (method === 'OPTIONS') return respondToPreflight(request, response, corsRules);

    if (headers.origin) {
      const corsResponseHeaders = buildCorsHeaders(corsRules, { origin: headers.origin, method, headers: [] });
      for (const [name, value] of Object.entries(corsResponseHeaders ?? {})) response.setHeader(name, value);
    }

    await this.#checkRequest(exchange);
    const operation = findOperation(method, key, query);

    if (method === 'GET') response.setHeader('x-content-type-options', 'nosniff');
    await operation(exchange);
  }

  /** @throws S3Error if the signature, the permissions, the bucket, the key, or the body is not valid. */
  async #checkRequest(exchange: objects.Exchange): Promise<void> {
    const { request, bucket, key } = exchange;
    const { method = 'GET', url = '/', headers } = request;
    const denial = this.#signatureVerifier.findDenial({ method, url, headers });
    if (denial) throw new S3Error(denial.status, denial.code, denial.message);

    await this.#authorize(exchange);

    if (!this.#buckets.has(bucket)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (key.split('/').some((segment) => segment === '.' || segment === '..')) {
      throw new S3Error(400, 'InvalidURI', 'HTTP clients rewrite paths that contain "." or ".." segments.');
    }

    if (method === 'PUT') checkBody(request);
  }

  /**
   * Checks the bucket's policy and the caller's role.
   *
   * @throws S3Error if the policy denies the request, or the role does not allow it
   */
  async #authorize({ request, bucket, key, query, store }: objects.Exchange): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const s3Request = { method, bucket, key, query, headers };
    if (this.#denyStatements.some((isDenied) => isDenied(s3Request))) {
      throw new S3Error(403, 'AccessDenied', 'Access denied with an explicit deny in a resource-based policy');
    }

    const guard = this.#guard;
    if (!guard) return;

    const accessKeyId = parseAccessKeyId({ method, url, headers });
    const denial = guard.findDenial(accessKeyId, toS3Calls(s3Request));
    if (denial !== undefined) throw new S3Error(403, 'AccessDenied', denial);
    if (!isObjectRead(s3Request) || guard.allows(accessKeyId, [toListCall(bucket)])) return;

    // As on AWS, callers that may not list the bucket get 403 instead of 404.
    if (!(await store.find(bucket, key))) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  }
}

/**
 * Returns the operation that a request's method, resource, and query parameters select.
 *
 * @throws S3Error if the local cloud does not implement it
 */
function findOperation(method: string, key: string, query: URLSearchParams): (typeof OPERATIONS)[string] {
  const selectors = [...query.keys()].filter((name) => !ARGUMENT_NAME.test(name));
  const name = [method, key === '' ? 'bucket' : 'object', ...selectors].join(' ');
  const operation = OPERATIONS[name];
  if (!operation) throw new S3Error(501, 'NotImplemented', `The local cloud does not implement "${name}".`);
  return operation;
}

/** @throws S3Error if the upload has an encoding or a length that the local cloud does not support. */
function checkBody({ headers }: IncomingMessage): void {
  if (String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')) {
    throw new S3Error(501, 'NotImplemented', 'No aws-chunked bodies: set requestChecksumCalculation to WHEN_REQUIRED.');
  }
  if (headers['content-length'] === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
}

/** Responds to a browser's CORS preflight. Throws an S3Error if no rule of the bucket allows the request. */
function respondToPreflight(request: IncomingMessage, response: ServerResponse, rules: readonly CorsRule[]): void {
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': headerList,
  } = request.headers;
  if (!origin || !method) {
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  }

  const headers = (headerList ?? '').split(',').flatMap((name) => name.trim() || []);
  const corsResponseHeaders = buildCorsHeaders(rules, { origin, method, headers });
  if (!corsResponseHeaders) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }

  response.writeHead(200, { ...corsResponseHeaders, 'content-length': 0 }).end();
}
