import type { Template } from 'aws-cdk-lib/assertions';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { allEndpoints, isDeployed } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket.ts';
import { findResources, synthesise } from '../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });
const development = synthesise({ stage: 'dev', emailVerification: 'required', depthIndexShards: 8 });
const endpoints = allEndpoints.filter((endpoint) => isDeployed(endpoint, { production: true }));
const stacks: [string, Template][] = [
  ['storage', production.storage],
  ['sockets', production.sockets],
  ['api', production.api],
  ['site', production.site],
  ['operations', production.operations],
];

describe('HTTP routes', () => {
  const routes = findResources(production.api, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);

  it('match the contract', () => {
    const expected = endpoints.map(({ method, path }) => `${method} /api${path}`);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(expected.sort());
  });

  it('include the test contribution outside production only', () => {
    const keys = (template: Template) =>
      findResources(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);
    expect(keys(development.api)).toContain('POST /api/profile/test-contribution');
    expect(keys(production.api)).not.toContain('POST /api/profile/test-contribution');
  });

  it('require an access token on member endpoints', () => {
    for (const { method, path } of endpoints.filter(({ access }) => access === 'member')) {
      const route = routes.find(({ RouteKey }) => RouteKey === `${method} /api${path}`);
      expect(route).toMatchObject({
        AuthorizationType: 'JWT',
        AuthorizationScopes: ['aws.cognito.signin.user.admin'],
        AuthorizerId: expect.anything(),
      });
    }
  });

  it('have one function each', () => {
    const integrations = findResources(production.api, 'AWS::ApiGatewayV2::Integration');
    const functions = integrations.map(([, { Properties }]) => JSON.stringify(Properties.IntegrationUri));
    expect(new Set(functions).size).toBe(endpoints.length);
  });
});

describe.each(stacks)('the %s stack', (_, template) => {
  it('has fewer than 400 resources (CloudFormation allows 500)', () => {
    expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(400);
  });

  it('sets architecture, runtime, memory, timeout, and log group of every function', () => {
    for (const [, { Properties }] of findOwnFunctions(template)) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        MemorySize: expect.any(Number),
        Timeout: expect.any(Number),
        LoggingConfig: { LogGroup: expect.anything() },
      });
    }
  });

  it('gives every function its own role', () => {
    const roles = findOwnFunctions(template).map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('puts no secret into environment variables, except the origin secret', () => {
    const environments = findOwnFunctions(template).map(([, { Properties }]) => {
      const { ORIGIN_SECRET: _, ...others } = (
        Properties.Environment as { Variables: object & { ORIGIN_SECRET?: unknown } }
      ).Variables;
      return JSON.stringify(others);
    });
    for (const environment of environments) expect(environment).not.toMatch(/resolve:|password|private/i);
  });
});

