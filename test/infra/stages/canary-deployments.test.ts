/**
 * The setting canaryDeployments: a deployment shifts 10 % of the requests to new versions of functions first, and
 * returns to the earlier versions if an alarm starts. A nested stack contains the alias and the deployment group of
 * each function.
 */
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { CANARY_DEPLOYED } from '../../../infra/constructs/canary-deployments.ts';
import { findDangerousChanges } from '../../../infra/deployed/dangerous-changes.ts';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import { ALL_SETTINGS, EMULATOR_SETTINGS } from '../../support/all-settings.ts';
import { synthesize } from '../../support/synthesis.ts';
import { findResource, findResources, MAX_RESOURCES, readJoin, readReferencedId } from '../../support/template.ts';

const plainApi = synthesize({ stage: 'dev' }).api;

/** A development stage, which has the most endpoints, with all settings. */
const { api, canaryDeployments, findings } = synthesize({ stage: 'dev', ...ALL_SETTINGS, ...EMULATOR_SETTINGS });
const nestedStack = canaryDeployments!;

/** Returns for each route the function that API Gateway invokes and the one that it may invoke, as text. */
function findTargets(template: Template): Map<string, { invoked: string; allowed: string }> {
  const integrations = findResources(template, 'AWS::ApiGatewayV2::Integration');
  const permissions = findResources(template, 'AWS::Lambda::Permission');

  return new Map(
    findResources(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      // The parts of a route's target are `integrations/` and a reference.
      const integrationId = readReferencedId(readJoin(Properties.Target).parts[1]);
      const integration = integrations.find(({ id }) => id === integrationId)!;
      const permission = permissions.find(({ id }) => [integration.DependsOn].flat().includes(id))!;

      return [
        String(Properties.RouteKey),
        {
          invoked: JSON.stringify(integration.Properties.IntegrationUri),
          allowed: JSON.stringify(permission.Properties.FunctionName),
        },
      ];
    }),
  );
}

describe('a stage without canaryDeployments', () => {
  it('a stage without canary deployments has no versions or aliases, and each route invokes its function', () => {
    for (const stage of ['dev', 'prod', 'local']) {
      const synthesis = synthesize({ stage });
      expect(synthesis.canaryDeployments).toBeUndefined();
      for (const type of ['AWS::Lambda::Version', 'AWS::Lambda::Alias', 'AWS::CloudFormation::Stack']) {
        expect(findResources(synthesis.api, type)).toEqual([]);
      }
    }

    for (const [route, { invoked, allowed }] of findTargets(plainApi)) {
      expect(invoked, route).toMatch(/^\{"Fn::GetAtt":\["\w+Function\w+","Arn"\]\}$/);
      expect(invoked, route).toBe(allowed);
    }
  });
});

