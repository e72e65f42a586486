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

/** A function that runs at a rate. */
interface Job {
  readonly fn: BundledFunction;
  readonly interval: Duration;
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
  /** Names of the rules that run jobs, by job. */
  readonly jobRules: Readonly<Record<string, string>>;
  /** Name of the function that reads the table's stream. */
  readonly changeFeedFunction: string;
  /** Names of the functions that Cognito calls during a sign-up. */
  readonly signUpTriggers: Readonly<Record<'PreSignUp' | 'PostConfirmation', string>>;
  readonly #stage: Stage;
  readonly #bundles: StorageStackProps['bundles'];

  constructor(scope: Construct, id: string, { stage, bundles, ...props }: StorageStackProps) {
    super(scope, id, props);
    this.#stage = stage;
    this.#bundles = bundles;

    this.table = new SingleTable(this, 'Table', stage);
    this.bucket = new FileBucket(this, 'Files', stage);
    this.members = new MemberPool(this, 'Members', stage);
    this.mail = new NoticeMail(this, stage);
    this.firewalls = this.#addPoolFirewall();

    this.cursorSecret = new CursorSecret(this, 'CursorSecret');
    this.callerHashKeys = new CallerHashKeys(this, 'CallerHashKeys', stage);
    this.originSecret = new OriginSecret(this, 'OriginSecret', stage);
    this.renditionSecret = new RenditionSecret(this, 'RenditionSecret', stage);
    this.stripeKeys = this.#addStripeKeys();
    this.paypalKeys = this.#addPayPalKeys();

    const preSignUp = this.#addPreSignUp();
    const postConfirmation = this.#addPostConfirmation();
    this.signUpTriggers = {
      PreSignUp: preSignUp.function.functionName,
      PostConfirmation: postConfirmation.function.functionName,
    };

    const { table, bucket, members } = this;
    const mediaBundle = bundles['triggers-process-media']!;
    const media = new MediaProcessing(this, 'Media', { stage, bundle: mediaBundle, table, bucket });
    const fileStored = this.#addFileStored(media);
    const fileStoredFailures = new FailureQueue(this, 'FileStoredFailures', fileStored.function);

    const reconcileUploads = this.#addReconcileUploads(media);
    const auditLedgers = this.#addAuditLedgers();
    const purgeBundle = bundles['triggers-purge']!;
    const purgeJob = new PurgeJob(this, 'PurgeJob', { stage, bundle: purgeBundle, table, bucket, members });
    const purgeOrphans = this.#addPurgeOrphans();

    const jobs = {
      ReconcileUploads: { fn: reconcileUploads, interval: Duration.hours(1) },
      // A worker runs for up to 15 minutes, so three work concurrently until a round has checked all members (ADR 34).
      AuditLedgers: { fn: auditLedgers, interval: Duration.minutes(5) },
      PurgeOrphans: { fn: purgeOrphans, interval: Duration.hours(1) },
    };
    const jobFunctions = Object.values(jobs).map(({ fn }) => fn.function);
    // A password reset that failed halfway calls the post-confirmation trigger asynchronously, like a job.
    const jobFailures = new FailureQueue(this, 'JobFailures', ...jobFunctions, postConfirmation.function);
    this.jobRules = { ...this.#scheduleJobs(jobs, jobFailures), Purge: purgeJob.ruleName };

    const feedBundle = bundles['triggers-apply-changes']!;
    const changeFeed = new ChangeFeed(this, 'ChangeFeed', { stage, bundle: feedBundle, table, bucket, purgeJob });
    this.changeFeedFunction = changeFeed.functionName;
    const malwareScan = stage.malwareScanning ? this.#addMalwareScan() : undefined;

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
    this.#addOutputs();
  }

  /** Adds the user pool's firewall, if the stage limits sign-ins. Returns the names of the stack's firewalls. */
  #addPoolFirewall(): FirewallName[] {
    const limit = this.#stage.signInsPerFiveMinutesPerAddress;
    if (limit === undefined) return [];

    const poolArn = this.members.pool.userPoolArn;
    new PoolFirewall(this, 'PoolFirewall', { stage: this.#stage, limit, poolArn });
    return ['members'];
  }

  #addStripeKeys(): PaymentKeys {
    const { stripeApiUrl } = this.#stage;

    return new PaymentKeys(this, 'StripeKeys', {
      stage: this.#stage,
      description: 'Fathom: keys of the Stripe account',
      prefix: 'STRIPE',
      fields: PAYMENT_SECRETS.stripe.fields,
      environment: { ...(stripeApiUrl && { STRIPE_API_URL: stripeApiUrl }) },
    });
  }

  #addPayPalKeys(): PaymentKeys {
    const { production, paypalApiUrl } = this.#stage;

    return new PaymentKeys(this, 'PayPalKeys', {
      stage: this.#stage,
      description: 'Fathom: keys of the PayPal application',
      prefix: 'PAYPAL',
      fields: PAYMENT_SECRETS.paypal.fields,
      environment: {
        PAYPAL_ENVIRONMENT: production ? 'live' : 'sandbox',
        ...(paypalApiUrl && { PAYPAL_API_URL: paypalApiUrl }),
      },
    });
  }

