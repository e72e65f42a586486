import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { BundledFunction } from '../constructs/bundled-function.ts';
import { CursorSecret } from '../constructs/cursor-secret.ts';
import { FailureQueue } from '../constructs/failure-queue.ts';
import { FileBucket } from '../constructs/file-bucket.ts';
import { MemberPool } from '../constructs/member-pool.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { PaymentKeys } from '../constructs/payment-keys.ts';
import { PurgeJob } from '../constructs/purge-job.ts';
import { SingleTable } from '../constructs/single-table.ts';
import type { Stage } from '../stage.ts';

interface StorageStackProps extends StackProps {
  readonly stage: Stage;
  /** Bundle folders by function name. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** Everything that stores data (table, files, members, secrets), with the triggers and jobs that process it. */
export class StorageStack extends Stack {
  readonly table: SingleTable;
  readonly bucket: FileBucket;
  readonly members: MemberPool;
  readonly cursorSecret: CursorSecret;
  readonly originSecret: OriginSecret;
  readonly purgeJob: PurgeJob;
  readonly stripe: PaymentKeys;
  readonly paypal: PaymentKeys;
  /** Names of the queues for failed events, by function. */
  readonly failureQueues: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { stage, bundles, ...props }: StorageStackProps) {
    super(scope, id, props);
    this.table = new SingleTable(this, 'Table', stage);
    this.bucket = new FileBucket(this, 'Files', stage);
    this.members = new MemberPool(this, 'Members', stage);
    this.cursorSecret = new CursorSecret(this, 'CursorSecret');
    this.originSecret = new OriginSecret(this, 'OriginSecret', stage);
    this.stripe = new PaymentKeys(this, 'StripeKeys', {
      description: 'Fathom: keys of the Stripe account',
      prefix: 'STRIPE',
      fields: ['secretKey', 'webhookSecret'],
      environment: { ...(stage.stripeApiUrl && { STRIPE_API_URL: stage.stripeApiUrl }) },
    });
    this.paypal = new PaymentKeys(this, 'PayPalKeys', {
      description: 'Fathom: keys of the PayPal application',
      prefix: 'PAYPAL',
      fields: ['clientId', 'clientSecret', 'webhookId'],
      environment: {
        PAYPAL_ENVIRONMENT: stage.production ? 'live' : 'sandbox',
        ...(stage.paypalApiUrl && { PAYPAL_API_URL: stage.paypalApiUrl }),
      },
    });

    const trigger = (id: string, name: string, description: string, timeoutSeconds?: number) =>
      new BundledFunction(this, id, { stage, name, bundle: bundles[name]!, description, timeoutSeconds });

    const preSignUp = trigger(
      'PreSignUp',
      'triggers-pre-sign-up',
      'Validates a new member, and confirms them if the stage needs no code',
    );
    preSignUp.setEnvironment('EMAIL_VERIFICATION', stage.emailVerification);
    this.members.beforeSignUp(preSignUp);

    const postConfirmation = trigger('PostConfirmation', 'triggers-post-confirmation', "Creates a member's profile");
    this.table.allow(postConfirmation, { USER: ['GetItem', 'PutItem'] });
    this.members.afterConfirmation(postConfirmation);

    const fileStored = trigger('FileStored', 'triggers-file-stored', 'Inspects stored objects, and records files', 60);
    this.table.allow(fileStored, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      FILE: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
    });
    this.bucket.allowExistenceCheck(fileStored);
    for (const purpose of ['file', 'avatar', 'post'] as const) {
      this.bucket.allow(fileStored, purpose, 'GetObject', 'DeleteObject');
      this.bucket.onObjectCreated(fileStored, purpose);
    }
    const fileStoredFailures = new FailureQueue(this, 'FileStoredFailures', fileStored.function);

    const reconcile = trigger('ReconcileUploads', 'triggers-reconcile-uploads', 'Compares bucket and table', 300);
    this.table.allow(reconcile, {
      JOB: ['GetItem', 'PutItem', 'DeleteItem'],
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      FILE: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
    });
    this.table.allowQuery(reconcile, { ByText: ['FILE'] });
    this.bucket.allow(reconcile, 'file', 'GetObject', 'DeleteObject');
    this.bucket.allow(reconcile, 'avatar', 'DeleteObject');
    this.bucket.allow(reconcile, 'post', 'DeleteObject');
    this.bucket.allowExistenceCheck(reconcile);
    new events.Rule(this, 'ReconcileUploadsSchedule', {
      schedule: events.Schedule.rate(Duration.hours(1)),
      targets: [new targets.LambdaFunction(reconcile.function)],
    });

    const audit = trigger('AuditLedgers', 'triggers-audit-ledgers', 'Compares ledgers with profiles', 300);
    this.table.allow(audit, { JOB: ['GetItem', 'PutItem', 'DeleteItem'], USER: ['GetItem', 'Query'] });
    this.table.allowQuery(audit, { ByText: ['USER'] });
    new events.Rule(this, 'AuditLedgersSchedule', {
      schedule: events.Schedule.rate(Duration.hours(1)),
      targets: [new targets.LambdaFunction(audit.function)],
    });

    const { table, bucket, members } = this;
    const bundle = bundles['triggers-purge']!;
    this.purgeJob = new PurgeJob(this, 'PurgeJob', { stage, bundle, table, bucket, members });
    this.failureQueues = { FileStored: fileStoredFailures.queueName, Purge: this.purgeJob.failureQueueName };

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: "The role of the CDK's own function, which sets up bucket notifications during deployments.",
    });

    new CfnOutput(this, 'OriginSecretArn', { value: this.originSecret.secretArn });
    new CfnOutput(this, 'StripeKeysArn', { value: this.stripe.secret.secretArn });
    new CfnOutput(this, 'PayPalKeysArn', { value: this.paypal.secret.secretArn });
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucketName });
    new CfnOutput(this, 'UserPoolId', { value: this.members.pool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: this.members.client.userPoolClientId });
  }
}
