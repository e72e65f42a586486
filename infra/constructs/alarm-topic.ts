import { Aws, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/**
 * The topic that sends alarms and budget notices to an operator.
 *
 * A topic's own policy replaces the default policy, so each service that publishes needs a statement. `SnsAction` of
 * the CDK adds none.
 */
export class AlarmTopic extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.topic = new sns.Topic(this, 'Topic', { displayName: `Fathom ${stage.name}`, enforceSSL: true });

    const { partition, region, account } = Stack.of(this);
    // See "Example cases for Amazon SNS access control" in the SNS developer guide.
    this.#allowPublishing('cloudwatch', `arn:${partition}:cloudwatch:${region}:${account}:alarm:*`);
    // See "Creating an Amazon SNS topic for budget notifications" in the AWS Cost Management user guide.
    this.#allowPublishing('budgets', `arn:${partition}:budgets::${account}:*`);

    if (stage.alarmEmail) this.topic.addSubscription(new subscriptions.EmailSubscription(stage.alarmEmail));
  }

  /** Lets a service publish for resources of this account only. */
  #allowPublishing(service: string, sourceArn: string): void {
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ['sns:Publish'],
        principals: [new iam.ServicePrincipal(`${service}.amazonaws.com`)],
        resources: [this.topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: { 'aws:SourceArn': sourceArn },
        },
      }),
    );
  }
}
