import type { Template } from 'aws-cdk-lib/assertions';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { allEndpoints, isPartOf } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket.ts';
import { resourcesOf, synthesise } from '../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });
const development = synthesise({ stage: 'dev', emailVerification: 'required', depthIndexShards: 8 });
const endpoints = allEndpoints.filter((endpoint) => isPartOf(endpoint, { production: true }));
const stacks: [string, Template][] = [
  ['storage', production.storage],
  ['sockets', production.sockets],
  ['api', production.api],
  ['site', production.site],
  ['operations', production.operations],
];

describe('the routes', () => {
  const routes = resourcesOf(production.api, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);

  it('are exactly those of the contract', () => {
    const expected = endpoints.map(({ method, path }) => `${method} /api${path}`);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(expected.sort());
  });

  it('to test contributions exist on other stages than production', () => {
    const keys = (template: Template) =>
      resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);
    expect(keys(development.api)).toContain('POST /api/profile/test-contribution');
    expect(keys(production.api)).not.toContain('POST /api/profile/test-contribution');
  });

  it('admit members by access token alone, wherever the contract says so', () => {
    for (const { method, path } of endpoints.filter(({ access }) => access === 'member')) {
      const route = routes.find(({ RouteKey }) => RouteKey === `${method} /api${path}`);
      expect(route).toMatchObject({
        AuthorizationType: 'JWT',
        AuthorizationScopes: ['aws.cognito.signin.user.admin'],
        AuthorizerId: expect.anything(),
      });
    }
  });

  it('each lead to a function of their own', () => {
    const integrations = resourcesOf(production.api, 'AWS::ApiGatewayV2::Integration');
    const functions = integrations.map(([, { Properties }]) => JSON.stringify(Properties.IntegrationUri));
    expect(new Set(functions).size).toBe(endpoints.length);
  });
});

describe.each(stacks)('the %s stack', (_, template) => {
  it('stays far below the 500 resources of a stack', () => {
    expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(400);
  });

  it('tells every function its architecture, runtime, memory, time limit and log group', () => {
    for (const [, { Properties }] of ownFunctions(template)) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        MemorySize: expect.any(Number),
        Timeout: expect.any(Number),
        LoggingConfig: { LogGroup: expect.anything() },
      });
    }
  });

  it('gives every function a role of its own', () => {
    const roles = ownFunctions(template).map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('puts no secret into an environment, but for that of the site', () => {
    const environments = ownFunctions(template).map(([, { Properties }]) => {
      const { ORIGIN_SECRET: _, ...others } = (
        Properties.Environment as { Variables: object & { ORIGIN_SECRET?: unknown } }
      ).Variables;
      return JSON.stringify(others);
    });
    for (const environment of environments) expect(environment).not.toMatch(/resolve:|password|private/i);
  });
});

