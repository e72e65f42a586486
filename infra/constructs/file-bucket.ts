import { Aws, Duration, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as notifications from 'aws-cdk-lib/aws-s3-notifications';
import { Construct, type IConstruct } from 'constructs';
import { NAME_HEADER } from '../../lambdas/storage/name-metadata.ts';
import { PREFIXES, STORAGE_PURPOSES, type StoragePurpose, UPLOAD_PURPOSES } from '../../lambdas/storage/storage-key.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';
import { chooseDataRemovalPolicy } from './data-removal-policy.ts';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListMultipartUploadParts' | 'AbortMultipartUpload';

/** Purposes whose uploads functions replace with cleaned bytes. */
const CLEANED_PURPOSES: readonly StoragePurpose[] = ['file', 'photo', 'post'];

/**
 * Builds the rule that deletes versions of deleted and replaced objects after a number of days
 * (docs/adr/0054-recoverable-objects.md).
 */
function buildVersionExpiry(days: number): s3.LifecycleRule {
  return { id: 'DeletedObjects', noncurrentVersionExpiration: Duration.days(days), expiredObjectDeleteMarker: true };
}

/** The private bucket for uploads, with one prefix per purpose. */
export class FileBucket extends Construct {
  readonly #bucket: s3.Bucket;
  readonly #malwareScanning: boolean;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#malwareScanning = stage.malwareScanning;
    this.#bucket = this.#createBucket(stage);
    this.#allowCloudFront();

    const uncleanedPurposes = UPLOAD_PURPOSES.filter((purpose) => !CLEANED_PURPOSES.includes(purpose));
    this.#denyUnconditionalWrites(CLEANED_PURPOSES, ['s3:if-none-match', 's3:if-match']);
    this.#denyUnconditionalWrites(uncleanedPurposes, ['s3:if-none-match']);
  }

  #createBucket(stage: Stage): s3.Bucket {
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      cors: [
        {
          allowedOrigins: [...stage.siteOrigins],
          allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET, s3.HttpMethods.HEAD],
          allowedHeaders: ['content-type', 'range', 'if-none-match', 'x-amz-checksum-sha256', NAME_HEADER],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          // How long browsers keep the response to a preflight, in seconds.
          maxAge: 3600,
        },
      ],
      versioned: stage.objectRecoveryDays !== undefined,
      lifecycleRules: [
        { id: 'AbandonedUploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...(stage.objectRecoveryDays === undefined ? [] : [buildVersionExpiry(stage.objectRecoveryDays)]),
      ],
      // GuardDuty receives the bucket's events through EventBridge.
      eventBridgeEnabled: stage.malwareScanning || undefined,
      removalPolicy: chooseDataRemovalPolicy(stage),
      // CloudFormation can't delete a bucket that has objects. Emulators don't run the function that empties it.
      autoDeleteObjects: stage.kind === 'development',
    });

    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        "The API logs each request for a URL, and nothing logs how often the URL is used. Access logs would store members' " +
        'IP addresses.',
    });

    return bucket;
  }

  /**
   * Lets CloudFront read profile pictures, which are public, and renditions, for which its functions require a
   * signature.
   *
   * The distribution's stack depends on this one, so its ID is unknown here. Moving the policy to that stack would
   * separate the bucket from the denials below, and would protect nothing more: only administrators of the account can
   * create distributions. The CDK uses the same pattern for keys of encrypted buckets ("Restrict access to an Amazon S3
   * origin" in the CloudFront developer guide has the statement).
   */
  #allowCloudFront(): void {
    this.#bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ['s3:GetObject'],
        principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
        resources: [PREFIXES.avatar, PREFIXES.rendition].map((prefix) => this.#bucket.arnForObjects(`${prefix}/*`)),
        conditions: {
          ArnLike: { 'AWS:SourceArn': `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/*` },
        },
      }),
    );
  }

  /**
   * Denies writes without one of these headers to the prefixes of these purposes. Browsers write there with URLs that
   * sign `If-None-Match: *`, so that they can write each key only once. Functions replace known bytes with `If-Match`.
   *
   * See "Enforce conditional writes on Amazon S3 buckets" in the S3 user guide.
   */
  #denyUnconditionalWrites(purposes: readonly StoragePurpose[], headers: readonly string[]): void {
    this.#bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        actions: ['s3:PutObject'],
        principals: [new iam.AnyPrincipal()],
        resources: purposes.map((purpose) => this.#bucket.arnForObjects(`${PREFIXES[purpose]}/*`)),
        conditions: {
          // The statement applies only if all headers are missing.
          Null: Object.fromEntries(headers.map((header) => [header, 'true'])),
          // CreateMultipartUpload and UploadPart can't have the headers. CompleteMultipartUpload creates the object.
          Bool: { 's3:ObjectCreationOperation': 'true' },
        },
      }),
    );
  }

  get bucketName(): string {
    return this.#bucket.bucketName;
  }

  get bucketArn(): string {
    return this.#bucket.bucketArn;
  }

  get regionalDomainName(): string {
    return this.#bucket.bucketRegionalDomainName;
  }

  /** Deploys a resource only after the bucket's notifications are configured, and deletes it before them. */
  configureNotificationsBefore(resource: IConstruct): void {
    resource.node.addDependency(this.#bucket.node.findChild('Notifications'));
  }

  /** Allows these actions on the objects of a purpose. */
  allow(fn: BundledFunction, purpose: StoragePurpose, ...actions: ObjectAction[]): void {
    fn.setEnvironment('BUCKET_NAME', this.#bucket.bucketName);
    fn.allow(
      actions.map((action) => `s3:${action}`),
      [this.#bucket.arnForObjects(`${PREFIXES[purpose]}/*`)],
    );
  }

  /** Lets a function read the results of malware scans (`readScan`), on stages that have scans. */
  allowReadingScans(fn: BundledFunction, purpose: StoragePurpose): void {
    if (!this.#malwareScanning) return;
    fn.setEnvironment('MALWARE_SCANNING', 'on');
    fn.allow(['s3:GetObjectTagging'], [this.#bucket.arnForObjects(`${PREFIXES[purpose]}/*`)]);
  }

  /** Lets a function check whether an object exists. Without s3:ListBucket, S3 returns 403 instead of 404. */
  allowExistenceCheck(fn: BundledFunction): void {
    fn.allow(['s3:ListBucket'], [this.#bucket.bucketArn]);
  }

  /** Lets a function delete files with their posters and renditions (`deleteFileObjects`). */
  allowDeletingFiles(fn: BundledFunction): void {
    this.#allowListing(fn, ['poster']);
    for (const purpose of ['file', 'poster', 'rendition'] as const) this.allow(fn, purpose, 'DeleteObject');
  }

  /** Lets a function find files that are still stored, and delete them (`completeFileDeletion`). */
  allowCompletingDeletions(fn: BundledFunction): void {
    this.allowDeletingFiles(fn);
    this.#allowListing(fn, ['file']);
  }

  /** Lets a function list and delete the objects of all purposes. S3 still returns 403 for missing objects. */
  allowDeletingAll(fn: BundledFunction): void {
    this.#allowListing(fn, STORAGE_PURPOSES);
    for (const purpose of STORAGE_PURPOSES) this.allow(fn, purpose, 'DeleteObject');
  }

  /**
   * Lets a function list and permanently delete the versions of all objects. Only for the purge of accounts, because
   * nothing can recover deleted versions.
   */
  allowDeletingVersions(fn: BundledFunction): void {
    fn.allow(['s3:ListBucketVersions'], [this.#bucket.bucketArn], {
      StringLike: { 's3:prefix': Object.values(PREFIXES).map((prefix) => `${prefix}/*`) },
    });
    fn.allow(
      ['s3:DeleteObjectVersion'],
      STORAGE_PURPOSES.map((purpose) => this.#bucket.arnForObjects(`${PREFIXES[purpose]}/*`)),
    );
  }

  /** Invokes a function for every object that is created for a purpose. */
  onObjectCreated(fn: BundledFunction, purpose: StoragePurpose): void {
    this.#bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new notifications.LambdaDestination(fn.function), {
      prefix: `${PREFIXES[purpose]}/`,
    });
  }

  /** Lets a function list the objects of these purposes only. */
  #allowListing(fn: BundledFunction, purposes: readonly StoragePurpose[]): void {
    const prefixes = purposes.map((purpose) => `${PREFIXES[purpose]}/*`);
    fn.allow(['s3:ListBucket'], [this.#bucket.bucketArn], { StringLike: { 's3:prefix': prefixes } });
  }
}
