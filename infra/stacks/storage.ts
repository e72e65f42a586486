import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BundledFunction } from '../constructs/bundled-function.ts';
import { CallerHashKeys } from '../constructs/caller-hash-keys.ts';
import { ChangeFeed } from '../constructs/change-feed.ts';
import { CursorSecret } from '../constructs/cursor-secret.ts';
import { FailureQueue } from '../constructs/failure-queue.ts';
import { FileBucket } from '../constructs/file-bucket.ts';
import { MalwareScan } from '../constructs/malware-scan.ts';
import { MediaProcessing } from '../constructs/media-processing.ts';
import { MemberPool } from '../constructs/member-pool.ts';
import { NoticeMail } from '../constructs/notice-mail.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { PaymentKeys } from '../constructs/payment-keys.ts';
import { PoolFirewall } from '../constructs/pool-firewall.ts';
import { addProviderLogs } from '../constructs/provider-logs.ts';
import { PurgeJob } from '../constructs/purge-job.ts';
import type { FirewallName } from '../constructs/rate-rule.ts';
import { RenditionSecret } from '../constructs/rendition-secret.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { allowSocketRequest } from '../constructs/socket-requests.ts';
import { PAYMENT_SECRETS } from '../payment-secrets.ts';
import { formatProtectedSettings, PROTECTED_SETTINGS_OUTPUT } from '../protected-settings.ts';
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
  readonly firewalls: readonly FirewallName[];
  readonly mail: NoticeMail;
  readonly cursorSecret: CursorSecret;
  readonly callerHashKeys: CallerHashKeys;
  readonly originSecret: OriginSecret;
  readonly renditionSecret: RenditionSecret;
  readonly stripeKeys: PaymentKeys;
  readonly paypalKeys: PaymentKeys;
  /** Names of the queues for failed events, by function. */
  readonly failureQueues: Readonly<Record<string, string>>;
  /** Names of the rules that run hourly jobs, by job. */
  readonly jobRules: Readonly<Record<string, string>>;
  /** Name of the function that reads the table's stream. */
  readonly changeFeedFunction: string;
  /** Names of the functions that Cognito calls during a sign-up. */
  readonly signUpTriggers: Readonly<Record<'PreSignUp' | 'PostConfirmation', string>>;

  constructor(scope: Construct, id: string, { stage, bundles, ...props }: StorageStackProps) {
    super(scope, id, props);
    this.table = new SingleTable(this, 'Table', stage);
    this.bucket = new FileBucket(this, 'Files', stage);
    this.members = new MemberPool(this, 'Members', stage);
    this.mail = new NoticeMail(this, stage);

    const signInLimit = stage.signInsPerFiveMinutesPerAddress;
    if (signInLimit !== undefined) {
      const poolArn = this.members.pool.userPoolArn;
      new PoolFirewall(this, 'PoolFirewall', { stage, limit: signInLimit, poolArn });
    }
    this.firewalls = signInLimit === undefined ? [] : ['members'];

    this.cursorSecret = new CursorSecret(this, 'CursorSecret');
    this.callerHashKeys = new CallerHashKeys(this, 'CallerHashKeys', stage);
    this.originSecret = new OriginSecret(this, 'OriginSecret', stage);
    this.renditionSecret = new RenditionSecret(this, 'RenditionSecret', stage);
    this.stripeKeys = new PaymentKeys(this, 'StripeKeys', {
      stage,
      description: 'Fathom: keys of the Stripe account',
      prefix: 'STRIPE',
      fields: PAYMENT_SECRETS.stripe.fields,
      environment: { ...(stage.stripeApiUrl && { STRIPE_API_URL: stage.stripeApiUrl }) },
    });
    this.paypalKeys = new PaymentKeys(this, 'PayPalKeys', {
      stage,
      description: 'Fathom: keys of the PayPal application',
      prefix: 'PAYPAL',
      fields: PAYMENT_SECRETS.paypal.fields,
      environment: {
        PAYPAL_ENVIRONMENT: stage.production ? 'live' : 'sandbox',
        ...(stage.paypalApiUrl && { PAYPAL_API_URL: stage.paypalApiUrl }),
      },
    });

    const addFunction = (id: string, name: string, description: string, settings: { timeoutSeconds?: number } = {}) =>
      new BundledFunction(this, id, { stage, name, bundle: bundles[name]!, description, ...settings });

    const preSignUp = addFunction(
      'PreSignUp',
      'triggers-pre-sign-up',
      'Validates a new member, and confirms them if the stage needs no code',
    );
    this.members.beforeSignUp(preSignUp);

    const postConfirmation = addFunction(
      'PostConfirmation',
      'triggers-post-confirmation',
      "Creates a member's profile; signs a member out everywhere after a password reset",
    );
    this.table.allow(postConfirmation, {
      USER: ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'DeleteItem'],
      SOCKET: ['DeleteItem'],
      CREDENTIALS: ['GetItem'],
    });
    allowSocketRequest(postConfirmation, stage, 'close-socket');
    this.members.afterConfirmation(
      postConfirmation,
      'AdminGetUser',
      'AdminSetUserMFAPreference',
      'AdminUserGlobalSignOut',
    );

    const { table, bucket, members, callerHashKeys } = this;
    const mediaBundle = bundles['triggers-process-media']!;
    const media = new MediaProcessing(this, 'Media', { stage, bundle: mediaBundle, table, bucket });

    const fileStored = addFunction('FileStored', 'triggers-file-stored', 'Inspects stored objects, and records files', {
      timeoutSeconds: 60,
    });
    this.table.allow(fileStored, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
    });

    this.bucket.allowExistenceCheck(fileStored);
    for (const purpose of ['file', 'post'] as const) {
      this.bucket.allow(fileStored, purpose, 'GetObject', 'DeleteObject');
      this.bucket.allowReadingScans(fileStored, purpose);
      this.bucket.onObjectCreated(fileStored, purpose);
    }
    // The function cleans pictures of posts itself. Another function cleans files.
    this.bucket.allow(fileStored, 'post', 'PutObject');
    this.bucket.allowDeletingFiles(fileStored);
    this.bucket.onObjectCreated(fileStored, 'poster');
    media.allowStarting(fileStored);
    const fileStoredFailures = new FailureQueue(this, 'FileStoredFailures', fileStored.function);

    const reconcile = addFunction('ReconcileUploads', 'triggers-reconcile-uploads', 'Compares bucket and table', {
      timeoutSeconds: 300,
    });
    this.table.allow(reconcile, {
      JOB: ['GetItem', 'PutItem', 'DeleteItem'],
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
      CONDUCT: ['BatchGetItem', 'UpdateItem'],
    });
    this.table.allowQuery(reconcile, { ByText: ['FILE'] });

    this.bucket.allow(reconcile, 'file', 'GetObject');
    this.bucket.allowDeletingFiles(reconcile);
    media.allowStarting(reconcile);
    this.bucket.allowReadingScans(reconcile, 'file');
    for (const purpose of ['photo', 'avatar', 'post'] as const) this.bucket.allow(reconcile, purpose, 'DeleteObject');
    this.bucket.allowExistenceCheck(reconcile);

    const audit = addFunction('AuditLedgers', 'triggers-audit-ledgers', 'Compares ledgers with profiles', {
      timeoutSeconds: 900,
    });
    this.table.allow(audit, {
      JOB: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      USER: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'],
      MARKER: ['GetItem', 'BatchGetItem', 'PutItem'],
      HISTOGRAM: ['UpdateItem'],
    });
    this.table.allowQuery(audit, { ByDepth: ['USER'] });

    const purgeBundle = bundles['triggers-purge']!;
    const purgeJob = new PurgeJob(this, 'PurgeJob', { stage, bundle: purgeBundle, table, bucket, members });

    const purgeOrphans = addFunction('PurgeOrphans', 'triggers-purge-orphans', 'Purges members without a sign-in', {
      timeoutSeconds: 300,
    });
    this.table.allow(purgeOrphans, { JOB: ['GetItem', 'PutItem', 'DeleteItem'], USER: ['BatchGetItem', 'PutItem'] });
    this.table.allowQuery(purgeOrphans, { ByText: ['USER'] });
    this.members.allowReadingMembers(purgeOrphans);

    const jobs = {
      ReconcileUploads: { fn: reconcile, interval: Duration.hours(1) },
      // A worker runs for up to 15 minutes, so three work concurrently until a round has checked all members (ADR 34).
      AuditLedgers: { fn: audit, interval: Duration.minutes(5) },
      PurgeOrphans: { fn: purgeOrphans, interval: Duration.hours(1) },
    };
    const queuedFunctions = [...Object.values(jobs).map(({ fn }) => fn), postConfirmation];
    const jobFailures = new FailureQueue(this, 'JobFailures', ...queuedFunctions.map((fn) => fn.function));
    const rules = Object.entries(jobs).map(([name, { fn, interval }]) => {
      return [name, jobFailures.schedule(this, `${name}Schedule`, interval, fn.function)] as const;
    });

    this.jobRules = { ...Object.fromEntries(rules), Purge: purgeJob.ruleName };
    this.signUpTriggers = {
      PreSignUp: preSignUp.function.functionName,
      PostConfirmation: postConfirmation.function.functionName,
    };

    const feedBundle = bundles['triggers-apply-changes']!;
    const changeFeed = new ChangeFeed(this, 'ChangeFeed', { stage, bundle: feedBundle, table, bucket, purgeJob });
    this.changeFeedFunction = changeFeed.functionName;

    const malwareScan = stage.malwareScanning
      ? new MalwareScan(this, 'MalwareScan', {
          stage,
          bundle: bundles['triggers-scan-result']!,
          table,
          bucket,
          callerHashKeys,
        })
      : undefined;

    this.failureQueues = {
      FileStored: fileStoredFailures.queueName,
      Media: media.failureQueueName,
      Purge: purgeJob.failureQueueName,
      Job: jobFailures.queueName,
      ChangeFeed: changeFeed.failureQueueName,
      ...(malwareScan && { ScanResult: malwareScan.failureQueueName }),
    };

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: "The role of the CDK's own function, which sets up bucket notifications during deployments.",
    });
    addProviderLogs(this, stage);

    new CfnOutput(this, PROTECTED_SETTINGS_OUTPUT, { value: formatProtectedSettings(stage) });
    new CfnOutput(this, 'CallerHashKeysArn', { value: this.callerHashKeys.secretArn });
    new CfnOutput(this, 'OriginSecretArn', { value: this.originSecret.secretArn });
    new CfnOutput(this, 'RenditionSecretArn', { value: this.renditionSecret.secretArn });
    new CfnOutput(this, PAYMENT_SECRETS.stripe.output, { value: this.stripeKeys.secret.secretArn });
    new CfnOutput(this, PAYMENT_SECRETS.paypal.output, { value: this.paypalKeys.secret.secretArn });
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucketName });
    new CfnOutput(this, 'UserPoolId', { value: this.members.pool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: this.members.client.userPoolClientId });
  }
}
