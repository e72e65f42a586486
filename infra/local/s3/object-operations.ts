/** S3's operations on objects. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getChecksumType, readChecksum, verifyChecksum } from './checksums.ts';
import type { ObjectEvent } from './notifications.ts';
import type { ObjectStore } from './object-store.ts';
import {
  buildMalformedXmlError,
  buildNoSuchKeyError,
  buildPreconditionFailedError,
  findXmlText,
  readXml,
  S3Error,
  sendXml,
} from './protocol.ts';
import type { StoredObject, WriteCondition } from './stored-object.ts';
import type { Uploads } from './uploads.ts';

/** The storage that operations read and write. */
export interface S3Dependencies {
  readonly store: ObjectStore;
  readonly uploads: Uploads;
  /** Receives every event of an object, deletions included. */
  readonly onObjectEvent: (event: ObjectEvent) => void;
}

/** A request with its response and the storage. */
export interface Exchange extends S3Dependencies {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  /** Empty for requests to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  /** Returns the reason why the caller may not delete a key, or a version of the key. Undefined if the caller may. */
  readonly findDeleteDenial: (key: string, versionId: string | undefined) => string | undefined;
}

/** S3's maximum number of keys in one DeleteObjects request. */
const MAX_DELETIONS = 1000;

/** Upload headers that S3 returns when the object is read. */
const UPLOAD_HEADER = /^(cache-control|content-(disposition|encoding|language|type)|expires|x-amz-meta-.+)$/;

/** Handles GetObject and HeadObject. */
export async function getObject({ request, response, bucket, key, query, store }: Exchange): Promise<void> {
  const object = await store.find(bucket, key);
  if (!object) throw buildNoSuchKeyError();

  const { size, eTag, lastModified, sha256 } = object;
  const requiredETag = request.headers['if-match'];
  if (requiredETag !== undefined && requiredETag.replaceAll('"', '') !== eTag) throw buildPreconditionFailedError();

  const range = parseRange(request.headers.range, size);
  const overrides = [...query].filter(([name]) => name.startsWith('response-'));
  // S3 has no checksum of a range.
  const wantsChecksum = range === undefined && request.headers['x-amz-checksum-mode'] === 'ENABLED';
  const headers = {
    ...object.headers,
    'accept-ranges': 'bytes',
    etag: `"${eTag}"`,
    'last-modified': lastModified.toUTCString(),
    ...(sha256 !== undefined &&
      wantsChecksum && {
        'x-amz-checksum-sha256': sha256,
        'x-amz-checksum-type': getChecksumType(sha256),
      }),
    ...Object.fromEntries(overrides.map(([name, value]) => [name.slice('response-'.length), value])),
  };

  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isNotModified(request.headers, object)) return void response.writeHead(304).end();

  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
  response.writeHead(range ? 206 : 200, { 'content-length': end - start + 1 });

  if (request.method === 'HEAD') response.end();
  else await pipeline(store.read(object, start, end), response);
}

export async function getObjectTagging({ response, bucket, key, store }: Exchange): Promise<void> {
  const object = await store.find(bucket, key);
  if (!object) throw buildNoSuchKeyError();

  const tags = Object.entries(await store.readTags(object));
  sendXml(response, 'Tagging', { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });
}

export async function putObject(exchange: Exchange): Promise<void> {
  const { request, response, bucket, key, store, onObjectEvent } = exchange;
  if (request.headers['x-amz-copy-source']) return copyObject(exchange);

  const condition = parseWriteCondition(request);
  await store.checkCondition(bucket, key, condition);

  const sha256 = readChecksum(request);
  const { path, size, md5: eTag, ...body } = await store.receive(request);
  const object = { bucket, key, eTag, sha256, headers: getUploadHeaders(request), files: [{ path, size }] };

  try {
    verifyChecksum(sha256, body.sha256);
    const { versionId } = await store.put(object, condition);
    if (versionId !== undefined) response.setHeader('x-amz-version-id', versionId);
  } finally {
    await store.discard(path);
  }

  onObjectEvent({ bucket, eventName: 'ObjectCreated:Put', key, size, eTag });
  response.writeHead(200, { etag: `"${eTag}"`, 'content-length': 0 }).end();
}