  /** Adds a function that no endpoint of the API calls: a trigger or a job. */
  #addFunction(
    id: string,
    name: string,
    description: string,
    settings: { readonly timeoutSeconds?: number } = {},
  ): BundledFunction {
    const bundle = this.#bundles[name]!;
    return new BundledFunction(this, id, { stage: this.#stage, name, bundle, description, ...settings });
  }

  /** Adds the function that Cognito calls before it creates a member. */
  #addPreSignUp(): BundledFunction {
    const fn = this.#addFunction(
      'PreSignUp',
      'triggers-pre-sign-up',
      'Validates a new member, and confirms them if the stage needs no code',
    );
    this.members.beforeSignUp(fn);
    return fn;
  }

  /** Adds the function that Cognito calls after a member has confirmed a registration or a password reset. */
  #addPostConfirmation(): BundledFunction {
    const fn = this.#addFunction(
      'PostConfirmation',
      'triggers-post-confirmation',
      "Creates a member's profile; signs a member out everywhere after a password reset",
    );
    this.table.allow(fn, {
      USER: ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'DeleteItem'],
      SOCKET: ['DeleteItem'],
      CREDENTIALS: ['GetItem'],
    });
    allowSocketRequest(fn, this.#stage, 'close-socket');
    this.members.afterConfirmation(fn, 'AdminGetUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut');
    return fn;
  }

  /** Adds the function that the bucket calls for each uploaded file, picture of a post, and poster. */
  #addFileStored(media: MediaProcessing): BundledFunction {
    const fn = this.#addFunction('FileStored', 'triggers-file-stored', 'Inspects stored objects, and records files', {
      timeoutSeconds: 60,
    });
    this.table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
      CONDUCT: ['UpdateItem'],
    });

    this.bucket.allowExistenceCheck(fn);
    for (const purpose of ['file', 'post'] as const) {
      this.bucket.allow(fn, purpose, 'GetObject', 'DeleteObject');
      this.bucket.allowReadingScans(fn, purpose);
      this.bucket.onObjectCreated(fn, purpose);
    }
    // The function cleans pictures of posts itself. Another function cleans files.
    this.bucket.allow(fn, 'post', 'PutObject');
    this.bucket.allowDeletingFiles(fn);
    this.bucket.onObjectCreated(fn, 'poster');
    media.allowStarting(fn);

    return fn;
  }

  /** Adds the job that repairs the table and the bucket after lost events and interrupted deletions. */
  #addReconcileUploads(media: MediaProcessing): BundledFunction {
    const fn = this.#addFunction('ReconcileUploads', 'triggers-reconcile-uploads', 'Compares bucket and table', {
      timeoutSeconds: 300,
    });
    this.table.allow(fn, {
      JOB: ['GetItem', 'PutItem', 'DeleteItem'],
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      POST: ['BatchGetItem'],
      CONDUCT: ['BatchGetItem', 'UpdateItem'],
    });
    this.table.allowQuery(fn, { ByText: ['FILE'] });

    this.bucket.allow(fn, 'file', 'GetObject');
    this.bucket.allowDeletingFiles(fn);
    media.allowStarting(fn);
    this.bucket.allowReadingScans(fn, 'file');
    for (const purpose of ['photo', 'avatar', 'post'] as const) this.bucket.allow(fn, purpose, 'DeleteObject');
    this.bucket.allowExistenceCheck(fn);

    return fn;
  }

  /** Adds the job that compares each member's depth with the ledger. Its timeout is Lambda's maximum. */
  #addAuditLedgers(): BundledFunction {
    const fn = this.#addFunction('AuditLedgers', 'triggers-audit-ledgers', 'Compares ledgers with profiles', {
      timeoutSeconds: 900,
    });
    this.table.allow(fn, {
      JOB: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      USER: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'],
      MARKER: ['GetItem', 'BatchGetItem', 'PutItem'],
      HISTOGRAM: ['UpdateItem'],
    });
    this.table.allowQuery(fn, { ByDepth: ['USER'] });
    return fn;
  }

  /** Adds the job that purges orphans: members whose sign-in was deleted, but not their account. */
  #addPurgeOrphans(): BundledFunction {
    const fn = this.#addFunction('PurgeOrphans', 'triggers-purge-orphans', 'Purges members without a sign-in', {
      timeoutSeconds: 300,
    });
    this.table.allow(fn, { JOB: ['GetItem', 'PutItem', 'DeleteItem'], USER: ['BatchGetItem', 'PutItem'] });
    this.table.allowQuery(fn, { ByText: ['USER'] });
    this.members.allowReadingMembers(fn);
    return fn;
  }

  /** Runs the jobs at their intervals. Returns the names of their rules, by job. */
  #scheduleJobs(jobs: Readonly<Record<string, Job>>, failures: FailureQueue): Record<string, string> {
    const rules = Object.entries(jobs).map(([name, { fn, interval }]) => {
      return [name, failures.schedule(this, `${name}Schedule`, interval, fn.function)] as const;
    });
    return Object.fromEntries(rules);
  }

  #addMalwareScan(): MalwareScan {
    return new MalwareScan(this, 'MalwareScan', {
      stage: this.#stage,
      bundle: this.#bundles['triggers-scan-result']!,
      table: this.table,
      bucket: this.bucket,
      callerHashKeys: this.callerHashKeys,
    });
  }

  /** Adds the outputs that commands and tests read from the deployed stack. */
  #addOutputs(): void {
    const outputs = {
      [PROTECTED_SETTINGS_OUTPUT]: formatProtectedSettings(this.#stage),
      CallerHashKeysArn: this.callerHashKeys.secretArn,
      OriginSecretArn: this.originSecret.secretArn,
      RenditionSecretArn: this.renditionSecret.secretArn,
      [PAYMENT_SECRETS.stripe.output]: this.stripeKeys.secret.secretArn,
      [PAYMENT_SECRETS.paypal.output]: this.paypalKeys.secret.secretArn,
      TableName: this.table.tableName,
      BucketName: this.bucket.bucketName,
      UserPoolId: this.members.pool.userPoolId,
      UserPoolClientId: this.members.webClient.userPoolClientId,
    };
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value });
  }
}
