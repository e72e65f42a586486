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
  /** Folder of the bundle. */
  readonly bundle: string;
  readonly description: string;
  /** A fixed name, for functions that another stack finds by it. By default, CloudFormation chooses one. */
  readonly functionName?: string;
  /** Seconds; 10 by default. */
  readonly timeoutSeconds?: number;
  readonly memoryMb?: number;
}

/**
 * A role that contains all statements of its function, instead of one in each role's separate policy resource.
 *
 * CloudFormation allows 500 resources per stack, and a policy for each function would be a sixth of them (ADR 68).
 */
class FunctionRole extends iam.Role {
  readonly #document: iam.PolicyDocument;

  constructor(scope: Construct, id: string) {
    const document = new iam.PolicyDocument();
    super(scope, id, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Access: document },
    });
    this.#document = document;
  }

  /** Adds a statement. The CDK's own constructs, such as event sources and tracing, also call this method. */
  override addToPrincipalPolicy(statement: iam.PolicyStatement): iam.AddToPrincipalPolicyResult {
    this.#document.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

/**
 * A Lambda function with its own role and log group.
 *
 * The role can only write the function's log at first. The `allow…` methods of resources add permissions, and set the
 * environment variables that the function finds the resource with.
 */
export class BundledFunction extends Construct {
  readonly function: lambda.Function;
  readonly #role: FunctionRole;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { stage, name } = props;

    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    this.#role = new FunctionRole(this, 'Role');
    this.#role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );

    this.function = new lambda.Function(this, 'Function', {
      functionName: props.functionName,
      description: props.description,
      code: lambda.Code.fromAsset(props.bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMb ?? 512,
      timeout: Duration.seconds(props.timeoutSeconds ?? 10),
      role: this.#role,
      logGroup,
      // Omits the lines START and REPORT of each successful call, which cost more than our own line. Timeouts and
      // crashes are warnings: Lambda developer guide, "System log level event mapping".
      loggingFormat: lambda.LoggingFormat.JSON,
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      reservedConcurrentExecutions: stage.reservedConcurrency ? RESERVED_CONCURRENCY[name] : undefined,
      // Active tracing adds xray:PutTraceSegments and xray:PutTelemetryRecords to the role.
      tracing: stage.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      environment: { POWERTOOLS_SERVICE_NAME: name, STAGE: stage.name },
    });

    if (stage.tracing) {
      Validations.of(this.#role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: "X-Ray's write actions don't support resources. test/infra rejects every other wildcard.",
      });
    }
  }

  /** Allows these actions on these resources, under these conditions. */
  allow(actions: string[], resources: string[], conditions?: Record<string, Record<string, readonly string[]>>): void {
    this.#role.addToPolicy(new iam.PolicyStatement({ actions, resources, conditions }));
  }

  /**
   * Allows these actions in a separate policy, which the function doesn't depend on.
   *
   * Use it for resources that depend on the function, such as the user pool of a trigger. With a statement in the
   * role's policy, CloudFormation would find a cycle.
   */
  allowAfterwards(scope: Construct, id: string, actions: string[], resources: string[]): void {
    const statements = [new iam.PolicyStatement({ actions, resources })];
    new iam.Policy(scope, id, { statements, roles: [this.#role] });
  }

  /** Sets an environment variable. Never pass a secret. */
  setEnvironment(key: string, value: string): void {
    this.function.addEnvironment(key, value);
  }
}
