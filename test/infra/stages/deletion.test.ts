/** What deleting a stage deletes: production keeps its data, other stages leave nothing. */
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ALL_SETTINGS } from '../../support/all-settings.ts';
import { synthesize } from '../../support/synthesis.ts';
import { findResource, findResources, readReferencedId, type StackTemplate } from '../../support/template.ts';

const production = synthesize({ stage: 'prod' });
const development = synthesize({ stage: 'dev' });
const preview = synthesize({ stage: 'preview-fix', pages: ALL_SETTINGS.pages });

/** Types of resources with data that have deletion protection in production. */
const PROTECTED_TYPES = ['AWS::DynamoDB::Table', 'AWS::Cognito::UserPool'];

const BUCKET_TYPE = 'AWS::S3::Bucket';

const SECRET_TYPE = 'AWS::SecretsManager::Secret';

/** Returns the deletion policies of all resources of a type, by ID without the hash that the CDK appends. */
const readPolicies = (template: Template, type: string) =>
  Object.fromEntries(
    findResources(template, type).map(({ id, DeletionPolicy }) => [id.replace(/[0-9A-F]{8}$/, ''), DeletionPolicy]),
  );

/** Expects that all resources of a type have this deletion policy. */
const expectPolicy = (template: Template, type: string, policy: 'Retain' | 'RetainExceptOnCreate' | 'Delete') =>
  expect(new Set(Object.values(readPolicies(template, type))), type).toEqual(new Set([policy]));

describe('deleting production', () => {
  it('every stack of production rejects its deletion until an operator turns termination protection off', () => {
    expect(production.protectedStacks).toEqual(production.stacks.map(([name]) => name));
    expect(development.protectedStacks).toEqual([]);
  });

  it('keeps rows, members, objects, and the secrets that nothing else can restore', () => {
    for (const type of PROTECTED_TYPES) expectPolicy(production.storage, type, 'Retain');
    for (const template of [production.storage, production.site]) {
      expectPolicy(template, BUCKET_TYPE, 'RetainExceptOnCreate');
    }

    expect(readPolicies(production.storage, SECRET_TYPE)).toEqual({
      StripeKeysSecret: 'RetainExceptOnCreate',
      PayPalKeysSecret: 'RetainExceptOnCreate',
      CallerHashKeysSecret: 'RetainExceptOnCreate',
      // Secrets Manager generates these again.
      CursorSecret: 'Delete',
      OriginSecret: 'Delete',
      RenditionSecret: 'Delete',
      MembersRegistrationSecret: 'Delete',
    });
  });

  // CloudFormation can't delete a resource with deletion protection, so the rollback would fail.
  it('deletes empty resources after a failed first deployment, except those with deletion protection', () => {
    const keptResources = production.stacks.flatMap(([, template]) =>
      Object.values((template.toJSON() as StackTemplate).Resources).filter(
        ({ DeletionPolicy }) => DeletionPolicy === 'Retain',
      ),
    );

    expect(keptResources.map(({ Type }) => Type).sort()).toEqual(PROTECTED_TYPES.toSorted());
    for (const { Properties } of keptResources) {
      expect(Properties.DeletionProtectionEnabled ?? Properties.DeletionProtection).toBeOneOf([true, 'ACTIVE']);
    }
  });

  it('keeps data that an update replaces', () => {
    const policies = production.stacks.flatMap(([, template]) =>
      Object.values((template.toJSON() as StackTemplate).Resources)
        .filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy.startsWith('Retain'))
        .map(({ UpdateReplacePolicy }) => UpdateReplacePolicy),
    );
    expect(new Set(policies)).toEqual(new Set(['Retain']));
  });

  it('empties no bucket', () => {
    for (const template of [production.storage, production.site]) {
      template.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
      // The CDK gives a function that empties buckets this role.
      expect(findResources(template, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('CustomS3'))).toEqual([]);
    }
  });
});

describe.each([
  ['dev', development],
  ['preview-fix', preview],
])('deleting %s', (_stage, { stacks, storage, site, findings }) => {
  it('deletes the table, the user pool, the buckets, and the secrets', () => {
    for (const type of [...PROTECTED_TYPES, BUCKET_TYPE, SECRET_TYPE]) expectPolicy(storage, type, 'Delete');
  });

  // If the template has no log group for a function, Lambda creates one that outlives the stack.
  it('deletes the logs of all functions, including functions that the CDK adds', () => {
    for (const [, template] of stacks) {
      const groups = findResources(template, 'AWS::Logs::LogGroup');

      for (const { id: functionId, Properties } of findResources(template, 'AWS::Lambda::Function')) {
        const loggingConfig = Properties.LoggingConfig as { readonly LogGroup?: unknown } | undefined;
        const groupId = readReferencedId(loggingConfig?.LogGroup);
        const group = groups.find(({ id }) => id === groupId);
        expect(group, functionId).toMatchObject({ DeletionPolicy: 'Delete' });
      }

      // Development keeps logs for a week.
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

      // The role may only write the function's log. The bucket's own policy allows the deletion of objects.
      const role = findResource(template, 'AWS::IAM::Role', 'CustomS3').Properties;
      expect(role).not.toHaveProperty('Policies');
      expect(role.ManagedPolicyArns).toHaveLength(1);
      expect(JSON.stringify(role.ManagedPolicyArns)).toContain('AWSLambdaBasicExecutionRole');
    }
  });

  it('stacks that are deleted with their data have no finding of cdk-nag without an explanation in code', () => {
    expect(findings).toEqual([]);
  });
});

it('the local stage has no function that empties buckets, because an emulator would not run it', () => {
  synthesize({ stage: 'local' }).storage.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
});