const statements = stacks.flatMap(([, template]) =>
  resourcesOf(template, 'AWS::IAM::Policy')
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

describe('the permissions', () => {
  it('name every action', () => {
    expect(statements.length).toBeGreaterThan(allEndpoints.length);
    for (const { id, actions } of statements) for (const action of actions) expect(action, id).not.toContain('*');
  });

  it('have no wildcard but for the objects below one prefix, and the open sockets of the API', () => {
    const wildcards = statements.flatMap(({ resources }) => resources.filter((resource) => resource.includes('*')));
    for (const wildcard of wildcards)
      expect(wildcard).toMatch(/"\/(files|avatars|posts)\/\*"|\/live\/POST\/@connections\/\*"/);
    expect(wildcards.length).toBeGreaterThan(0);
  });

  it('let no function scan the table or delete it', () => {
    const actions = new Set(statements.flatMap((statement) => statement.actions));
    expect([...actions].filter((action) => action.startsWith('dynamodb:')).sort()).toEqual(
      ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map((name) => `dynamodb:${name}`),
    );
  });
});

describe('the permissions on the table', () => {
  const leadingKeys = ({ condition }: (typeof statements)[number]) =>
    (condition as Record<string, Record<string, string[]>> | undefined)?.['ForAllValues:StringLike']?.[
      'dynamodb:LeadingKeys'
    ];
  const ofTable = statements.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));

  it('name the partitions, and none of them is every partition', () => {
    expect(ofTable.length).toBeGreaterThan(allEndpoints.length);
    for (const statement of ofTable) {
      const keys = [leadingKeys(statement)].flat();
      expect(keys.length, statement.id).toBeGreaterThan(0);
      for (const key of keys) expect(key, statement.id).toMatch(/^([A-Z]+#\*|UNCLAIMED|REMOVAL)$/);
    }
  });

  it('keep conversations from all but the functions of messages and the purge job', () => {
    const readers = ofTable.filter((statement) => [leadingKeys(statement)].flat().includes('CHAT#*'));
    const names = new Set(readers.map(({ id }) => id.replace(/Role.*/, '')));
    expect([...names].sort()).toEqual(['PurgeJobPurge', 'messagesconversation', 'messagessocketsendmessage']);
  });
});

describe('the table', () => {
  it('has its keys, its expiry, point-in-time recovery and pay-per-request billing', () => {
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

  it('has its four indexes, and no counter in any of them', () => {
    const [[, { Properties }]] = resourcesOf(production.storage, 'AWS::DynamoDB::Table') as [[string, never]];
    const indexes = (Properties as { GlobalSecondaryIndexes: Record<string, never>[] }).GlobalSecondaryIndexes;
    expect(indexes.map(({ IndexName }) => IndexName)).toEqual(Object.keys(INDEXES));
    expect(JSON.stringify(indexes)).not.toMatch(/likeCount|views|followersCount/);
  });

  it('cannot be deleted by accident in production, and can in development', () => {
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
  it('is closed to the public, and to connections without TLS', () => {
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

  it('takes uploads from the site, and cleans up abandoned ones', () => {
    production.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedMethods: ['PUT', 'GET', 'HEAD'] })] },
      LifecycleConfiguration: {
        Rules: [Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' })],
      },
    });
    const own = synthesise({ stage: 'prod', siteOrigins: 'https://a.example,https://b.example' });
    own.storage.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedOrigins: ['https://a.example', 'https://b.example'] })],
      },
    });
  });

  it('tells the file-stored trigger of every file and every picture', () => {
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
  it('has exactly the routes of the contract, each with a function of its own', () => {
    const routes = resourcesOf(production.sockets, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(([, { Properties }]) => Properties.RouteKey).sort()).toEqual(
      socketRoutes.map(({ key }) => key).sort(),
    );
    const integrations = resourcesOf(production.sockets, 'AWS::ApiGatewayV2::Integration');
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
  it('is started every hour, tried again, and reported when it fails', () => {
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

  it('may be started by the two endpoints that delete, and by no other', () => {
    const starters = statements.filter(({ actions }) => actions.includes('lambda:InvokeFunction'));
    expect(starters.map(({ id }) => id.replace(/Role.*/, '')).sort()).toEqual(['accountdeleteaccount', 'postsdelete']);
  });
});

describe('the user pool', () => {
  it('signs in by email, asks for six characters, and runs both triggers', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 6 } },
      LambdaConfig: { PreSignUp: Match.anyValue(), PostConfirmation: Match.anyValue() },
    });
  });

  it('takes a bare password nowhere but on an emulator', () => {
    const flows = (template: Template) =>
      resourcesOf(template, 'AWS::Cognito::UserPoolClient')[0]![1].Properties.ExplicitAuthFlows;
    expect(flows(production.storage)).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']);
    expect(flows(synthesise({ stage: 'local' }).storage)).toContain('ALLOW_USER_PASSWORD_AUTH');
  });
});

describe('a stage', () => {
  it('hands its settings to the functions that follow them', () => {
    development.storage.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ EMAIL_VERIFICATION: 'required' }) },
    });
    development.api.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ DEPTH_INDEX_SHARDS: '8' }) },
    });
  });
});

describe('cdk-nag', () => {
  it('has nothing against the app that is not explained in code', () => {
    expect(production.findings).toEqual([]);
  });
});

function ownFunctions(template: Template) {
  return resourcesOf(template, 'AWS::Lambda::Function').filter(([id]) => !id.startsWith('BucketNotificationsHandler'));
}
