/** Attacks with altered presigned URLs. A URL may allow nothing but its one method on its one object. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';
import { Member, type PreparedUpload, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { type RawResponse, sendRaw, siteOrigin } from './support/raw-request.ts';

const { files, account } = contract;
const { unsupported } = inject('target');
const png = createPng(1000);
const otherPng = createPng(1000, 2);

let owner: Member;
let attacker: Member;
let downloadUrl: URL;
let upload: PreparedUpload;

beforeAll(async () => {
  [owner, attacker] = await Promise.all([Member.register(), Member.register()]);
  const { key } = await owner.upload('secret.png', 'image/png', png);
  await owner.upload('other.png', 'image/png', otherPng);
  downloadUrl = new URL((await attacker.call(files.view, { fileId: key })).body.url);
  upload = await attacker.prepareUpload(png);
});

/** Sends a request to a URL whose path and query are used as they are. */
const send = (url: URL, path: string, options: Parameters<typeof sendRaw>[2] = {}) =>
  sendRaw(url.origin, path, options);

/** Expects that S3 refuses a request, and returns nothing of the bucket. */
function expectDenied({ status, body }: RawResponse, caseName: string): void {
  expect([400, 403, 404, 405, 412], `${caseName}: ${status} ${body.slice(0, 200)}`).toContain(status);
  expect(body, caseName).not.toMatch(/<ListBucketResult|<ListAllMyBucketsResult|<AccessControlPolicy|IHDR/);
}

/** Returns altered queries of a presigned download, by the name of the alteration. S3 refuses all of them. */
function listAlteredQueries(search: string): Record<string, string> {
  return {
    'another type': search.replace(/response-content-type=[^&]*/, 'response-content-type=text%2Fhtml'),
    'another disposition': search.replace(/response-content-disposition=[^&]*/, 'response-content-disposition=inline'),
    'an added type': `${search}&response-content-type=text/html`,
    'an added cache rule': `${search}&response-cache-control=public`,
    'an added sub-resource': `${search}&acl`,
    'an added version': `${search}&versionId=null`,
    'an added list': `${search}&list-type=2`,
    'a longer lifetime': search.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
    'two lifetimes': `${search}&X-Amz-Expires=604800`,
    'a negative lifetime': search.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=-1'),
    'another date': search.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20300101'),
    'another key ID': search.replace(/X-Amz-Credential=\w+/, 'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE'),
    'another region': search.replace(/%2Fus-east-1%2F|%2F[a-z-]+-\d%2F/, '%2Fmars-north-1%2F'),
    'another algorithm': search.replace('AWS4-HMAC-SHA256', 'none'),
    'no signed headers': search.replace(/X-Amz-SignedHeaders=[^&]*/, 'X-Amz-SignedHeaders='),
    'no signature': search.replace(/&?X-Amz-Signature=\w+/, ''),
    'an empty signature': search.replace(/X-Amz-Signature=\w+/, 'X-Amz-Signature='),
    'a short signature': search.replace(/(X-Amz-Signature=\w{32})\w+/, '$1'),
    'two signatures': `${search}&X-Amz-Signature=${'0'.repeat(64)}`,
    'no query': '',
  };
}

describe('a presigned download', () => {
  it('returns the file', async () => {
    expect((await send(downloadUrl, downloadUrl.pathname + downloadUrl.search)).status).toBe(200);
  });

  it.each(['PUT', 'DELETE', 'POST', 'HEAD', 'PATCH'])('allows no %s', async (method) => {
    expectDenied(await send(downloadUrl, downloadUrl.pathname + downloadUrl.search, { method, body: 'x' }), method);
  });

  it('allows no other parameters', async () => {
    const { pathname, search } = downloadUrl;

    for (const [name, query] of Object.entries(listAlteredQueries(search))) {
      if (name === 'no query' && unsupported.privateBucket) continue;
      expectDenied(await send(downloadUrl, `${pathname}${query}`), name);
    }
  });

  it('opens no other object and no bucket', async () => {
    const { pathname, search } = downloadUrl;
    const folder = pathname.slice(0, pathname.lastIndexOf('/'));
    const bucketPath = pathname.slice(0, pathname.indexOf('/files/'));
    const paths = [
      `${folder}/other.png`,
      `${folder}/`,
      `${folder}/../`,
      `${folder}/%2e%2e/`,
      `${folder}/..%2f..%2f`,
      `${folder}//secret.png`,
      `${folder}/./secret.png`,
      `${folder}/x/../secret.png`,
      `${folder}/x/%2e%2e/secret.png`,
      `${folder}/SECRET.png`,
      `${folder}/secret.png/`,
      `${folder}/secret.png%00`,
      `${folder}/%2573ecret.png`,
      `${bucketPath}/`,
      `${bucketPath}/files/`,
      `${bucketPath}/avatars/../${pathname.slice(bucketPath.length + 1)}`,
      bucketPath || '/',
    ];

    for (const path of paths) expectDenied(await send(downloadUrl, `${path}${search}`), path);
  });

  it.skipIf(unsupported.privateBucket)('denies anonymous access to the bucket and its objects', async () => {
    const { pathname } = downloadUrl;
    const bucketPath = pathname.slice(0, pathname.indexOf('/files/')) || '/';
    const queries = ['', '?list-type=2', '?acl', '?policy', '?uploads', '?versions', '?location', '?cors'];

    for (const query of queries) expectDenied(await send(downloadUrl, `${bucketPath}${query}`), `bucket${query}`);
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']) {
      for (const query of ['', '?acl', '?tagging', '?uploads', '?torrent']) {
        expectDenied(await send(downloadUrl, `${pathname}${query}`, { method, body: 'x' }), `${method} object${query}`);
      }
    }
  });
});

