import { Duration, Validations } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Where the events of a function end that have failed for good: after two retries, for an operator to look at. */
export class FailureQueue extends Construct {
  readonly queueName: string;

  constructor(scope: Construct, id: string, fn: lambda.Function) {
    super(scope, id);
    const queue = new sqs.Queue(this, 'Queue', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queueName = queue.queueName;
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'It is itself where failed invocations end; Lambda names it as a destination, not as a dead-letter queue.',
    });
    fn.configureAsyncInvoke({ retryAttempts: 2, onFailure: new destinations.SqsDestination(queue) });
  }
}
