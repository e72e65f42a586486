/**
 * The canary: a scheduled function that signs in, uploads, reads, and deletes through the public site, so that an alarm
 * reports an outage before members do.
 */
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findPolicies, findResource, findResources, readStatements } from '../support/template.ts';

const { storage, api, operations } = synthesize({ stage: 'prod' });
const stageWithoutCanary = synthesize({ stage: 'prod', canary: 'off' });

describe('the canary', () => {
  it('uses the public site in each half hour', () => {
    operations.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ SITE_URL: Match.anyValue(), CANARY_CLIENT_ID: Match.anyValue() }) },
    });
    // At minutes 10 and 40 of each hour.
    operations.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'cron(10,40 * * * ? *)' });
  });

  // lambdas/canary/upload-schedule.test.ts compares the numbers with the limits of a new member.
  it.each([
    [100, '24'],
    [1, '0'],
  ])('uploads as many files as conductLimitPercent: %s allows', (conductLimitPercent, CANARY_UPLOADS_PER_DAY) => {
    const stage = synthesize({ stage: 'prod', conductLimitPercent });
    stage.operations.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ CANARY_UPLOADS_PER_DAY }) },
    });
  });

  it('allows the canary only to sign in and to read its own password', () => {
    const statements = findPolicies(operations).flatMap(readStatements);

    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
      'cognito-idp:AdminInitiateAuth',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
    ]);
  });

  it('the canary has its own client, through which no browser can sign in', () => {
    storage.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ClientName: 'Canary',
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      WriteAttributes: ['preferred_username'],
    });
  });

  it('raises an alarm if two checks in a row fail or are missing', () => {
    operations.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'fathom-prod-CanaryFailed',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 2,
      TreatMissingData: 'breaching',
    });
  });

  it('a stage without the canary has no function, alarm, or audience for it', () => {
    stageWithoutCanary.operations.resourceCountIs('AWS::Lambda::Function', 0);

    const alarms = findResources(stageWithoutCanary.operations, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(({ Properties }) => Properties.AlarmName)).not.toContain('fathom-prod-CanaryFailed');

    const countAudiences = (template: Template) => {
      const { Properties } = findResource(template, 'AWS::ApiGatewayV2::Authorizer');
      const { Audience } = Properties.JwtConfiguration as { readonly Audience: readonly unknown[] };
      return Audience.length;
    };

    // The client of browsers, and the canary's.
    expect(countAudiences(api)).toBe(2);
    expect(countAudiences(stageWithoutCanary.api)).toBe(1);
  });
});
