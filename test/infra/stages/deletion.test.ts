import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ALL_SETTINGS } from '../../support/all-settings.ts';
import { findResource, findResources, readReferencedId, synthesize } from '../../support/synthesis.ts';

const production = synthesize({ stage: 'prod' });
const development = synthesize({ stage: 'dev' });
const preview = synthesize({ stage: 'preview-fix', pages: ALL_SETTINGS.pages });

const listPolicies = (template: Template, type: string) =>
  Object.fromEntries(
    findResources(template, type).map(({ id, DeletionPolicy }) => [id.replace(/[0-9A-F]{8}$/, ''), DeletionPolicy]),
  );

describe('deleting production', () => {
  it('every stack of production rejects its deletion until an operator turns termination protection off', () => {
    expect(production.protectedStacks).toEqual(production.stacks.map(([name]) => name));
    expect(development.protectedStacks).toEqual([]);
  });

  it('keeps rows, members, objects, and the secrets that nothing else can restore', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::Cognito::UserPool', 'AWS::S3::Bucket']) {
      expect(new Set(Object.values(listPolicies(production.storage, type)))).toEqual(new Set(['Retain']));
    }

    expect(listPolicies(production.storage, 'AWS::SecretsManager::Secret')).toEqual({
      StripeKeysSecret: 'Retain',
      PayPalKeysSecret: 'Retain',
      CallerHashKeysSecret: 'Retain',
      // Secrets Manager generates these again.
      CursorSecret: 'Delete',
      OriginSecret: 'Delete',
      RenditionSecret: 'Delete',
      MembersRegistrationSecret: 'Delete',
    });
  });

  it('empties no bucket', () => {
    for (const template of [production.storage, production.site]) {
      template.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
      expect(findResources(template, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('CustomS3'))).toEqual([]);
    }
  });
});

describe.each([
  ['dev', development],
  ['preview-fix', preview],
])('deleting %s', (_, { stacks, storage, site, findings }) => {
  it('deletes the table, the user pool, the buckets, and the secrets', () => {
    const types = ['AWS::DynamoDB::Table', 'AWS::Cognito::UserPool', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];

    for (const type of types) {
      expect(new Set(Object.values(listPolicies(storage, type)))).toEqual(new Set(['Delete']));
    }
  });

  // For a function without a group in the template, Lambda creates one, which nothing deletes.
  it('deletes the logs of all functions, including functions that the CDK adds', () => {
    for (const [, template] of stacks) {
      const groups = findResources(template, 'AWS::Logs::LogGroup');

      for (const { id: functionId, Properties } of findResources(template, 'AWS::Lambda::Function')) {
        const logging = Properties.LoggingConfig as { readonly LogGroup?: unknown } | undefined;
        const groupId = readReferencedId(logging?.LogGroup);
        const group = groups.find(({ id }) => id === groupId);
        expect(group, functionId).toMatchObject({ DeletionPolicy: 'Delete' });
      }

      for (const { id, DeletionPolicy, Properties } of groups) {
        expect([DeletionPolicy, Properties.RetentionInDays], id).toEqual(['Delete', 7]);
      }
    }
  });

  // CloudFormation can't delete a bucket that has objects (docs.aws.amazon.com/AWSCloudFormation, "Delete bucket
  // fails").
  it('empties both buckets first, with a function that may only do that', () => {
    for (const template of [storage, site]) {
      const bucket = findResource(template, 'AWS::S3::Bucket').id;
      template.hasResourceProperties('Custom::S3AutoDeleteObjects', { BucketName: { Ref: bucket } });
      // The role's only policy writes its log. The bucket's policy allows the rest, for this bucket.
      const role = findResource(template, 'AWS::IAM::Role', 'CustomS3').Properties;
      expect(role).not.toHaveProperty('Policies');
      expect(JSON.stringify(role.ManagedPolicyArns)).toMatch(/^\[[^,]*AWSLambdaBasicExecutionRole[^,]*\]$/);
    }

    expect(findings).toEqual([]);
  });
});

it('an emulator deletes no objects, because it runs no functions for buckets', () => {
  synthesize({ stage: 'local' }).storage.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
});
