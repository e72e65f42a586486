import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';
import { compareKeys } from './keys.ts';
import { pageSize } from './list-objects.ts';
import type { StoredObject } from './notifications.ts';
import { LAST_PART, type NamedPart, type Uploads } from './uploads.ts';
import { sendXml } from './xml.ts';
import { malformedXml, textOf, xmlOf } from './xml-request.ts';

/** A request that may pass, taken apart. */
export interface Operation {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  /** Empty for requests to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
}

type Handler = (operation: Operation) => Promise<void>;

const LONGEST_PAGE = 1000;
/** Headers of the creation that become the object's. */
const KEPT = /^(cache-control|content-(disposition|encoding|language|type)|expires|x-amz-meta-.+)$/;

/** S3's operations on multipart uploads: s3rver's keep whatever part breaks off, and check nothing at the end. */
export class MultipartOperations {
  readonly #uploads: Uploads;
  readonly #onStored: (stored: StoredObject) => void;

  constructor(uploads: Uploads, onStored: (stored: StoredObject) => void) {
    this.#uploads = uploads;
    this.#onStored = onStored;
  }

  /** What answers an operation, if it is one on multipart uploads. */
  handlerOf({ request, key, query }: Operation): Handler | undefined {
    const { method } = request;
    if (query.has('uploads')) {
      if (method === 'POST' && key) return (operation) => this.#create(operation);
      if (method === 'GET' && !key) return (operation) => this.#listUploads(operation);
    }
    if (!query.has('uploadId') || !key) return undefined;
    switch (method) {
      case 'PUT':
        return (operation) => this.#uploadPart(operation);
      case 'GET':
        return (operation) => this.#listParts(operation);
      case 'POST':
        return (operation) => this.#complete(operation);
      case 'DELETE':
        return (operation) => this.#abort(operation);
      default:
        return undefined;
    }
  }

  async #create({ request, response, bucket, key }: Operation): Promise<void> {
    const kept = Object.entries(request.headers).filter(([name]) => KEPT.test(name));
    const metadata = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
    const { id } = await this.#uploads.create(bucket, key, { 'content-type': 'binary/octet-stream', ...metadata });
    sendXml(response, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
  }

  async #uploadPart(operation: Operation): Promise<void> {
    const { request, response, query } = operation;
    if (request.headers['x-amz-copy-source']) {
      throw new S3Error(501, 'NotImplemented', 'The local cloud takes parts from request bodies only.');
    }
    const number = Number(query.get('partNumber') || Number.NaN);
    if (!(Number.isInteger(number) && number >= 1 && number <= LAST_PART)) {
      const message = `Part number must be an integer between 1 and ${LAST_PART}, inclusive`;
      throw new S3Error(400, 'InvalidArgument', message);
    }
    const eTag = await this.#uploads.putPart(await this.#upload(operation), number, request);
    response.writeHead(200, { etag: `"${eTag}"`, 'content-length': 0 }).end();
  }

  async #listParts(operation: Operation): Promise<void> {
    const { response, bucket, key, query } = operation;
    const upload = await this.#upload(operation);
    const after = pageSize(query.get('part-number-marker') ?? '0', 'part-number-marker', LAST_PART);
    const limit = pageSize(query.get('max-parts'), 'max-parts', LONGEST_PAGE);
    const found = await this.#uploads.parts(upload, { after, limit: limit + 1 });
    const parts = found.slice(0, limit);
    const truncated = found.length > limit;
    sendXml(response, 'ListPartsResult', {
      Bucket: bucket,
      Key: key,
      UploadId: upload.id,
      StorageClass: 'STANDARD',
      PartNumberMarker: after,
      NextPartNumberMarker: truncated ? (parts.at(-1)?.number ?? after) : undefined,
      MaxParts: limit,
      IsTruncated: truncated,
      Part: parts.map(({ number, eTag, size, lastModified }) => ({
        PartNumber: number,
        LastModified: lastModified.toISOString(),
        ETag: `"${eTag}"`,
        Size: size,
      })),
    });
  }

  async #complete(operation: Operation): Promise<void> {
    const { request, response, bucket, key } = operation;
    const upload = await this.#upload(operation);
    const named = namedParts(await xmlOf(request));
    const { eTag, size } = await this.#uploads.complete(upload, named);
    this.#onStored({ bucket, eventName: 'ObjectCreated:CompleteMultipartUpload', key, size, eTag });
    const path = key.split('/').map(encodeURIComponent).join('/');
    sendXml(response, 'CompleteMultipartUploadResult', {
      Location: `http://${request.headers.host}/${bucket}/${path}`,
      Bucket: bucket,
      Key: key,
      ETag: `"${eTag}"`,
    });
  }

  async #abort(operation: Operation): Promise<void> {
    await this.#uploads.abort(await this.#upload(operation));
    operation.response.writeHead(204).end();
  }

  async #listUploads({ response, bucket, query }: Operation): Promise<void> {
    const prefix = query.get('prefix') ?? '';
    const limit = pageSize(query.get('max-uploads'), 'max-uploads', LONGEST_PAGE);
    const all = (await this.#uploads.list(bucket)).filter(({ key }) => key.startsWith(prefix));
    const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
    // The marker may have been completed or aborted since; what is behind its key comes next all the same.
    const marked = all.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
    const rest = marked >= 0 ? all.slice(marked + 1) : all.filter(({ key }) => compareKeys(key, keyMarker) > 0);
    const uploads = rest.slice(0, limit);
    const next = rest.length > limit ? uploads.at(-1) : undefined;
    sendXml(response, 'ListMultipartUploadsResult', {
      Bucket: bucket,
      Prefix: prefix,
      KeyMarker: keyMarker,
      UploadIdMarker: idMarker,
      NextKeyMarker: next?.key,
      NextUploadIdMarker: next?.id,
      MaxUploads: limit,
      IsTruncated: rest.length > limit,
      Upload: uploads.map(({ key, id, initiated }) => ({
        Key: key,
        UploadId: id,
        StorageClass: 'STANDARD',
        Initiated: initiated.toISOString(),
      })),
    });
  }

  #upload({ bucket, key, query }: Operation) {
    return this.#uploads.find(bucket, key, query.get('uploadId') ?? '');
  }
}

function namedParts(document: string): NamedPart[] {
  const parts = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([part]) => ({
    number: Number(textOf(part, 'PartNumber') || Number.NaN),
    eTag: (textOf(part, 'ETag') ?? '').replaceAll('"', '').trim(),
  }));
  const complete = parts.every(({ number, eTag }) => Number.isInteger(number) && number > 0 && eTag);
  if (parts.length === 0 || !complete || !/<CompleteMultipartUpload[\s>]/.test(document)) throw malformedXml();
  return parts;
}
