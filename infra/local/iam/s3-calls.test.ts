import { describe, expect, it } from 'vitest';
import { readsObject, s3Calls } from './s3-calls.ts';

const request = (method: string, key: string, query = '', headers = {}) => ({
  method,
  bucket: 'bucket',
  key,
  query: new URLSearchParams(query),
  headers,
});

describe('the calls of a request to S3', () => {
  it.each([
    ['GET', 'files/a', '', 's3:GetObject'],
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
  ])('%s of "%s?%s" is %s', (method, key, query, action) => {
    const resource = key ? `arn:aws:s3:::bucket/${key}` : 'arn:aws:s3:::bucket';
    expect(s3Calls(request(method, key, query))).toEqual([{ action, resource }]);
  });

  it('a copy reads what it copies as well', () => {
    expect(s3Calls(request('PUT', 'files/b', '', { 'x-amz-copy-source': '/bucket/posts/a%20b?versionId=1' }))).toEqual([
      { action: 's3:PutObject', resource: 'arn:aws:s3:::bucket/files/b' },
      { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/posts/a b' },
    ]);
  });

  it('to delete by a list takes the right to delete everything', () => {
    expect(s3Calls(request('POST', '', 'delete'))).toEqual([
      { action: 's3:DeleteObject', resource: 'arn:aws:s3:::bucket/*' },
    ]);
  });

  it('read an object, or do not', () => {
    expect(readsObject(request('HEAD', 'files/a'))).toBe(true);
    expect(readsObject(request('GET', 'files/a', 'uploadId=1'))).toBe(false);
    expect(readsObject(request('GET', '', 'list-type=2'))).toBe(false);
    expect(readsObject(request('PUT', 'files/a'))).toBe(false);
  });
});
