/**
 * Tests that our signed URLs are those that the SDK's S3 client signs. We sign without that client, which would make
 * the functions' bundles larger.
 */
import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { create as contentDisposition } from 'content-disposition';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { signDownload, signPart, signUpload } from './presigned-urls.ts';

/** The bucket of all signed URLs. */
const BUCKET = 'fathom-files-1';
/** A SHA-256 in Base64, with characters that a URL must escape. */
const CHECKSUM = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** The credentials that our functions and the S3 client sign with. */
const CREDENTIALS = {
  accessKeyId: 'AKIAOCEAN',
  secretAccessKey: 'a/secret+of=the=sea',
  sessionToken: 'a token/with+signs==',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T05:05:05Z') });
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', CREDENTIALS.sessionToken);
  vi.stubEnv('BUCKET_NAME', BUCKET);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The partitions of AWS and the emulators that URLs are signed for. */
const TARGETS = [
  { target: 'for AWS', region: 'eu-central-1', endpoint: undefined },
  { target: 'for AWS China', region: 'cn-north-1', endpoint: undefined },
  { target: 'for an emulator', region: 'us-east-1', endpoint: 'http://127.0.0.1:4566' },
  { target: 'for an emulator below a path', region: 'us-east-1', endpoint: 'http://s3.local/store/' },
];

/** Creates an S3 client, whose presigned URLs are the reference. */
function createClient(endpoint: string | undefined): S3Client {
  const s3 = new S3Client({
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    credentials: CREDENTIALS,
  });
  // The client adds the name of the operation, which S3 ignores.
  s3.middlewareStack.add(
    (next) => (args) => {
      delete (args.request as { query: Record<string, string> }).query['x-id'];
      return next(args);
    },
    { step: 'build' },
  );

  return s3;
}

/** Signs a download with the S3 client, as a reference. */
function signReferenceDownload(s3: S3Client, key: string, fileName: string, contentType: string): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: BUCKET,
    Key: key,
    ResponseContentType: contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    ResponseContentDisposition: contentDisposition(fileName, {
      type: contentType === 'text/html' ? 'attachment' : 'inline',
    }),
  });
  return getSignedUrl(s3, command, { expiresIn: DOWNLOAD_URL_SECONDS });
}

/** Signs the upload of a PNG picture with the S3 client, as a reference. */
function signReferenceUpload(s3: S3Client, key: string, size: number): Promise<string> {
  const command = new PutObjectCommand({
    Bucket: BUCKET,
    Key: key,
    ContentType: 'image/png',
    ContentLength: size,
    IfNoneMatch: '*',
    ChecksumSHA256: CHECKSUM,
  });
  return getSignedUrl(s3, command, {
    expiresIn: UPLOAD_URL_SECONDS,
    signableHeaders: new Set(['content-type', 'content-length', 'if-none-match', 'x-amz-checksum-sha256', 'host']),
    // Keeps the checksum a header. The presigner would move it to the query.
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  });
}

/** Generates valid names of files. */
const fileNames = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => !/[/\p{Cc}]|^\.\.?$/u.test(text));

