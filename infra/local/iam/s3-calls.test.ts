/** Tests of the IAM calls of S3 requests: the action and the resource for which the caller needs a permission. */
import { describe, expect, it } from 'vitest';
import { isObjectRead, toDeleteCall, toS3Calls } from './s3-calls.ts';

const buildRequest = (method: string, key: string, query = '', headers = {}) => ({
  method,
  bucket: 'bucket',
  key,
  query: new URLSearchParams(query),
  headers,
});

describe('toS3Calls', () => {
  it.each([
    ['GET', 'files/a', '', 's3:GetObject'],
    ['GET', 'files/a', 'tagging', 's3:GetObjectTagging'],
    ['HEAD', 'files/a', '', 's3:GetObject'],
    ['PUT', 'files/a', '', 's3:PutObject'],
    ['DELETE', 'files/a', '', 's3:DeleteObject'],
    ['POST', 'files/a', 'uploads', 's3:PutObject'],
    ['PUT', 'files/a', 'partNumber=1&uploadId=1', 's3:PutObject'],
    ['POST', 'files/a', 'uploadId=1', 's3:PutObject'],
    ['GET', 'files/a', 'uploadId=1', 's3:ListMultipartUploadParts'],
    ['DELETE', 'files/a', 'uploadId=1', 's3:AbortMultipartUpload'],
    ['GET', '', 'list-type=2', 's3:ListBucket'],
    ['HEAD', '', '', 's3:ListBucket'],
    ['GET', '', 'uploads', 's3:ListBucketMultipartUploads'],
    ['PUT', '', '', 's3:CreateBucket'],
  ])('maps %s of "%s?%s" to %s', (method, key, query, action) => {
    const resource = key ? `arn:aws:s3:::bucket/${key}` : 'arn:aws:s3:::bucket';
    expect(toS3Calls(buildRequest(method, key, query))).toEqual([{ action, resource }]);
  });

  it("adds the read of a copy's source, with the decoded key", () => {
    expect(
      toS3Calls(buildRequest('PUT', 'files/b', '', { 'x-amz-copy-source': '/bucket/posts/a%20b?versionId=1' })),
    ).toEqual([
      { action: 's3:PutObject', resource: 'arn:aws:s3:::bucket/files/b' },
      { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/posts/a b' },
    ]);
  });

  it('adds the read of the replaced object for a write with If-Match', () => {
    const resource = 'arn:aws:s3:::bucket/files/a';
    const headers = { 'if-match': '"etag"' };
    const expectedCalls = ['s3:PutObject', 's3:GetObject'].map((action) => ({ action, resource }));

    expect(toS3Calls(buildRequest('PUT', 'files/a', '', headers))).toEqual(expectedCalls);
    expect(toS3Calls(buildRequest('POST', 'files/a', 'uploadId=1', headers))).toEqual(expectedCalls);
  });

  it('ignores If-Match of a read', () => {
    const request = buildRequest('GET', 'files/a', '', { 'if-match': '"etag"' });
    expect(toS3Calls(request)).toHaveLength(1);
  });

  it('adds the prefix of a list, which conditions can compare', () => {
    expect(toS3Calls(buildRequest('GET', '', 'list-type=2&prefix=files%2Fann%2F'))).toEqual([
      { action: 's3:ListBucket', resource: 'arn:aws:s3:::bucket', context: { 's3:prefix': ['files/ann/'] } },
    ]);
  });

  it('maps each key of a multi-object deletion to a call, but returns no call for the request', () => {
    expect(toS3Calls(buildRequest('POST', '', 'delete'))).toEqual([]);
    expect(toDeleteCall('bucket', 'files/a')).toEqual({
      action: 's3:DeleteObject',
      resource: 'arn:aws:s3:::bucket/files/a',
    });
  });

  it('detects reads of objects', () => {
    expect(isObjectRead(buildRequest('HEAD', 'files/a'))).toBe(true);
    expect(isObjectRead(buildRequest('GET', 'files/a', 'uploadId=1'))).toBe(false);
    expect(isObjectRead(buildRequest('GET', '', 'list-type=2'))).toBe(false);
    expect(isObjectRead(buildRequest('PUT', 'files/a'))).toBe(false);
  });
});
