import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './policy.ts';

/** A parsed S3 request. */
interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty for requests to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  // A POST of an object is CreateMultipartUpload.
  POST: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

const MULTIPART_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:ListMultipartUploadParts',
  PUT: 's3:PutObject',
  POST: 's3:PutObject',
  DELETE: 's3:AbortMultipartUpload',
};

const BUCKET_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:ListBucket',
  HEAD: 's3:ListBucket',
  PUT: 's3:CreateBucket',
  DELETE: 's3:DeleteBucket',
};

/** Returns the calls that IAM checks for an S3 request. */
export function toS3Calls({ method, bucket, key, query, headers }: S3Request): Call[] {
  // The keys of a multi-object deletion are in the body. S3 checks each key: see toDeleteCall.
  if (!key && method === 'POST' && query.has('delete')) return [];
  if (!key) {
    const call = { action: selectBucketAction(method, query), resource: `arn:aws:s3:::${bucket}` };
    const prefix = query.get('prefix');
    return [prefix === null ? call : { ...call, context: { 's3:prefix': [prefix] } }];
  }

  const action = selectObjectAction(method, query);
  const resource = `arn:aws:s3:::${bucket}/${key}`;
  // A write that depends on the object's entity tag also reads the object.
  const readsObject = action === 's3:PutObject' && headers['if-match'] !== undefined;
  const calls = [{ action, resource }, ...(readsObject ? [{ action: 's3:GetObject', resource }] : [])];

  const source = headers['x-amz-copy-source'];
  if (source === undefined) return calls;
  const sourcePath = decodeURIComponent(String(source)).replace(/^\//, '').replace(/\?.*$/, '');
  return [...calls, { action: 's3:GetObject', resource: `arn:aws:s3:::${sourcePath}` }];
}

/** Returns whether a request reads an object. */
export function isObjectRead({ method, key, query }: S3Request): boolean {
  return key !== '' && (method === 'GET' || method === 'HEAD') && !query.has('uploadId');
}

/** Returns the call that IAM checks for one key of a multi-object deletion, or for one version of the key. */
export function toDeleteCall(bucket: string, key: string, versionId?: string): Call {
  const action = versionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion';
  return { action, resource: `arn:aws:s3:::${bucket}/${key}` };
}

/** Returns the call that a caller needs to get 404 for a missing object. Other callers get 403. */
export function toListCall(bucket: string): Call {
  return { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
}

function selectObjectAction(method: string, query: URLSearchParams): string {
  if (method === 'GET' && query.has('tagging')) return 's3:GetObjectTagging';
  if (method === 'DELETE' && query.has('versionId')) return 's3:DeleteObjectVersion';
  return (query.has('uploadId') ? MULTIPART_ACTIONS : OBJECT_ACTIONS)[method] ?? `s3:${method}`;
}

function selectBucketAction(method: string, query: URLSearchParams): string {
  if (method === 'GET' && query.has('uploads')) return 's3:ListBucketMultipartUploads';
  if (method === 'GET' && query.has('versions')) return 's3:ListBucketVersions';
  return BUCKET_ACTIONS[method] ?? `s3:${method}`;
}