describe('a presigned upload', () => {
  it.each(['GET', 'HEAD', 'DELETE', 'POST'])('allows no %s', async (method) => {
    const { pathname, search } = new URL(upload.presignedUrl);
    expectDenied(
      await send(new URL(upload.presignedUrl), pathname + search, { method, headers: upload.headers }),
      method,
    );
  });

  it.each([
    ['x-amz-acl', 'public-read'],
    ['x-amz-copy-source', '/bucket/files/secret.png'],
    ['x-amz-website-redirect-location', 'https://example.com'],
    ['x-amz-storage-class', 'GLACIER'],
    ['x-amz-tagging', 'a=b'],
    ['x-amz-meta-owner', 'attacker'],
    ['x-amz-server-side-encryption', 'aws:kms'],
    ['x-amz-object-lock-mode', 'COMPLIANCE'],
    ['x-amz-security-token', 'x'],
  ])('allows no unsigned header %s', async (name, value) => {
    const url = new URL(upload.presignedUrl);
    const headers = { ...upload.headers, 'content-length': String(png.length), [name]: value };
    expectDenied(await send(url, url.pathname + url.search, { method: 'PUT', body: png, headers }), name);
  });

  it('records no object of another purpose as a file or picture', async () => {
    const preparedUploads = await Promise.all(
      (['avatar', 'post', 'file'] as const).map((purpose) => attacker.prepareUpload(png, { purpose })),
    );

    await Promise.all(preparedUploads.map((prepared) => storeBytes(prepared, png)));
    const [profilePicture, postPicture, file] = preparedUploads.map(({ fileId }) => fileId) as [string, string, string];

    const responses = await Promise.all([
      attacker.call(files.saveMetadata, { fileId: profilePicture }),
      attacker.call(files.saveMetadata, { fileId: postPicture }),
      attacker.call(contract.posts.create, { content: 'x', imageId: profilePicture }),
      attacker.call(contract.posts.create, { content: 'x', imageId: file }),
      attacker.call(account.updatePhoto, { photoUrl: `/media/${postPicture}` }),
      attacker.call(account.updatePhoto, { photoUrl: `/media/${file}` }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 400]);
  });
});

describe('a presigned upload of a part', () => {
  const part = Buffer.concat([png], MULTIPART_PART_BYTES);
  const fileSize = MULTIPART_THRESHOLD_BYTES + 1;

  async function startUpload(member: Member) {
    const request = { fileName: 'parts.png', fileType: 'image/png', fileSize };
    const { fileId, uploadId } = (await member.call(files.startMultipart, request)).body;
    return { fileId, uploadId };
  }

  /** Starts an upload of the attacker, and signs its first part. `putPart` sends the part to a path with a query. */
  async function startUploadWithSignedPart() {
    const ownUpload = await startUpload(attacker);
    const checksum = await computeChecksum(new Uint8Array(part));
    const parts = [{ partNumber: 1, size: part.length, checksum }];
    const [signedPart] = (await attacker.call(files.signParts, { ...ownUpload, parts })).body.urls;

    const url = new URL(signedPart!.url);
    const putPart = (path: string) => send(url, path, { method: 'PUT', body: part, headers: signedPart!.headers });
    return { ownUpload, url, putPart };
  }

  it('stores no whole object, and no part of another upload', async () => {
    const { ownUpload, url, putPart } = await startUploadWithSignedPart();
    const foreignUpload = await startUpload(owner);
    const { pathname, search } = url;
    const foreignUploadId = encodeURIComponent(foreignUpload.uploadId);
    const attempts: Record<string, string> = {
      'without a part number': pathname + search.replace(/&?partNumber=\d+/, ''),
      'without an upload ID': pathname + search.replace(/&?uploadId=[^&]+/, ''),
      'another part': pathname + search.replace('partNumber=1', 'partNumber=2'),
      'another upload': pathname + search.replace(/uploadId=[^&]+/, `uploadId=${foreignUploadId}`),
      "another member's upload": pathname.replace(attacker.userId, owner.userId) + search,
    };

    for (const [name, path] of Object.entries(attempts)) expectDenied(await putPart(path), name);
    expect((await putPart(pathname + search)).status).toBe(200);
    expect((await owner.call(files.listParts, foreignUpload)).body.parts).toEqual([]);

    await attacker.call(files.abortMultipart, ownUpload);
    await owner.call(files.abortMultipart, foreignUpload);
  });

  it("opens no upload of another member with the caller's own key", async () => {
    const ownUpload = await startUpload(attacker);
    const foreignUpload = await startUpload(owner);

    const mixedUpload = { fileId: ownUpload.fileId, uploadId: foreignUpload.uploadId };
    const listResponse = await attacker.call(files.listParts, mixedUpload);
    const completeResponse = await attacker.call(files.completeMultipart, { ...mixedUpload, fileSize });

    expect([listResponse.status, listResponse.body.code]).toEqual([404, 'UploadNotFound']);
    expect([completeResponse.status, completeResponse.body.code]).toEqual([404, 'UploadNotFound']);

    await attacker.call(files.abortMultipart, ownUpload);
    await owner.call(files.abortMultipart, foreignUpload);
  });

  it('stores nothing after the upload was aborted', async () => {
    const { ownUpload, url, putPart } = await startUploadWithSignedPart();
    const path = url.pathname + url.search;
    expect((await putPart(path)).status).toBe(200);

    await attacker.call(files.abortMultipart, ownUpload);
    expectDenied(await putPart(path), 'after the upload was aborted');
  });
});

describe('the site', () => {
  /** Returns spellings of an object's path that must not reach the object. */
  const listObjectPaths = (key: string) => [
    `/media/${key}`,
    `/media/avatars/../${key}`,
    `/media/avatars/%2e%2e/${key}`,
    `/media/avatars/..%2f${key}`,
    `/media/avatars%2f..%2f${key}`,
    `/media/avatars/%252e%252e/${key}`,
    `/media/avatars/..%5c${key}`,
    `/media//${key}`,
    `/media/./${key}`,
    `/media/%66${key.slice(1)}`,
    `/media/avatars%00/${key}`,
    `/${key}`,
  ];
  const folderPaths = [
    '/media/',
    '/media/avatars/',
    '/media/avatars',
    '/media/?list-type=2',
    '/media/avatars/?uploads',
  ];
  const serverPaths = [
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/etc/passwd',
    '/.env',
    '/.git/config',
    '/package.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/config.json/../../package.json',
    '/index.html%00.js',
    '/server-status',
    '/actuator/env',
    '/.aws/credentials',
  ];

  it('serves no private object, list, or file of the server', async () => {
    const profilePicture = await owner.prepareUpload(png, { purpose: 'avatar' });
    await storeBytes(profilePicture, png);
    const privateKeys = [
      downloadUrl.pathname.slice(downloadUrl.pathname.indexOf('/files/') + 1),
      profilePicture.fileId,
    ];

    for (const path of [...privateKeys.flatMap(listObjectPaths), ...folderPaths, ...serverPaths]) {
      const { status, body } = await sendRaw(siteOrigin(), path);
      expect(status, path).toBeLessThan(500);
      expect(body, path).not.toMatch(/IHDR|<ListBucketResult|root:|"devDependencies"|\[core\]|aws_secret/);
    }
  });

  it.each(['PUT', 'POST', 'DELETE', 'PATCH'])('allows no %s of pictures and pages', async (method) => {
    for (const path of ['/media/avatars/x/y/z.png', '/', '/config.json', '/index.html']) {
      const { status } = await sendRaw(siteOrigin(), path, { method, body: 'x' });
      expect([403, 405], `${method} ${path}`).toContain(status);
    }
  });
});
