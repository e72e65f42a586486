/** S3's operations on multipart uploads. */
import { getChecksumType, readChecksum } from './checksums.ts';
import { toHex } from './key-paths.ts';
import { type Exchange, getUploadHeaders, parseWriteCondition } from './object-operations.ts';
import { buildMalformedXmlError, findXmlText, parseCount, readXml, S3Error, sendXml } from './protocol.ts';
import { type ListedPart, MAX_PART_NUMBER, type Upload } from './uploads.ts';

export async function createMultipartUpload({ request, response, bucket, key, uploads }: Exchange): Promise<void> {
  const algorithm = request.headers['x-amz-checksum-algorithm'];
  if (algorithm !== undefined && algorithm !== 'SHA256') {
    throw new S3Error(501, 'NotImplemented', 'The local cloud supports multipart uploads with SHA256 checksums only.');
  }

  const hasChecksums = algorithm !== undefined;
  const { id } = await uploads.create({ bucket, key, headers: getUploadHeaders(request), checksums: hasChecksums });

  // The SHA256 of parts can't be combined into the SHA256 of the whole object, so the default type is COMPOSITE.
  if (hasChecksums) {
    response.setHeader('x-amz-checksum-algorithm', 'SHA256').setHeader('x-amz-checksum-type', 'COMPOSITE');
  }
  sendXml(response, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
}

export async function uploadPart(exchange: Exchange): Promise<void> {
  const { request, response, query, uploads } = exchange;
  if (request.headers['x-amz-copy-source']) {
    throw new S3Error(501, 'NotImplemented', 'The local cloud takes parts from request bodies only.');
  }

  // parseCount lowers numbers to its maximum. So the maximum must be an invalid part number.
  const number = parseCount(query.get('partNumber') || '0', 'partNumber', MAX_PART_NUMBER + 1);
  if (number < 1 || number > MAX_PART_NUMBER) {
    throw new S3Error(400, 'InvalidArgument', `The part number must be from 1 to ${MAX_PART_NUMBER}.`);
  }

  const eTag = await uploads.putPart(await findUpload(exchange), number, request, readChecksum(request));
  response.writeHead(200, { etag: `"${eTag}"`, 'content-length': 0 }).end();
}

export async function listParts(exchange: Exchange): Promise<void> {
  const { response, bucket, key, query, uploads } = exchange;
  const upload = await findUpload(exchange);
  const markerNumber = parseCount(query.get('part-number-marker') ?? '0', 'part-number-marker', MAX_PART_NUMBER);
  const limit = parseCount(query.get('max-parts'), 'max-parts');
  const remainingParts = (await uploads.listParts(upload)).filter(({ number }) => number > markerNumber);
  const parts = remainingParts.slice(0, limit);
  const isTruncated = remainingParts.length > limit;

  sendXml(response, 'ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.id,
    StorageClass: 'STANDARD',
    PartNumberMarker: markerNumber,
    NextPartNumberMarker: isTruncated ? (parts.at(-1)?.number ?? markerNumber) : undefined,
    MaxParts: limit,
    IsTruncated: isTruncated,
    ChecksumAlgorithm: upload.checksums ? 'SHA256' : undefined,
    ChecksumType: upload.checksums ? 'COMPOSITE' : undefined,
    Part: parts.map(({ number, eTag, size, lastModified, sha256 }) => {
      const identity = { PartNumber: number, LastModified: lastModified.toISOString(), ETag: `"${eTag}"`, Size: size };
      return { ...identity, ChecksumSHA256: upload.checksums ? sha256 : undefined };
    }),
  });
}

export async function completeMultipartUpload(exchange: Exchange): Promise<void> {
  const { request, response, bucket, key, store, uploads, onObjectEvent } = exchange;
  const condition = parseWriteCondition(request);
  const upload = await findUpload(exchange);

  await store.checkCondition(bucket, key, condition);
  const { eTag, size, sha256 } = await uploads.complete(upload, parseParts(await readXml(request)), condition);

  onObjectEvent({ bucket, eventName: 'ObjectCreated:CompleteMultipartUpload', key, size, eTag });
  const location = `http://${request.headers.host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const checksum = { ChecksumSHA256: sha256, ChecksumType: sha256 && getChecksumType(sha256) };
  const result = { Location: location, Bucket: bucket, Key: key, ETag: `"${eTag}"`, ...checksum };
  sendXml(response, 'CompleteMultipartUploadResult', result);
}

export async function abortMultipartUpload(exchange: Exchange): Promise<void> {
  await exchange.uploads.abort(await findUpload(exchange));
  exchange.response.writeHead(204).end();
}

export async function listMultipartUploads({ response, bucket, query, uploads }: Exchange): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const limit = parseCount(query.get('max-uploads'), 'max-uploads');
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';

  const matchingUploads = (await uploads.list(bucket)).filter(({ key }) => key.startsWith(prefix));
  const markerIndex = matchingUploads.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
  // If the marker's upload was completed or aborted, the list continues after its key.
  const remainingUploads =
    markerIndex >= 0
      ? matchingUploads.slice(markerIndex + 1)
      : // S3 orders keys by their UTF-8 bytes, as their hex digits do.
        matchingUploads.filter(({ key }) => toHex(key) > toHex(keyMarker));
  const page = remainingUploads.slice(0, limit);
  const isTruncated = remainingUploads.length > limit;
  const lastUpload = isTruncated ? page.at(-1) : undefined;

  sendXml(response, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    Prefix: prefix,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker,
    NextKeyMarker: lastUpload?.key,
    NextUploadIdMarker: lastUpload?.id,
    MaxUploads: limit,
    IsTruncated: isTruncated,
    Upload: page.map(({ key, id, initiated }) => {
      return { Key: key, UploadId: id, StorageClass: 'STANDARD', Initiated: initiated.toISOString() };
    }),
  });
}

function findUpload({ bucket, key, query, uploads }: Exchange): Promise<Upload> {
  return uploads.find(bucket, key, query.get('uploadId') ?? '');
}

function parseParts(document: string): ListedPart[] {
  const parts = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([part]) => ({
    // An empty text would be the number 0.
    number: Number(findXmlText(part, 'PartNumber') || Number.NaN),
    eTag: (findXmlText(part, 'ETag') ?? '').replaceAll('"', '').trim(),
    sha256: findXmlText(part, 'ChecksumSHA256'),
  }));
  const isComplete = parts.every(({ number, eTag }) => Number.isInteger(number) && number > 0 && eTag);
  if (parts.length === 0 || !isComplete || !/<CompleteMultipartUpload[\s>]/.test(document)) {
    throw buildMalformedXmlError();
  }

  return parts;
}