describe.each(TARGETS)('presigned URLs $target', ({ region, endpoint }) => {
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  });

  it('signs downloads like the S3 client', async () => {
    const s3 = createClient(endpoint);

    await fc.assert(
      fc.asyncProperty(
        fileNames,
        fc.constantFrom('image/png', 'text/html', 'text/plain'),
        async (fileName, contentType) => {
          const key = `files/mira/01HXAMPLE/${fileName}`;
          const referenceUrl = await signReferenceDownload(s3, key, fileName, contentType);
          expect(await signDownload({ key, fileName, contentType })).toBe(referenceUrl);
        },
      ),
    );
  });

  it('signs uploads like the S3 client', async () => {
    const s3 = createClient(endpoint);

    await fc.assert(
      fc.asyncProperty(fileNames, fc.nat(), async (fileName, size) => {
        const key = `files/mira/01HXAMPLE/${fileName}`;
        const referenceUrl = await signReferenceUpload(s3, key, size);

        expect(await signUpload(key, { contentType: 'image/png', size, checksum: CHECKSUM })).toEqual({
          presignedUrl: referenceUrl,
          headers: { 'content-type': 'image/png', 'if-none-match': '*', 'x-amz-checksum-sha256': CHECKSUM },
        });
      }),
    );
  });

  it('signs upload parts like the S3 client', async () => {
    const s3 = createClient(endpoint);
    const upload = { key: 'files/mira/01HXAMPLE/a film.mp4', uploadId: 'up+load/1=' };
    const command = new UploadPartCommand({
      Bucket: BUCKET,
      Key: upload.key,
      UploadId: upload.uploadId,
      PartNumber: 7,
      ContentLength: 1000,
      ChecksumSHA256: CHECKSUM,
    });
    const referenceUrl = await getSignedUrl(s3, command, {
      expiresIn: UPLOAD_URL_SECONDS,
      signableHeaders: new Set(['content-length', 'x-amz-checksum-sha256', 'host']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });

    expect(await signPart(upload, { partNumber: 7, size: 1000, checksum: CHECKSUM })).toEqual({
      presignedUrl: referenceUrl,
      headers: { 'x-amz-checksum-sha256': CHECKSUM },
    });
  });
});

describe('signUpload', () => {
  it('signs uploads for an emulator of all services', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:4566');

    const upload = await signUpload('files/mira/1/a', { contentType: 'image/png', size: 1, checksum: CHECKSUM });
    expect(upload.presignedUrl).toMatch(/^http:\/\/127\.0\.0\.1:4566\/fathom-files-1\/files\/mira\/1\/a\?/);
  });
});

describe('signDownload', () => {
  const signUrl = async (contentType: string, fileName = 'a') =>
    new URL(await signDownload({ key: 'files/mira/1/a', fileName, contentType }));

  /** Signs a download. Returns the content disposition and the content type of its response. */
  async function signResponseHeaders(contentType: string, fileName?: string): Promise<(string | null)[]> {
    const { searchParams } = await signUrl(contentType, fileName);
    return ['response-content-disposition', 'response-content-type'].map((name) => searchParams.get(name));
  }

  it('signs with the current time, secret key, and session token', async () => {
    const urls = [await signUrl('image/png')];
    vi.setSystemTime(new Date('2026-05-06T05:05:05Z'));
    urls.push(await signUrl('image/png'));
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another secret');
    urls.push(await signUrl('image/png'));
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    urls.push(await signUrl('image/png'));

    const listValues = (name: string) => urls.map(({ searchParams }) => searchParams.get(`X-Amz-${name}`));
    expect(listValues('Date')).toEqual(['20260505T050505Z', ...Array(3).fill('20260506T050505Z')]);
    expect(listValues('Security-Token')).toEqual([...Array(3).fill(CREDENTIALS.sessionToken), null]);
    expect(new Set(listValues('Signature')).size).toBe(4);
  });

  it.each(['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf'])('opens %s in the browser', async (type) => {
    expect(await signResponseHeaders(type)).toEqual(['inline; filename=a', type]);
  });

  it('opens plain text in the browser as UTF-8', async () => {
    expect(await signResponseHeaders('text/plain')).toEqual(['inline; filename=a', 'text/plain; charset=utf-8']);
  });

  it.each([
    ['a.html', 'text/plain', 'text/plain; charset=utf-8'],
    ['a.bat', 'text/plain', 'text/plain; charset=utf-8'],
    ['a.svg', 'image/png', 'image/png'],
    ['a.exe', 'image/png', 'image/png'],
  ])('opens %s with the type of its bytes, so that the browser runs nothing: %s', async (name, type, servedType) => {
    expect(await signResponseHeaders(type, name)).toEqual([`inline; filename=${name}`, servedType]);
  });

  it.each([
    'image/svg+xml',
    'image/vnd.x+xml',
    'text/html',
    'text/plain2',
    'xtext/plain',
    'application/zip',
    'application/pdfx',
    'application/xhtml+xml',
    'x-image/png',
    'ximage/png',
  ])('saves %s as a file, because a browser might execute it', async (type) => {
    expect(await signResponseHeaders(type)).toEqual(['attachment; filename=a', type]);
  });
});
