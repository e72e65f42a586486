/**
 * Tests that signed URLs stay below 4 KB, half of S3's limit, whatever the names of files. The name of a download is
 * in the URL, so a very long one is shortened.
 */
import { create as contentDisposition, parse as parseDisposition } from 'content-disposition';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileNameSchema } from '../../shared/contract/file-name.ts';
import { MAX_FILE_NAME_LENGTH } from '../../shared/rules/limits.ts';
import { signDownload, signPart, signUpload } from './presigned-urls.ts';
import { fileStorageKey, formatStorageKey } from './storage-key.ts';

/** Every URL is shorter, in bytes: 4 KB. */
const MAX_URL_BYTES = 4 * 1024;

/** A token with the length of a function's token on AWS: 1,024 characters of Base64. A URL escapes one in 32. */
const SESSION_TOKEN = `${'IQoJb3JpZ2luX2VjE+abcdefghijklmIQoJb3JpZ2luX2VjEabcdefghijklmno/'.repeat(16).slice(0, -2)}==`;

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'ap-southeast-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAQWERTYUIOPASDFGH');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a/secret+of=the=sea');
  vi.stubEnv('AWS_SESSION_TOKEN', SESSION_TOKEN);
  // The longest name that S3 allows for a bucket.
  vi.stubEnv('BUCKET_NAME', 'b'.repeat(63));
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
});
afterEach(() => vi.unstubAllEnvs());

const isValid = (name: string) => fileNameSchema.safeParse(name).success;

/** Generates valid names of all lengths: of one script, and of mixed characters, with and without an extension. */
const anyName = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('a', '%', '~', 'é', '深', '🐠', ' a'), fc.nat(255))
        .map(([text, count]) => text.repeat(count)),
      fc.string({ unit: 'grapheme', maxLength: 255 }),
    ),
    fc.constantFrom('', '.png', '.tar.gz', '.図面'),
  )
  .map(([stem, extension]) => `${stem.slice(0, MAX_FILE_NAME_LENGTH - extension.length)}${extension}`.normalize('NFC'))
  .filter(isValid);

/** The longest possible ID of a Cognito user, which is a UUID. */
const USER_ID = '6b1f5f7e-8c1a-4a52-9a43-1f0f4ad3c0de';
const FILE_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/** Builds a storage key in the format of earlier versions, which ends with the name. */
const buildKeyWithName = (fileName: string) =>
  formatStorageKey({
    purpose: 'file',
    userId: USER_ID,
    ulid: FILE_ID,
    fileName,
  });

/** Generates types that are opened inline, up to the longest, and the longest type that is saved as an attachment. */
const anyType = fc.constantFrom(
  'text/plain',
  'application/pdf',
  `video/${'x'.repeat(61)}`,
  `image/svg${'x'.repeat(58)}`,
);

/** Returns the name under which browsers save a download, from the disposition, or else from the end of the path. */
function readSavedName(address: string): string {
  const url = new URL(address);
  const { parameters } = parseDisposition(url.searchParams.get('response-content-disposition') ?? '');
  return parameters.filename ?? decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
}

/**
 * The limit of a disposition for a short name. It allows a name of 85 characters with three bytes each in UTF-8. Such a
 * character takes 9 bytes of the URL in the key, and 15 in a disposition without a fallback. So a name in both takes
 * 2,040 of 4,096 bytes. The rest of the URL, mainly the session token, takes about 1,750.
 */
const SHORT_DISPOSITION_LENGTH = 900;

/** Returns whether a name is short: two short names fit into a URL, one in the key and one in the disposition. */
const isShort = (name: string) => contentDisposition(name).length < SHORT_DISPOSITION_LENGTH;

/** Fails the test unless a name is the beginning of a file's name, with the extension of that name. */
function expectShortened(savedName: string, fileName: string): void {
  const extension = /(?<=.)\.[^.]+$/.exec(fileName)?.[0] ?? '';
  expect(savedName.endsWith(extension)).toBe(true);
  expect(fileName.startsWith(savedName.slice(0, savedName.length - extension.length))).toBe(true);
}

describe('signDownload', () => {
  it('signs a URL below 4 KB that saves a file under its name, for every valid name', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, anyType, async (fileName, contentType) => {
        const url = await signDownload({ key: buildKeyWithName(fileName), fileName, contentType });

        expect(url.length).toBeLessThan(MAX_URL_BYTES);
        expect(readSavedName(url)).toBe(fileName);
      }),
      { numRuns: 500, examples: [['深'.repeat(MAX_FILE_NAME_LENGTH), `video/${'x'.repeat(61)}`]] },
    );
  });

  it('signs a URL below 4 KB for every renamed file, and shortens only names that do not fit', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, anyName, anyType, async (uploadedName, fileName, contentType) => {
        const url = await signDownload({ key: buildKeyWithName(uploadedName), fileName, contentType });

        expect(url.length).toBeLessThan(MAX_URL_BYTES);
        const savedName = readSavedName(url);
        if (isShort(uploadedName) && isShort(fileName)) expect(savedName).toBe(fileName);
        if (savedName === fileName || savedName === uploadedName) return;

        expectShortened(savedName, fileName);
        expect(isValid(savedName)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('signs a URL below 4 KB for every new file, and shortens only long names', async () => {
    const key = fileStorageKey(USER_ID, FILE_ID);

    await fc.assert(
      fc.asyncProperty(anyName, anyType, async (fileName, contentType) => {
        const url = await signDownload({ key, fileName, contentType });

        expect(url.length).toBeLessThan(MAX_URL_BYTES);
        const savedName = readSavedName(url);
        if (isShort(fileName)) expect(savedName).toBe(fileName);
        if (savedName === fileName) return;

        expectShortened(savedName, fileName);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the beginning and the extension of a renamed file with a long name', async () => {
    const fileName = `${'深海'.repeat(125)}.png`;

    const url = await signDownload({ key: buildKeyWithName('reef.png'), fileName, contentType: 'image/png' });

    expect(readSavedName(url)).toMatch(/^(深海){50,}深?\.png$/);
  });
});

describe('signUpload and signPart', () => {
  const checksum = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

  it('signs URLs below 4 KB for every valid name, which is in a header or in the key', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, anyType, async (fileName, contentType) => {
        const key = buildKeyWithName(fileName);
        // S3's IDs of uploads have 88 to 128 characters.
        const upload = { key, uploadId: 'u'.repeat(128) };

        const put = await signUpload(key, { contentType, size: 52_428_800, checksum, fileName });
        const part = await signPart(upload, { partNumber: 63, size: 1, checksum });

        expect(put.presignedUrl.length).toBeLessThan(MAX_URL_BYTES);
        expect(part.presignedUrl.length).toBeLessThan(MAX_URL_BYTES);
      }),
      { examples: [['深'.repeat(MAX_FILE_NAME_LENGTH), 'text/plain']] },
    );
  });
});
