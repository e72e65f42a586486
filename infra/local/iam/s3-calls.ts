import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './policy.ts';

/** A request to S3, taken apart. */
interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty for requests to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

const OF_OBJECT: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  // A multipart upload begins by it.
  POST: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

const OF_MULTIPART_UPLOAD: Readonly<Record<string, string>> = {
  GET: 's3:ListMultipartUploadParts',
  PUT: 's3:PutObject',
  POST: 's3:PutObject',
  DELETE: 's3:AbortMultipartUpload',
};

const OF_BUCKET: Readonly<Record<string, string>> = {
  GET: 's3:ListBucket',
  HEAD: 's3:ListBucket',
  PUT: 's3:CreateBucket',
  DELETE: 's3:DeleteBucket',
};

/** What a request to S3 asks to do, as IAM sees it. */
export function s3Calls({ method, bucket, key, query, headers }: S3Request): Call[] {
  if (!key) return [{ action: bucketAction(method, query), resource: bucketResource(method, query, bucket) }];
  const action = (query.has('uploadId') ? OF_MULTIPART_UPLOAD : OF_OBJECT)[method] ?? `s3:${method}`;
  const calls = [{ action, resource: `arn:aws:s3:::${bucket}/${key}` }];
  const source = headers['x-amz-copy-source'];
  if (source === undefined) return calls;
  const from = decodeURIComponent(String(source)).replace(/^\//, '').replace(/\?.*$/, '');
  return [...calls, { action: 's3:GetObject', resource: `arn:aws:s3:::${from}` }];
}

/** Whether a request reads an object. */
export function readsObject({ method, key, query }: S3Request): boolean {
  return key !== '' && (method === 'GET' || method === 'HEAD') && !query.has('uploadId');
}

/** What it takes to learn that an object does not exist: S3 answers 403 to all others where it would answer 404. */
export function listCall(bucket: string): Call {
  return { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
}

function bucketAction(method: string, query: URLSearchParams): string {
  if (isDeletionOfMany(method, query)) return 's3:DeleteObject';
  if (method === 'GET' && query.has('uploads')) return 's3:ListBucketMultipartUploads';
  return OF_BUCKET[method] ?? `s3:${method}`;
}

/** The keys that are to be deleted by the list are in the body: here it takes the right to delete whatever there is. */
function bucketResource(method: string, query: URLSearchParams, bucket: string): string {
  return isDeletionOfMany(method, query) ? `arn:aws:s3:::${bucket}/*` : `arn:aws:s3:::${bucket}`;
}

function isDeletionOfMany(method: string, query: URLSearchParams): boolean {
  return method === 'POST' && query.has('delete');
}
