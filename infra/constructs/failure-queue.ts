import { Duration, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/**
 * A queue for failed events: a function failed to handle them after two retries, or EventBridge couldn't deliver them.
 *
 * An operator inspects the queue.
 */
export class FailureQueue extends Construct {
  readonly queueName: string;
  readonly queueArn: string;
  readonly #queue: sqs.Queue;

  constructor(scope: Construct, id: string, ...functions: readonly lambda.Function[]) {
    super(scope, id);
    this.#queue = new sqs.Queue(this, 'Queue', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queueName = this.#queue.queueName;
    this.queueArn = this.#queue.queueArn;

    Validations.of(this.#queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'The queue is itself the destination of failed events.',
    });

    const onFailure = new destinations.SqsDestination(this.#queue);
    for (const fn of functions) fn.configureAsyncInvoke({ retryAttempts: 2, onFailure });
  }

  /**
   * Runs a function at a rate. Events that EventBridge can't deliver go to this queue.
   *
   * @returns the name of the rule, by which CloudWatch counts the runs
   */
  schedule(scope: Construct, id: string, rate: Duration, fn: lambda.Function): string {
    const schedule = events.Schedule.rate(rate);
    return new events.Rule(scope, id, { schedule, targets: [this.#createTarget(fn)] }).ruleName;
  }

  /** Calls a function for events of the account that match a pattern. Undelivered events go to this queue. */
  subscribe(scope: Construct, id: string, eventPattern: events.EventPattern, fn: lambda.Function): void {
    new events.Rule(scope, id, { eventPattern, targets: [this.#createTarget(fn)] });
  }

  #createTarget(fn: lambda.Function): targets.LambdaFunction {
    return new targets.LambdaFunction(fn, { deadLetterQueue: this.#queue });
  }
}