const statements = stacks.flatMap(([, template]) =>
  findResources(template, 'AWS::IAM::Policy')
    .filter(([id]) => !id.startsWith('BucketNotificationsHandler'))
    .flatMap(([id, { Properties }]) =>
      (Properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement.map((statement) => ({
        id,
        effect: statement.Effect,
        actions: [statement.Action].flat() as string[],
        resources: ([statement.Resource].flat() as unknown[]).map((resource) => JSON.stringify(resource)),
        condition: statement.Condition,
      })),
    ),
);

describe('IAM permissions', () => {
  it('have no wildcard actions', () => {
    expect(statements.length).toBeGreaterThan(allEndpoints.length);
    for (const { id, actions } of statements) for (const action of actions) expect(action, id).not.toContain('*');
  });

  it('have wildcard resources only for object keys and open sockets', () => {
    const wildcards = statements.flatMap(({ resources }) => resources.filter((resource) => resource.includes('*')));
    for (const wildcard of wildcards)
      expect(wildcard).toMatch(/"\/(files|avatars|posts)\/\*"|\/live\/POST\/@connections\/\*"/);
    expect(wildcards.length).toBeGreaterThan(0);
  });

  it('allow no scan and no deletion of the table', () => {
    const actions = new Set(statements.flatMap((statement) => statement.actions));
    expect([...actions].filter((action) => action.startsWith('dynamodb:')).sort()).toEqual(
      ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map((name) => `dynamodb:${name}`),
    );
  });
});

describe('table permissions', () => {
  const leadingKeys = ({ condition }: (typeof statements)[number]) =>
    (condition as Record<string, Record<string, string[]>> | undefined)?.['ForAllValues:StringLike']?.[
      'dynamodb:LeadingKeys'
    ];
  const tableStatements = statements.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));

  it('are limited to named partitions', () => {
    expect(tableStatements.length).toBeGreaterThan(allEndpoints.length);
    for (const statement of tableStatements) {
      const keys = [leadingKeys(statement)].flat();
      expect(keys.length, statement.id).toBeGreaterThan(0);
      for (const key of keys) expect(key, statement.id).toMatch(/^([A-Z]+#\*|UNCLAIMED|REMOVAL)$/);
    }
  });

  it('allow conversations only for messaging functions and the purge job', () => {
    const readers = tableStatements.filter((statement) => [leadingKeys(statement)].flat().includes('CHAT#*'));
    const names = new Set(readers.map(({ id }) => id.replace(/Role.*/, '')));
    expect([...names].sort()).toEqual(['PurgeJobPurge', 'messagesconversation', 'messagessocketsendmessage']);
  });
});

describe('the table', () => {
  it('has keys, TTL, point-in-time recovery, and on-demand billing', () => {
    production.storage.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('has four indexes that project no counters', () => {
    const [[, { Properties }]] = findResources(production.storage, 'AWS::DynamoDB::Table') as [[string, never]];
    const indexes = (Properties as { GlobalSecondaryIndexes: Record<string, never>[] }).GlobalSecondaryIndexes;
    expect(indexes.map(({ IndexName }) => IndexName)).toEqual(Object.keys(INDEXES));
    expect(JSON.stringify(indexes)).not.toMatch(/likeCount|views|followersCount/);
  });

  it('is protected from deletion in production only', () => {
    production.storage.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    development.storage.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

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

  it('accepts uploads from the site, and deletes abandoned multipart uploads', () => {
    production.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [
          Match.objectLike({
            AllowedOrigins: ['*'],
            AllowedMethods: ['PUT', 'GET', 'HEAD'],
            AllowedHeaders: ['content-type', 'range'],
            ExposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          }),
        ],
      },
      LifecycleConfiguration: {
        Rules: [Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' })],
      },
    });
    const customOrigins = synthesise({ stage: 'prod', siteOrigins: 'https://a.example,https://b.example' });
    customOrigins.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedOrigins: ['https://a.example', 'https://b.example'] })],
      },
    });
  });

  it('invokes the file-stored trigger for every file and picture', () => {
    production.storage.hasResourceProperties('Custom::S3BucketNotifications', {
      NotificationConfiguration: {
        LambdaFunctionConfigurations: ['files/', 'avatars/', 'posts/'].map((Value) =>
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

describe('the WebSocket API', () => {
  it('has the routes of the contract, with one function each', () => {
    const routes = findResources(production.sockets, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(([, { Properties }]) => Properties.RouteKey).sort()).toEqual(
      socketRoutes.map(({ key }) => key).sort(),
    );
    const integrations = findResources(production.sockets, 'AWS::ApiGatewayV2::Integration');
    const functions = integrations.map(([, { Properties }]) => JSON.stringify(Properties.IntegrationUri));
    expect(new Set(functions).size).toBe(socketRoutes.length);
  });

  it('routes frames by their action', () => {
    production.sockets.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.action',
    });
    production.sockets.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: 'live',
      AutoDeploy: true,
    });
  });
});

describe('the purge job', () => {
  it('runs every hour, is retried twice, and reports failures', () => {
    production.storage.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 hour)',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^PurgeJob'), 'Arn'] } })],
    });
    production.storage.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^PurgeJob') },
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });

  it('can be started only by the endpoints that delete accounts and posts', () => {
    const starters = statements.filter(({ actions }) => actions.includes('lambda:InvokeFunction'));
    expect(starters.map(({ id }) => id.replace(/Role.*/, '')).sort()).toEqual(['accountdeleteaccount', 'postsdelete']);
  });
});

describe('the user pool', () => {
  it('signs in by email, requires six characters, and runs both triggers', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 6 } },
      LambdaConfig: { PreSignUp: Match.anyValue(), PostConfirmation: Match.anyValue() },
    });
  });

  it('accepts plain passwords on the local stage only', () => {
    const flows = (template: Template) =>
      findResources(template, 'AWS::Cognito::UserPoolClient')[0]![1].Properties.ExplicitAuthFlows;
    expect(flows(production.storage)).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']);
    expect(flows(synthesise({ stage: 'local' }).storage)).toContain('ALLOW_USER_PASSWORD_AUTH');
  });
});

describe('stage settings', () => {
  it('are passed to functions as environment variables', () => {
    development.storage.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ EMAIL_VERIFICATION: 'required' }) },
    });
    development.api.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ DEPTH_INDEX_SHARDS: '8' }) },
    });
  });
});

describe('cdk-nag', () => {
  it('finds no violation without an explanation in code', () => {
    expect(production.findings).toEqual([]);
  });
});

function findOwnFunctions(template: Template) {
  return findResources(template, 'AWS::Lambda::Function').filter(
    ([id]) => !id.startsWith('BucketNotificationsHandler'),
  );
}
