import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { create as contentDisposition } from 'content-disposition';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { signDownload, signPart, signUpload } from './presigned-urls.ts';

const Bucket = 'fathom-files-1';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T05:05:05Z') });
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOCEAN');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a/secret+of=the=sea');
  vi.stubEnv('AWS_SESSION_TOKEN', 'a token/with+signs==');
  vi.stubEnv('BUCKET_NAME', Bucket);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Where the functions run: on AWS, or beside something that stands in for it. */
const PLACES = [
  { place: 'on AWS', region: 'eu-central-1', endpoint: undefined },
  { place: 'in China', region: 'cn-north-1', endpoint: undefined },
  { place: 'on this machine', region: 'us-east-1', endpoint: 'http://127.0.0.1:4566' },
  { place: 'below a path', region: 'us-east-1', endpoint: 'http://s3.local/store/' },
];

/** S3's own client, as the functions would have to use it. */
function client(endpoint: string | undefined): S3Client {
  return new S3Client({
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    credentials: {
      accessKeyId: 'AKIAOCEAN',
      secretAccessKey: 'a/secret+of=the=sea',
      sessionToken: 'a token/with+signs==',
    },
  });
}

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => !/[/\p{Cc}]|^\.\.?$/u.test(text));

describe.each(PLACES)('a URL that is signed $place', ({ region, endpoint }) => {
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  });

  it('opens a file just as one of the client of S3 does', async () => {
    const s3 = client(endpoint);
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom('image/png', 'text/html', 'text/plain'), async (fileName, contentType) => {
        const key = `files/mira/01HXAMPLE/${fileName}`;
        const command = new GetObjectCommand({
          Bucket,
          Key: key,
          ResponseContentType: contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
          ResponseContentDisposition: contentDisposition(fileName, {
            type: contentType === 'text/html' ? 'attachment' : 'inline',
          }),
        });
        const expected = await getSignedUrl(s3, command, { expiresIn: DOWNLOAD_URL_SECONDS });
        expect(await signDownload({ key, fileName, contentType })).toBe(expected);
      }),
    );
  });

  it('stores a file just as one of the client of S3 does', async () => {
    const s3 = client(endpoint);
    await fc.assert(
      fc.asyncProperty(name, fc.option(fc.nat(), { nil: undefined }), async (fileName, size) => {
        const key = `files/mira/01HXAMPLE/${fileName}`;
        const command = new PutObjectCommand({ Bucket, Key: key, ContentType: 'image/png', ContentLength: size });
        const expected = await getSignedUrl(s3, command, {
          expiresIn: UPLOAD_URL_SECONDS,
          signableHeaders: new Set(['content-type', 'content-length', 'host']),
        });
        expect(await signUpload(key, 'image/png', size)).toBe(expected);
      }),
    );
  });

  it('stores a part just as one of the client of S3 does', async () => {
    const s3 = client(endpoint);
    const upload = { fileId: 'files/mira/01HXAMPLE/a film.mp4', uploadId: 'up+load/1=' };
    const command = new UploadPartCommand({
      Bucket,
      Key: upload.fileId,
      UploadId: upload.uploadId,
      PartNumber: 7,
      ContentLength: 1000,
    });
    const expected = await getSignedUrl(s3, command, {
      expiresIn: UPLOAD_URL_SECONDS,
      signableHeaders: new Set(['content-length', 'host']),
    });
    expect(await signPart(upload, 7, 1000)).toBe(expected);
  });
});
