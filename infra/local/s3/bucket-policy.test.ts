import { describe, expect, it } from 'vitest';
import { parseDenials } from './bucket-policy.ts';

const policy = (statement: object) => ({ properties: { PolicyDocument: { Statement: [statement] } } });

/** Amazon's example policy for conditional writes, for one prefix. */
const CREATE_ONLY = policy({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:PutObject',
  Resource: ['arn:aws:s3:::bucket/files/*'],
  Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
});

const request = (method: string, key: string, query = '', headers = {}) => ({
  method,
  bucket: 'bucket',
  key,
  query: new URLSearchParams(query),
  headers,
});
const CONDITION = { 'if-none-match': '*' };
const COPY = { 'x-amz-copy-source': '/bucket/files/a' };

describe('a policy that enforces conditional writes', () => {
  const [isDenied] = parseDenials([CREATE_ONLY]);

  it.each([
    ['PutObject', request('PUT', 'files/a')],
    ['CopyObject', request('PUT', 'files/b', '', COPY)],
    ['CompleteMultipartUpload', request('POST', 'files/a', 'uploadId=1')],
  ])('denies %s without a condition', (_, unconditional) => {
    expect(isDenied?.(unconditional)).toBe(true);
    expect(isDenied?.({ ...unconditional, headers: { ...unconditional.headers, ...CONDITION } })).toBe(false);
  });

  it.each([
    ['CreateMultipartUpload', request('POST', 'files/a', 'uploads')],
    ['UploadPart', request('PUT', 'files/a', 'partNumber=1&uploadId=1')],
    ['a copy to another prefix', request('PUT', 'avatars/a', '', COPY)],
    ['GetObject', request('GET', 'files/a')],
    ['DeleteObject', request('DELETE', 'files/a')],
  ])('allows %s', (_, allowed) => {
    expect(isDenied?.(allowed)).toBe(false);
  });
});

describe('a policy that also allows replacing an object', () => {
  const [isDenied] = parseDenials([
    policy({
      ...{ Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:PutObject', Resource: 'arn:aws:s3:::bucket/files/*' },
      Condition: { Null: { 's3:if-none-match': 'true', 's3:if-match': 'true' } },
    }),
  ]);

  it('denies a write that has neither condition', () => {
    expect(isDenied?.(request('PUT', 'files/a'))).toBe(true);
    expect(isDenied?.(request('PUT', 'files/a', '', CONDITION))).toBe(false);
    expect(isDenied?.(request('PUT', 'files/a', '', { 'if-match': '"etag"' }))).toBe(false);
  });
});

describe('parseDenials', () => {
  it('never denies for a missing TLS connection', () => {
    const [isDenied] = parseDenials([
      policy({
        ...{ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: 'arn:aws:s3:::bucket/*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    ]);

    expect(isDenied?.(request('GET', 'files/a'))).toBe(false);
  });

  it('ignores statements that allow', () => {
    const Principal = { Service: 'cloudfront.amazonaws.com' };
    expect(parseDenials([policy({ Effect: 'Allow', Principal, Action: 's3:GetObject', Resource: '*' })])).toEqual([]);
  });

  const DENY = { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' };

  it.each([
    ['another principal', { ...DENY, Principal: { Service: 'x.amazonaws.com' } }],
    ['a condition key', { ...DENY, Condition: { Bool: { 'aws:ViaAWSService': 'true' } } }],
    ['an operator', { ...DENY, Condition: { StringLike: { 's3:if-none-match': '*' } } }],
    ['NotAction', { ...DENY, NotAction: 's3:GetObject' }],
  ])('throws for %s that the local cloud does not support', (_, statement) => {
    expect(() => parseDenials([policy(statement)])).toThrow();
  });
});
