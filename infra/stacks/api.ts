import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BundledFunction } from '../constructs/bundled-function.ts';
import type { OriginSecret } from '../constructs/origin-secret.ts';
import type { Resources } from '../routes/grants.ts';
import { listRoutes } from '../routes/index.ts';
import type { Stage } from '../stage.ts';

/** A scope that only access tokens contain. Requiring it rejects ID tokens. */
const ACCESS_TOKEN_SCOPE = 'aws.cognito.signin.user.admin';

interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  /** Bundle folders by function name. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly resources: Resources;
  readonly originSecret: OriginSecret;
}

/** The HTTP API, with one route and one function per endpoint of the contract. */
export class ApiStack extends Stack {
  readonly httpApi: apigateway.HttpApi;

  constructor(scope: Construct, id: string, api: ApiStackProps) {
    const { stage, bundles, resources, originSecret, ...props } = api;
    super(scope, id, props);
    const { pool, client } = resources.members;
    const authorizer = new HttpUserPoolAuthorizer('Members', pool, { userPoolClients: [client] });
    this.httpApi = new apigateway.HttpApi(this, 'HttpApi', {
      apiName: `fathom-${stage.name}`,
      createDefaultStage: false,
    });
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.httpApi.addStage('DefaultStage', {
      stageName: '$default',
      autoDeploy: true,
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
          }),
        ),
      },
    });
    for (const { endpoint, grant } of listRoutes(stage)) {
      const fn = new BundledFunction(this, endpoint.name, {
        stage,
        name: endpoint.name,
        bundle: bundles[endpoint.name]!,
        description: endpoint.summary,
        timeoutSeconds: endpoint.timeoutSeconds,
      });
      grant(fn, resources);
      if (stage.originCheck) originSecret.requireFor(fn);
      const addedRoutes = this.httpApi.addRoutes({
        path: `/api${endpoint.path}`,
        methods: [endpoint.method as apigateway.HttpMethod],
        integration: new HttpLambdaIntegration(endpoint.name, fn.function),
        authorizer: endpoint.access === 'member' ? authorizer : undefined,
        authorizationScopes: endpoint.access === 'member' ? [ACCESS_TOKEN_SCOPE] : undefined,
      });
      if (endpoint.access === 'provider') {
        for (const route of addedRoutes) {
          Validations.of(route).acknowledge({
            id: 'AwsSolutions-APIG4',
            reason: 'The provider signs its requests; the function checks the signature before anything else.',
          });
        }
      }
    }
    new CfnOutput(this, 'ApiUrl', { value: this.httpApi.apiEndpoint });
  }
}
