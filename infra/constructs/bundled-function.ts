import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { RESERVED_CONCURRENCY } from './reserved-concurrency.ts';

interface BundledFunctionProps {
  readonly stage: Stage;
  /** The function's name in the contract or `triggers-<name>`; also names its bundle. */
  readonly name: string;
  /** The folder that holds its bundle. */
  readonly bundle: string;
  readonly description: string;
  /** Seconds; 10 by default. */
  readonly timeoutSeconds?: number;
  readonly memoryMb?: number;
}

/**
 * One Lambda function with a role and a log group of its own. The role starts with the right to write its own log and
 * nothing else; resources add to it through their `allow…` methods, and give their address with it.
 */
export class BundledFunction extends Construct {
  readonly function: lambda.Function;
  readonly #role: iam.Role;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { stage, name } = props;
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    this.#role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      code: lambda.Code.fromAsset(props.bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMb ?? 512,
      timeout: Duration.seconds(props.timeoutSeconds ?? 10),
      role: this.#role,
      logGroup,
      reservedConcurrentExecutions: stage.reservedConcurrency ? RESERVED_CONCURRENCY[name] : undefined,
      // Active tracing adds xray:PutTraceSegments and xray:PutTelemetryRecords to the role.
      tracing: stage.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      environment: { NODE_OPTIONS: '--enable-source-maps', POWERTOOLS_SERVICE_NAME: name, STAGE: stage.name },
    });
    if (stage.tracing) {
      Validations.of(this.#role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: "X-Ray's two actions that write traces know no resource; test/infra holds back every other wildcard.",
      });
    }
  }

  /** Lets the function do exactly these actions on exactly these resources, where these conditions hold. */
  allow(actions: string[], resources: string[], conditions?: Record<string, Record<string, readonly string[]>>): void {
    this.#role.addToPolicy(new iam.PolicyStatement({ actions, resources, conditions }));
  }

  /** Sets an environment variable: a resource's address, never a secret but for that of {@link OriginSecret}. */
  setEnvironment(key: string, value: string): void {
    this.function.addEnvironment(key, value);
  }
}
