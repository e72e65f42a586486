import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { Alarms } from '../constructs/alarms.ts';
import { Canary } from '../constructs/canary.ts';
import type { MemberPool } from '../constructs/member-pool.ts';
import { OperationsDashboard } from '../constructs/operations-dashboard.ts';
import { type MonitoredResources, StageMetrics } from '../constructs/stage-metrics.ts';
import type { Stage } from '../stage.ts';

interface OperationsStackProps extends StackProps {
  readonly stage: Stage;
  /** Bundle folders by function name. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly members: MemberPool;
  readonly siteUrl: string;
  readonly monitored: MonitoredResources;
}

/** The dashboard, the alarms, and the budget of a stage. Alarms and budget notify one topic. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    const { stage, bundles, members, siteUrl, monitored, ...stackProps } = props;
    super(scope, id, stackProps);

    const bundle = bundles['triggers-canary']!;
    const canary = stage.canary ? new Canary(this, 'Canary', { stage, bundle, members, siteUrl }) : undefined;
    if (canary) new CfnOutput(this, 'CanarySecretArn', { value: canary.secretArn });

    const { topic } = new AlarmTopic(this, 'Alarms', stage);
    const metrics = new StageMetrics(stage.name, { ...monitored, canaryFunction: canary?.functionName });

    new Alarms(this, 'Alarm', { stage, monitored, metrics, topic });
    new OperationsDashboard(this, 'Operations', { stage, monitored, metrics });
    this.#createBudget(stage, topic);
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
  }

  /** Notifies the topic at 80 % of the monthly budget, and when the forecast exceeds it. */
  #createBudget({ name, monthlyBudgetDollars: amount }: Stage, topic: sns.Topic): void {
    if (amount === undefined) return;

    const buildNotification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    });

    const budget = new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        // All resources of the stage have this tag.
        costFilters: { TagKeyValue: [`user:fathom:stage$${name}`] },
      },
      notificationsWithSubscribers: [buildNotification('ACTUAL', 80), buildNotification('FORECASTED', 100)],
    });
    // Without the topic's policy, AWS Budgets may not publish, and a notice that it sends in the meantime is lost.
    budget.node.addDependency(topic);
  }
}