async function copyObject({ request, response, bucket, key, store, onObjectEvent }: Exchange): Promise<void> {
  const [path = ''] = decodeURIComponent(String(request.headers['x-amz-copy-source'])).split('?', 1);
  const [sourceBucket = '', ...segments] = path.replace(/^\//, '').split('/');
  const source = await store.find(sourceBucket, segments.join('/'));
  if (!source) throw buildNoSuchKeyError();

  const requiredETag = request.headers['x-amz-copy-source-if-match'];
  if (requiredETag !== undefined && String(requiredETag).replaceAll('"', '') !== source.eTag) {
    throw buildPreconditionFailedError();
  }

  if (request.headers['x-amz-tagging-directive'] !== 'REPLACE') {
    throw new S3Error(501, 'NotImplemented', 'The local cloud copies no tags: set TaggingDirective to REPLACE.');
  }

  const replacesMetadata = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  if (!replacesMetadata && source.bucket === bucket && source.key === key) {
    throw new S3Error(400, 'InvalidRequest', 'An object can be copied to itself only with other metadata.');
  }

  const headers = replacesMetadata ? getUploadHeaders(request) : source.headers;
  const condition = parseWriteCondition(request);
  const { size, eTag, lastModified } = await store.put({ ...source, bucket, key, headers }, condition);

  onObjectEvent({ bucket, eventName: 'ObjectCreated:Copy', key, size, eTag });
  sendXml(response, 'CopyObjectResult', { LastModified: lastModified.toISOString(), ETag: `"${eTag}"` });
}

/** Deletes an object, or permanently deletes one version of the object. */
export async function deleteObject(exchange: Exchange): Promise<void> {
  await deleteKey(exchange, exchange.key, exchange.query.get('versionId') ?? undefined);
  exchange.response.writeHead(204).end();
}

async function deleteKey({ bucket, store, onObjectEvent }: Exchange, key: string, versionId?: string): Promise<void> {
  if (versionId !== undefined) return store.deleteVersion(bucket, key, versionId);

  const wasDeleted = await store.delete(bucket, key);
  if (wasDeleted) onObjectEvent({ bucket, eventName: 'ObjectRemoved:Delete', key, size: 0, eTag: '' });
}

/** Deletes the listed keys and versions that the caller may delete. Keys without an object count as deleted. */
export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { request, response, findDeleteDenial } = exchange;
  const document = await readXml(request);
  const objects = [...document.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([object]) => ({
    Key: findXmlText(object, 'Key') ?? '',
    VersionId: findXmlText(object, 'VersionId'),
  }));
  const isValid = objects.length > 0 && objects.length <= MAX_DELETIONS && objects.every(({ Key }) => Key !== '');
  if (!isValid || !/<Delete[\s>]/.test(document)) throw buildMalformedXmlError();

  const denials: { Key: string; Code: string; Message: string }[] = [];
  const deletedObjects: typeof objects = [];

  for (const object of objects) {
    const denial = findDeleteDenial(object.Key, object.VersionId);
    if (denial !== undefined) denials.push({ ...object, Code: 'AccessDenied', Message: denial });
    else deletedObjects.push(object);
  }

  await Promise.all(deletedObjects.map(({ Key, VersionId }) => deleteKey(exchange, Key, VersionId)));

  const isQuiet = findXmlText(document, 'Quiet')?.trim() === 'true';
  sendXml(response, 'DeleteResult', { Deleted: isQuiet ? [] : deletedObjects, Error: denials });
}

/** Returns the headers of an upload that S3 returns when the object is read. */
export function getUploadHeaders({ headers }: IncomingMessage): Record<string, string> {
  const storedHeaders = Object.entries(headers).filter(([name]) => UPLOAD_HEADER.test(name));
  const headerEntries = storedHeaders.map(([name, value]) => [name, String(value)]);
  return { 'content-type': 'binary/octet-stream', ...Object.fromEntries(headerEntries) };
}

/** Returns the condition of a write. Throws for a condition that S3 doesn't support. */
export function parseWriteCondition({ headers }: IncomingMessage): WriteCondition {
  const { 'if-none-match': noneMatch, 'if-match': match } = headers;
  if (noneMatch === undefined && match === undefined) return undefined;
  if (noneMatch === '*' && match === undefined) return 'absent';
  if (noneMatch === undefined && match !== '*') return { eTag: String(match).replaceAll('"', '') };

  const message = 'A write can have If-None-Match: *, or If-Match with an entity tag.';
  throw new S3Error(501, 'NotImplemented', message);
}

/** Evaluates If-None-Match, or If-Modified-Since without it. */
function isNotModified(headers: IncomingHttpHeaders, { eTag, lastModified }: StoredObject): boolean {
  const eTags = headers['if-none-match']?.split(',').map((quotedETag) => quotedETag.trim().replace(/^W\//, ''));
  if (eTags) return eTags.includes('*') || eTags.includes(`"${eTag}"`);
  // A comparison with an invalid date is false, as if there were no condition.
  return +lastModified <= Date.parse(headers['if-modified-since'] ?? '');
}

/**
 * Parses a Range header. Returns undefined for several ranges or invalid syntax: S3 then returns the whole object.
 *
 * @throws S3Error if the range starts beyond the end.
 */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;

  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return start > end ? undefined : { start, end };
}