describe('a stage with canaryDeployments', () => {
  it('deploys only endpoints in steps', () => {
    expect([...CANARY_DEPLOYED].filter((name) => !allEndpoints.some((endpoint) => endpoint.name === name))).toEqual([]);
  });

  // "CloudFormation quotas" (CloudFormation user guide): 500 resources, 200 parameters, and 200 outputs.
  it('stays below the limits of CloudFormation with all settings', () => {
    expect(Object.keys(api.toJSON().Resources).length).toBeLessThanOrEqual(MAX_RESOURCES);
    expect(Object.keys(nestedStack.toJSON().Resources).length).toBeLessThanOrEqual(MAX_RESOURCES);
    expect(Object.keys(nestedStack.toJSON().Parameters).length).toBeLessThanOrEqual(200);
    expect(Object.keys(nestedStack.toJSON().Outputs).length).toBeLessThanOrEqual(200);
  });

  // "Lambda function versions" and "Using aliases" (Lambda developer guide): a permission for the function isn't one
  // for its alias.
  it('invokes the listed functions through their alias, with a permission for the alias', () => {
    const routes = findTargets(api);
    for (const { name, method, path } of allEndpoints) {
      const { invoked, allowed } = routes.get(`${method} /api${path}`)!;
      // The alias `live` is an output of the nested stack.
      const invokesAlias = invoked.includes('Outputs.') && invoked.includes('live');
      expect(invokesAlias, name).toBe(CANARY_DEPLOYED.has(name));
      expect(invoked, name).toBe(allowed);
    }

    const names = findResources(nestedStack, 'AWS::Lambda::Alias').map(({ Properties }) => Properties.Name);
    expect(names).toEqual([...CANARY_DEPLOYED].map(() => 'live'));
  });

  // An alias keeps serving the settings of its version. "Manage Lambda function versions" (Lambda developer guide).
  it('publishes a version when only a setting of the functions changes', () => {
    const listVersions = (template: Template) => findResources(template, 'AWS::Lambda::Version').map(({ id }) => id);
    const changedSettings = { ...ALL_SETTINGS, ...EMULATOR_SETTINGS, memberCallsPerMinute: 99 };
    const changedApi = synthesize({ stage: 'dev', ...changedSettings }).api;
    const limitedEndpoints = allEndpoints.filter(
      ({ name, access }) => CANARY_DEPLOYED.has(name) && access === 'member',
    );

    const publishedVersions = listVersions(changedApi).filter((id) => !listVersions(api).includes(id));

    // Only functions of member endpoints have the changed setting.
    expect(publishedVersions.length).toBe(limitedEndpoints.length);
  });

  // "UpdatePolicy attribute" (CloudFormation user guide), and "Deployment configurations on an AWS Lambda compute
  // platform" (CodeDeploy user guide). A group runs one deployment at a time, and CloudFormation updates aliases
  // together.
  it('shifts the traffic of each alias with its own deployment group: 10 % for five minutes, then all', () => {
    const groupIds = findResources(nestedStack, 'AWS::Lambda::Alias').map(({ UpdatePolicy }) =>
      readReferencedId(UpdatePolicy?.CodeDeployLambdaAliasUpdate?.DeploymentGroupName),
    );
    const groups = findResources(nestedStack, 'AWS::CodeDeploy::DeploymentGroup');

    expect(new Set(groupIds).size).toBe(CANARY_DEPLOYED.size);
    for (const groupId of groupIds) {
      expect(groups.find(({ id }) => id === groupId)).toMatchObject({
        Properties: { DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes' },
      });
    }
  });

  // "Configure advanced options for a deployment group" (CodeDeploy user guide): alarms must exist before the group.
  it('rolls back when a deployment fails, an operator stops it, or the alarm starts', () => {
    const alarm = findResource(nestedStack, 'AWS::CloudWatch::Alarm').id;
    for (const { id, Properties } of findResources(nestedStack, 'AWS::CodeDeploy::DeploymentGroup')) {
      expect(Properties, id).toMatchObject({
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarm } }] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
    }
  });

  // "Metrics for HTTP APIs" (API Gateway developer guide): 5xx has the dimension ApiId. Functions return 500 without an
  // error, so AWS/Lambda Errors would stay 0.
  it("watches the API's failed responses by the minute", () => {
    const httpApi = findResource(api, 'AWS::ApiGatewayV2::Api').id;
    const { Properties } = findResource(api, 'AWS::CloudFormation::Stack');
    const parameters = Object.entries(Properties.Parameters as Readonly<Record<string, unknown>>);
    const [apiParameter] = parameters.find(([, value]) => readReferencedId(value) === httpApi)!;

    nestedStack.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'fathom-dev-DeploymentErrors',
      Namespace: 'AWS/ApiGateway',
      MetricName: '5xx',
      Dimensions: [{ Name: 'ApiId', Value: { Ref: apiParameter } }],
      Statistic: 'Sum',
      Period: 60,
      TreatMissingData: 'notBreaching',
    });
  });

  it('canary deployments can be switched on and off without the permission to lose data', () => {
    const stacksWithout = { api: plainApi.toJSON() };
    const stacksWith = { api: api.toJSON() };
    expect(findDangerousChanges(stacksWithout, stacksWith)).toEqual([]);
    expect(findDangerousChanges(stacksWith, stacksWithout)).toEqual([]);
  });

  it('a stage with canaryDeployments has no finding of cdk-nag without an explanation in code', () => {
    expect(findings).toEqual([]);
  });
});
