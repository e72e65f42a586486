/**
 * Policies that let AWS services act on resources of a stage. No local target checks them, so each test quotes the
 * document of AWS that states the rule.
 */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findResources, readStatements, type Statement } from '../support/template.ts';

const templates = synthesize({ stage: 'prod' }).stacks.map(([, template]) => template);

/** Returns the statements of all policies of this type that let an AWS service act. */
function findServiceStatements(type: string): Statement[] {
  return templates
    .flatMap((template) => findResources(template, type))
    .flatMap(readStatements)
    .filter(({ Effect, Principal }) => Effect === 'Allow' && Principal?.Service !== undefined);
}

describe('the topic of alarms', () => {
  // "Example cases for Amazon SNS access control" (SNS developer guide), and "Creating an Amazon SNS topic for budget
  // notifications" (AWS Cost Management user guide). A topic's own policy replaces the default policy.
  it('lets CloudWatch and AWS Budgets publish for this account', () => {
    const statements = findServiceStatements('AWS::SNS::TopicPolicy');
    const publishers = statements.filter(({ Action }) => Action === 'sns:Publish');

    expect(publishers.map(({ Principal }) => Principal?.Service).sort()).toEqual([
      'budgets.amazonaws.com',
      'cloudwatch.amazonaws.com',
    ]);
    // Without these conditions, the services would publish for any account.
    for (const { Condition } of publishers) {
      expect(Condition).toMatchObject({
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        ArnLike: { 'aws:SourceArn': expect.anything() },
      });
    }
  });
});

describe('permissions of AWS services', () => {
  // "The confused deputy problem" (IAM user guide): a permission for a service is one for all accounts that use it,
  // unless a condition names the source.
  it('limits every service that invokes, publishes, or sends to a resource of this account', () => {
    const permissions = templates
      .flatMap((template) => findResources(template, 'AWS::Lambda::Permission'))
      .filter(({ Properties }) => typeof Properties.Principal === 'string');

    // Fails if the filters find too little: each endpoint has a permission.
    expect(permissions.length).toBeGreaterThan(50);
    for (const { id, Properties } of permissions) expect(Properties.SourceArn, id).toBeDefined();

    const policyTypes = ['AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy'];
    const statements = policyTypes.flatMap(findServiceStatements);

    expect(statements.length).toBeGreaterThan(2);
    for (const { Condition } of statements) {
      // Keys of conditions ignore the case.
      expect(JSON.stringify(Condition).toLowerCase()).toContain('"aws:sourcearn"');
    }
  });
});
