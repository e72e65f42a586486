import { Duration, NestedStack, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/**
 * The functions whose new code serves only 10 % of their requests at first. Each adds one resource to the api stack,
 * which test/infra limits (ADR 32).
 */
export const CANARY_DEPLOYED: ReadonlySet<string> = new Set([
  // Pages call these functions most, so the alarm detects their failures soonest. Without them, a screen shows nothing.
  'account-me',
  'account-dashboard',
  'files-list',
  // These functions handle money.
  'payments-create-payment-intent',
  'payments-create-order',
  'payments-process-purchase',
  'payments-stripe-webhook',
  'payments-paypal-webhook',
  // This function credits uploads.
  'files-save-metadata',
]);

interface CanaryDeploymentsProps {
  readonly stage: Stage;
  readonly httpApiId: string;
}

/**
 * Shifts the traffic of functions to new versions in two steps: 10 % for five minutes, then all.
 *
 * CodeDeploy shifts the traffic back if the API fails during the first step. This is a nested stack, because the api
 * stack keeps its room for new endpoints (ADR 32).
 */
export class CanaryDeployments extends NestedStack {
  readonly #application: codedeploy.LambdaApplication;
  readonly #role: iam.Role;
  readonly #alarm: cloudwatch.Alarm;

  constructor(scope: Construct, id: string, { stage, httpApiId }: CanaryDeploymentsProps) {
    super(scope, id);
    this.#application = new codedeploy.LambdaApplication(this, 'Application', {
      applicationName: `fathom-${stage.name}`,
    });
    // The deployment groups attach the managed policy that "Create a service role for CodeDeploy" (CodeDeploy user
    // guide) names.
    this.#role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com') });

    Validations.of(this.#role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: "AWS's policy for this purpose. Only CodeDeploy can use the role, to read alarms and update aliases.",
    });
    this.#alarm = this.#createAlarm(stage.name, httpApiId);
  }

  /** Returns an alias of the function's current version. An update of the alias shifts the traffic. */
  createAlias(name: string, fn: lambda.Function): lambda.Alias {
    const alias = new lambda.Alias(this, `${name}-live`, { aliasName: 'live', version: fn.currentVersion });

    // Each function needs its own group, because a deployment group runs one deployment at a time.
    new codedeploy.LambdaDeploymentGroup(this, name, {
      application: this.#application,
      alias,
      role: this.#role,
      deploymentConfig: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [this.#alarm],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });

    return alias;
  }

  /**
   * Creates the alarm for failed responses of the API.
   *
   * The alarm doesn't count the errors of functions, because functions return 500 without an error. API Gateway also
   * returns 5xx if a function crashes or times out. The alarm compares a count, because a rate over all requests would
   * hide the failures of 10 % of one endpoint's requests.
   */
  #createAlarm(stageName: string, ApiId: string): cloudwatch.Alarm {
    const period = Duration.minutes(1);

    return new cloudwatch.Alarm(this, 'Alarm', {
      alarmName: `fathom-${stageName}-DeploymentErrors`,
      alarmDescription: 'Five API requests failed within a minute. Stops and rolls back a deployment of functions.',
      metric: new cloudwatch.Metric({
        namespace: 'AWS/ApiGateway',
        metricName: '5xx',
        dimensionsMap: { ApiId },
        statistic: 'Sum',
        period,
      }),
      threshold: 5,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  }
}
