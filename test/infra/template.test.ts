/** The templates of a stage: routes, functions, the table, and how settings reach the functions. */
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { allEndpoints, isDeployed } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket-frames.ts';
import { synthesize } from '../support/synthesis.ts';
import {
  findPolicies,
  findResource,
  findResources,
  MAX_RESOURCES,
  readStatements,
  readVariables,
} from '../support/template.ts';

const production = synthesize({ stage: 'prod' });
const development = synthesize({ stage: 'dev', emailVerification: 'required', depthIndexShards: 8 });
const endpoints = allEndpoints.filter((endpoint) => isDeployed(endpoint, { production: true }));

describe('HTTP routes', () => {
  const routes = findResources(production.api, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties);

  it('HTTP routes match the contract', () => {
    const endpointRoutes = endpoints.map(({ method, path }) => `${method} /api${path}`);
    // The route `$default` receives all other requests.
    const expectedRoutes = [...endpointRoutes, '$default'];
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(expectedRoutes.sort());
  });

  it('HTTP routes include the test contribution outside production only', () => {
    const listRoutes = (template: Template) =>
      findResources(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(listRoutes(development.api)).toContain('POST /api/profile/test-contribution');
    expect(listRoutes(production.api)).not.toContain('POST /api/profile/test-contribution');
  });

  it('HTTP routes of member endpoints require an access token', () => {
    for (const { method, path } of endpoints.filter(({ access }) => access === 'member')) {
      const route = routes.find(({ RouteKey }) => RouteKey === `${method} /api${path}`);
      expect(route).toMatchObject({
        AuthorizationType: 'JWT',
        AuthorizationScopes: ['aws.cognito.signin.user.admin'],
        AuthorizerId: expect.anything(),
      });
    }
  });

  it('every HTTP route has its own function', () => {
    const integrations = findResources(production.api, 'AWS::ApiGatewayV2::Integration');
    const functions = integrations.map(({ Properties }) => JSON.stringify(Properties.IntegrationUri));
    expect(new Set(functions).size).toBe(endpoints.length + 1);
  });
});

describe('the route $default', () => {
  const unmatchedRequest = findResource(production.api, 'AWS::Lambda::Function', 'unmatchedrequest');

  it('the route $default needs no token', () => {
    production.api.hasResourceProperties('AWS::ApiGatewayV2::Route', {
      RouteKey: '$default',
      AuthorizationType: 'NONE',
      AuthorizerId: Match.absent(),
    });
  });

  it('the function of the route $default may only write its log', () => {
    const policies = findPolicies(production.api).filter(({ id }) => id.startsWith('unmatchedrequest'));
    expect(policies.flatMap(readStatements).map(({ Action }) => Action)).toEqual([
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
    ]);
  });

  it('the route $default has the rate limit and the variables of the stage', () => {
    production.api.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
      RouteSettings: Match.absent(),
      StageVariables: Match.anyValue(),
    });
  });

  it('the route $default names endpoints for tests outside production only', () => {
    expect(readVariables(unmatchedRequest)).not.toMatchObject({ TEST_ENDPOINTS: 'on' });
    development.api.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'unmatched-request', TEST_ENDPOINTS: 'on' } },
    });
  });
});

describe.each(production.stacks)('the %s stack', (_, template) => {
  it('defines no more resources in a stack than CloudFormation allows', () => {
    expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual(MAX_RESOURCES);
  });

  it('sets architecture, runtime, memory, timeout, and log group of every function', () => {
    for (const { Properties } of findOwnFunctions(template)) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        MemorySize: expect.any(Number),
        Timeout: expect.any(Number),
        LoggingConfig: { LogGroup: expect.anything(), LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
    }
  });

  it('gives every function its own role', () => {
    const roles = findOwnFunctions(template).map(({ Properties }) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('puts no secret into environment variables', () => {
    const environments = findOwnFunctions(template).map((lambda) => {
      // The name of a function can contain "password".
      const { POWERTOOLS_SERVICE_NAME, ...otherVariables } = readVariables(lambda);
      return JSON.stringify(otherVariables);
    });

    for (const environment of environments) expect(environment).not.toMatch(/resolve:|password|private/i);
  });
});

describe('the table', () => {
  it('the table has keys, TTL, point-in-time recovery, and on-demand billing', () => {
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

  it('the table has the indexes of the schema, which project no counters', () => {
    const { Properties } = findResource(production.storage, 'AWS::DynamoDB::Table');
    const indexes = Properties.GlobalSecondaryIndexes as readonly { readonly IndexName: string }[];

    expect(indexes.map(({ IndexName }) => IndexName)).toEqual(Object.keys(INDEXES));
    expect(JSON.stringify(indexes)).not.toMatch(/likeCount|views|followersCount/);
  });

  it('the table is protected from deletion in production only', () => {
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

describe('the WebSocket API', () => {
  it('the WebSocket API has the routes of the contract, with one function each', () => {
    const routes = findResources(production.sockets, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
      socketRoutes.map(({ key }) => key).sort(),
    );

    const integrations = findResources(production.sockets, 'AWS::ApiGatewayV2::Integration');
    const functions = integrations.map(({ Properties }) => JSON.stringify(Properties.IntegrationUri));
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

describe('stage settings', () => {
  it('passes stage settings to functions as environment variables', () => {
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

/** Returns the functions of a stack, except the function that the CDK adds for bucket notifications. */
function findOwnFunctions(template: Template) {
  return findResources(template, 'AWS::Lambda::Function').filter(
    ({ id }) => !id.startsWith('BucketNotificationsHandler'),
  );
}
