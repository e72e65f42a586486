/**
 * The bucket with members' files and pictures: who may read, write, and delete objects, and how long it keeps them.
 */
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findPolicies, findResource, type IdentifiedResource, readStatements } from '../support/template.ts';

const production = synthesize({ stage: 'prod' });

/*
 * Prefixes of the bucket: `files`, `photos` (uploads for profiles), `posts`, and `posters` are uploads of browsers.
 * Functions publish `avatars` and `renditions`.
 */
describe('the file bucket', () => {
  it('blocks public access and connections without TLS', () => {
    production.storage.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });

    production.storage.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('denies unconditional writes where browsers upload, and all replacements where functions clean nothing', () => {
    /** Builds the ARN of all objects with a prefix. */
    const buildArn = (prefix: string) => ({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [Match.anyValue(), 'Arn'] }, `/${prefix}/*`]],
    });

    production.storage.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          // A write must state that the key is new, or which version it replaces.
          {
            Effect: 'Deny',
            Action: 's3:PutObject',
            Principal: { AWS: '*' },
            Resource: ['files', 'photos', 'posts'].map(buildArn),
            Condition: {
              Null: { 's3:if-none-match': 'true', 's3:if-match': 'true' },
              Bool: { 's3:ObjectCreationOperation': 'true' },
            },
          },
          {
            Effect: 'Deny',
            Action: 's3:PutObject',
            Principal: { AWS: '*' },
            Resource: buildArn('posters'),
            Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
          },
        ]),
      },
    });
  });

  it('lets CloudFront read published profile pictures and renditions, and nothing else', () => {
    const policy = findResource(production.storage, 'AWS::S3::BucketPolicy');
    const allowStatements = readStatements(policy).filter(({ Effect }) => Effect === 'Allow');

    expect(allowStatements).toEqual([
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Resource: ['avatars', 'renditions'].map((prefix) => ({
          'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.any(String), 'Arn'] }, `/${prefix}/*`]],
        })),
        // Another account's distributions have another account ID.
        Condition: {
          ArnLike: {
            'AWS:SourceArn': {
              'Fn::Join': [
                '',
                ['arn:', { Ref: 'AWS::Partition' }, ':cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/*'],
              ],
            },
          },
        },
      },
    ]);
  });

  it('accepts uploads from the site, and deletes abandoned multipart uploads', () => {
    production.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [
          Match.objectLike({
            AllowedOrigins: ['*'],
            AllowedMethods: ['PUT', 'GET', 'HEAD'],
            AllowedHeaders: ['content-type', 'range', 'if-none-match', 'x-amz-checksum-sha256', 'x-amz-meta-file-name'],
            ExposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          }),
        ],
      },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
        ]),
      },
    });

    const customStage = synthesize({ stage: 'prod', siteOrigins: 'https://a.example,https://b.example' });
    customStage.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedOrigins: ['https://a.example', 'https://b.example'] })],
      },
    });
  });

  it('keeps deleted objects for 30 days in production, or as many days as the stage sets', () => {
    const expectDays = (storage: Template, days: number) =>
      storage.hasResourceProperties('AWS::S3::Bucket', {
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: Match.arrayWith([
            {
              Id: 'DeletedObjects',
              Status: 'Enabled',
              NoncurrentVersionExpiration: { NoncurrentDays: days },
              ExpiredObjectDeleteMarker: true,
            },
          ]),
        },
      });

    // 30 days are the default.
    expectDays(production.storage, 30);
    expectDays(synthesize({ stage: 'prod', objectRecoveryDays: 7 }).storage, 7);
  });

  it('keeps no deleted objects in development', () => {
    synthesize({ stage: 'dev' }).storage.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: Match.absent(),
      LifecycleConfiguration: { Rules: [Match.objectLike({ Id: 'AbandonedUploads' })] },
    });
  });

  it('lets only the purge of accounts delete versions, and no function read them', () => {
    const policies = production.stacks.flatMap(([, template]) => findPolicies(template));
    const listVersionActions = (policy: IdentifiedResource) =>
      readStatements(policy)
        .flatMap(({ Action }) => Action)
        .filter((action) => /^s3:.*(Version|\*)/.test(action));

    const policiesForVersions = policies.filter((policy) => listVersionActions(policy).length > 0);

    expect(policiesForVersions.flatMap(listVersionActions).sort()).toEqual([
      's3:DeleteObjectVersion',
      's3:ListBucketVersions',
    ]);
    const ids = policiesForVersions.map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith('PurgeJob'))).toEqual([]);
  });

  it('invokes the file-stored trigger for every file, picture of a post, and poster', () => {
    production.storage.hasResourceProperties('Custom::S3BucketNotifications', {
      NotificationConfiguration: {
        LambdaFunctionConfigurations: ['files/', 'posts/', 'posters/'].map((Value) =>
          Match.objectLike({
            Events: ['s3:ObjectCreated:*'],
            Filter: { Key: { FilterRules: [{ Name: 'prefix', Value }] } },
          }),
        ),
      },
    });

    production.storage.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });
});
