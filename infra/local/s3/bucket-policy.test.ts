import { describe, expect, it } from 'vitest';
import { parseDenials } from './bucket-policy.ts';

const buildPolicy = (statement: object) => ({ properties: { PolicyDocument: { Statement: [statement] } } });

/** Amazon's example policy for conditional writes, for one prefix. */
const CREATE_ONLY = buildPolicy({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:PutObject',
  Resource: ['arn:aws:s3:::bucket/files/*'],
  Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
});

const buildRequest = (method: string, key: string, query = '', headers = {}) => ({
  method,
  bucket: 'bucket',
  key,
  query: new URLSearchParams(query),
  headers,
});
const IF_ABSENT = { 'if-none-match': '*' };
const COPY = { 'x-amz-copy-source': '/bucket/files/a' };

describe('policy that enforces conditional writes', () => {
  const [isDenied] = parseDenials([CREATE_ONLY]);

  it.each([
    ['PutObject', buildRequest('PUT', 'files/a')],
    ['CopyObject', buildRequest('PUT', 'files/b', '', COPY)],
    ['CompleteMultipartUpload', buildRequest('POST', 'files/a', 'uploadId=1')],
  ])('denies %s without a condition', (_, request) => {
    expect(isDenied?.(request)).toBe(true);
    expect(isDenied?.({ ...request, headers: { ...request.headers, ...IF_ABSENT } })).toBe(false);
  });

  it.each([
    ['CreateMultipartUpload', buildRequest('POST', 'files/a', 'uploads')],
    ['UploadPart', buildRequest('PUT', 'files/a', 'partNumber=1&uploadId=1')],
    ['a copy to another prefix', buildRequest('PUT', 'avatars/a', '', COPY)],
    ['GetObject', buildRequest('GET', 'files/a')],
    ['DeleteObject', buildRequest('DELETE', 'files/a')],
  ])('allows %s', (_, request) => {
    expect(isDenied?.(request)).toBe(false);
  });
});

describe('policy that also allows replacing an object', () => {
  const [isDenied] = parseDenials([
    buildPolicy({
      ...{ Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:PutObject', Resource: 'arn:aws:s3:::bucket/files/*' },
      Condition: { Null: { 's3:if-none-match': 'true', 's3:if-match': 'true' } },
    }),
  ]);

  it('denies a write that has neither condition', () => {
    expect(isDenied?.(buildRequest('PUT', 'files/a'))).toBe(true);
    expect(isDenied?.(buildRequest('PUT', 'files/a', '', IF_ABSENT))).toBe(false);
    expect(isDenied?.(buildRequest('PUT', 'files/a', '', { 'if-match': '"etag"' }))).toBe(false);
  });
});

describe('parseDenials', () => {
  it('treats every request as sent over TLS', () => {
    const [isDenied] = parseDenials([
      buildPolicy({
        ...{ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: 'arn:aws:s3:::bucket/*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    ]);

    expect(isDenied?.(buildRequest('GET', 'files/a'))).toBe(false);
  });

  it('ignores statements that allow', () => {
    const Principal = { Service: 'cloudfront.amazonaws.com' };
    expect(parseDenials([buildPolicy({ Effect: 'Allow', Principal, Action: 's3:GetObject', Resource: '*' })])).toEqual(
      [],
    );
  });

  const DENY = { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' };

  it.each([
    ['another principal', { ...DENY, Principal: { Service: 'x.amazonaws.com' } }],
    ['a condition key', { ...DENY, Condition: { Bool: { 'aws:ViaAWSService': 'true' } } }],
    ['an operator', { ...DENY, Condition: { StringLike: { 's3:if-none-match': '*' } } }],
    ['NotAction', { ...DENY, NotAction: 's3:GetObject' }],
  ])('throws for %s that the local cloud does not support', (_, statement) => {
    expect(() => parseDenials([buildPolicy(statement)])).toThrow();
  });
});
