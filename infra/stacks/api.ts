import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Access, Endpoint } from '../../shared/contract/endpoint.ts';
import { METRICS_NAMESPACE } from '../../shared/contract/metrics.ts';
import { BundledFunction } from '../constructs/bundled-function.ts';
import { CANARY_DEPLOYED, CanaryDeployments } from '../constructs/canary-deployments.ts';
import type { OriginSecret } from '../constructs/origin-secret.ts';
import { formatTooManyRequestsName } from '../constructs/stage-metrics.ts';
import { UNMATCHED_REQUEST } from '../lambda-bundles.ts';
import type { Resources } from '../routes/grants.ts';
import { listRoutes } from '../routes/index.ts';
import type { Stage } from '../stage.ts';

/** A scope that only access tokens contain. Requiring it rejects ID tokens. */
const ACCESS_TOKEN_SCOPE = 'aws.cognito.signin.user.admin';

/** The reason why an endpoint needs no token, by its access. Undefined if it needs one. */
const WITHOUT_TOKEN: Readonly<Record<Access, string | undefined>> = {
  member: undefined,
  public: 'Called before sign-in. The function checks an emailed code, a password, or the rules for new accounts.',
  provider: 'The provider signs its requests; the function checks the signature before anything else.',
};

interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  /** Bundle folders by function name. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly resources: Resources;
  readonly originSecret: OriginSecret;
}

/** The HTTP API, with one route and one function per endpoint of the contract, and one for all other requests. */
export class ApiStack extends Stack {
  readonly httpApi: apigateway.HttpApi;
  /** Name of the log group with one line per request. */
  readonly accessLogName: string;
  /** The stack that shifts traffic in steps. Undefined if new code serves all requests immediately. */
  readonly canaryDeployments: CanaryDeployments | undefined;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { stage, bundles, resources, originSecret, ...stackProps } = props;
    super(scope, id, stackProps);

    this.httpApi = new apigateway.HttpApi(this, 'HttpApi', {
      apiName: `fathom-${stage.name}`,
      createDefaultStage: false,
    });
    const accessLog = this.#addAccessLog(stage);
    this.accessLogName = accessLog.logGroupName;
    this.#addDefaultStage(stage, originSecret, accessLog);

    this.canaryDeployments = stage.canaryDeployments
      ? new CanaryDeployments(this, 'CanaryDeployments', { stage, httpApiId: this.httpApi.apiId })
      : undefined;

    const { pool, webClient, canaryClient } = resources.members;
    const authorizer = new HttpUserPoolAuthorizer('Members', pool, {
      userPoolClients: canaryClient ? [webClient, canaryClient] : [webClient],
    });
    for (const { endpoint, grant } of listRoutes(stage)) {
      const { name, summary: description, timeoutSeconds } = endpoint;
      const fn = new BundledFunction(this, name, { stage, name, bundle: bundles[name]!, description, timeoutSeconds });
      grant(fn, resources);
      this.#addRoute(endpoint, fn, authorizer);
    }

    this.#addDefaultRoute(props);
    new CfnOutput(this, 'ApiUrl', { value: this.httpApi.apiEndpoint });
  }

  /** Adds the log group of the API's requests, with a metric of the requests that were throttled. */
  #addAccessLog(stage: Stage): logs.LogGroup {
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      // Log groups under this prefix share one statement of the account's log policy. Every other group adds one, and
      // the policy has room for 5,120 bytes ("Enable logging from AWS services", CloudWatch Logs user guide).
      logGroupName: `/aws/vendedlogs/fathom-${stage.name}/http-api`,
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    accessLog.addMetricFilter('TooManyRequests', {
      filterPattern: logs.FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: METRICS_NAMESPACE,
      metricName: formatTooManyRequestsName(stage.name),
    });
    return accessLog;
  }

  /** Adds API Gateway's stage of the API, which limits and logs the requests of all members. */
  #addDefaultStage(stage: Stage, originSecret: OriginSecret, accessLog: logs.LogGroup): void {
    this.httpApi.addStage('DefaultStage', {
      stageName: '$default',
      autoDeploy: true,
      stageVariables: originSecret.stageVariables,
      throttle: { rateLimit: stage.requestsPerSecond, burstLimit: stage.requestBurst },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            route: '$context.routeKey',
            status: '$context.status',
            latencyMs: '$context.responseLatency',
            error: '$context.error.message',
            integrationError: '$context.integrationErrorMessage',
          }),
        ),
      },
    });
  }

  /** Adds the route of an endpoint. Routes of members require a token; all others have a reason why they don't. */
  #addRoute(endpoint: Endpoint, fn: BundledFunction, authorizer: HttpUserPoolAuthorizer): void {
    const { name, path, method, access } = endpoint;
    const alias = CANARY_DEPLOYED.has(name) ? this.canaryDeployments?.createAlias(name, fn.function) : undefined;
    const addedRoutes = this.httpApi.addRoutes({
      path: `/api${path}`,
      methods: [method as apigateway.HttpMethod],
      integration: new HttpLambdaIntegration(name, alias ?? fn.function),
      authorizer: access === 'member' ? authorizer : undefined,
      authorizationScopes: access === 'member' ? [ACCESS_TOKEN_SCOPE] : undefined,
    });

    const reason = WITHOUT_TOKEN[access];
    for (const route of addedRoutes) {
      allowBeforeIntegrating(route);
      if (reason !== undefined) Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });
    }
  }

  /**
   * Adds the route of the requests that match no endpoint. Its function may only write its own log.
   *
   * The limits of all requests also apply to these: the stage's rate, the firewall, and the check of the origin.
   */
  #addDefaultRoute({ stage, bundles }: ApiStackProps): void {
    const fn = new BundledFunction(this, UNMATCHED_REQUEST, {
      stage,
      name: UNMATCHED_REQUEST,
      bundle: bundles[UNMATCHED_REQUEST]!,
      description: 'Respond to requests that match no endpoint.',
    });
    if (!stage.production) fn.setEnvironment('TEST_ENDPOINTS', 'on');

    const route = new apigateway.HttpRoute(this, 'DefaultRoute', {
      httpApi: this.httpApi,
      routeKey: apigateway.HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration(UNMATCHED_REQUEST, fn.function),
    });
    allowBeforeIntegrating(route);

    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Wrong requests get the same response with and without a token. The function has access to nothing.',
    });
  }
}

/**
 * Makes CloudFormation grant API Gateway the permission to invoke a route's function before the route uses the
 * function.
 *
 * Otherwise, requests fail for seconds when the function's alias replaces the function, or the function replaces its
 * alias.
 */
function allowBeforeIntegrating(route: apigateway.HttpRoute): void {
  const parts = route.node.findAll();
  const permission = parts.find((part) => part instanceof lambda.CfnPermission);
  const integration = parts.find((part) => part instanceof apigateway.CfnIntegration);
  if (permission && integration) integration.addResourceDependency(permission);
}
