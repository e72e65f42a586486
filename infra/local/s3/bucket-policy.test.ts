/** Tests of the bucket policies that the local S3 enforces: statements that deny writes without a condition. */
import { describe, expect, it } from 'vitest';
import { parseDenyStatements } from './bucket-policy.ts';

const buildPolicy = (statement: object) => ({ properties: { PolicyDocument: { Statement: [statement] } } });

/** A statement that denies everything. */
const DENY_ALL = { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' };

/** Denies writes below one prefix that could replace an object. Taken from Amazon's examples for conditional writes. */
const CREATE_ONLY = buildPolicy({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:PutObject',
  Resource: ['arn:aws:s3:::bucket/files/*'],
  Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
});

const buildRequest = (method: string, key: string, { query = '', headers = {} } = {}) => ({
  method,
  bucket: 'bucket',
  key,
  query: new URLSearchParams(query),
  headers,
});

const IF_ABSENT_HEADER = { 'if-none-match': '*' };
const COPY_HEADER = { 'x-amz-copy-source': '/bucket/files/a' };

describe('policy that enforces conditional writes', () => {
  const [isDenied] = parseDenyStatements([CREATE_ONLY]);

  it.each([
    ['PutObject', buildRequest('PUT', 'files/a')],
    ['CopyObject', buildRequest('PUT', 'files/b', { headers: COPY_HEADER })],
    ['CompleteMultipartUpload', buildRequest('POST', 'files/a', { query: 'uploadId=1' })],
  ])('denies %s only without a condition', (_, request) => {
    expect(isDenied?.(request)).toBe(true);
    expect(isDenied?.({ ...request, headers: { ...request.headers, ...IF_ABSENT_HEADER } })).toBe(false);
  });

  it.each([
    ['CreateMultipartUpload', buildRequest('POST', 'files/a', { query: 'uploads' })],
    ['UploadPart', buildRequest('PUT', 'files/a', { query: 'partNumber=1&uploadId=1' })],
    ['a copy to another prefix', buildRequest('PUT', 'avatars/a', { headers: COPY_HEADER })],
    ['GetObject', buildRequest('GET', 'files/a')],
    ['DeleteObject', buildRequest('DELETE', 'files/a')],
  ])('allows %s', (_, request) => {
    expect(isDenied?.(request)).toBe(false);
  });
});

describe('policy that also allows replacing an object', () => {
  const [isDenied] = parseDenyStatements([
    buildPolicy({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:PutObject',
      Resource: 'arn:aws:s3:::bucket/files/*',
      Condition: { Null: { 's3:if-none-match': 'true', 's3:if-match': 'true' } },
    }),
  ]);

  it('denies a write only if it has neither condition', () => {
    expect(isDenied?.(buildRequest('PUT', 'files/a'))).toBe(true);
    expect(isDenied?.(buildRequest('PUT', 'files/a', { headers: IF_ABSENT_HEADER }))).toBe(false);
    expect(isDenied?.(buildRequest('PUT', 'files/a', { headers: { 'if-match': '"etag"' } }))).toBe(false);
  });
});

describe('parseDenyStatements', () => {
  it('treats every request as sent over TLS', () => {
    const [isDenied] = parseDenyStatements([
      buildPolicy({ ...DENY_ALL, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);

    expect(isDenied?.(buildRequest('GET', 'files/a'))).toBe(false);
  });

  it('ignores statements that allow', () => {
    const policy = buildPolicy({
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:GetObject',
      Resource: '*',
    });
    expect(parseDenyStatements([policy])).toEqual([]);
  });

  it.each([
    ['principal', { ...DENY_ALL, Principal: { Service: 'x.amazonaws.com' } }, 'deny requests of everyone only'],
    ['condition key', { ...DENY_ALL, Condition: { Bool: { 'aws:ViaAWSService': 'true' } } }, 'aws:ViaAWSService'],
    ['operator', { ...DENY_ALL, Condition: { StringLike: { 's3:if-none-match': '*' } } }, 'StringLike'],
    ['property', { ...DENY_ALL, NotAction: 's3:GetObject' }, 'NotAction'],
  ])('throws for an unsupported %s', (_, statement, message) => {
    expect(() => parseDenyStatements([buildPolicy(statement)])).toThrow(message);
  });
});
