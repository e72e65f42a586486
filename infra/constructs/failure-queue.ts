import { Duration, Validations } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** A queue for events that a function fails to handle after two retries. An operator inspects it. */
export class FailureQueue extends Construct {
  readonly queueName: string;

  constructor(scope: Construct, id: string, fn: lambda.Function) {
    super(scope, id);
    const queue = new sqs.Queue(this, 'Queue', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queueName = queue.queueName;
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'The queue is itself the on-failure destination of a Lambda function.',
    });
    fn.configureAsyncInvoke({ retryAttempts: 2, onFailure: new destinations.SqsDestination(queue) });
  }
}
