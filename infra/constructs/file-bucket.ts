import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as notifications from 'aws-cdk-lib/aws-s3-notifications';
import { Construct } from 'constructs';
import { PREFIXES, type StoragePurpose } from '../../lambdas/storage/storage-key.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListMultipartUploadParts' | 'AbortMultipartUpload';

/** The private bucket for uploads, with one prefix per purpose. */
export class FileBucket extends Construct {
  readonly #bucket: s3.Bucket;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      cors: [
        {
          allowedOrigins: [...stage.siteOrigins],
          allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET, s3.HttpMethods.HEAD],
          allowedHeaders: ['content-type', 'range'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [{ id: 'AbandonedUploads', abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.#bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: "The API signs and logs every access. Server access logs would store members' IP addresses.",
    });
    // CloudFront may read profile photos, which are public. The distribution's stack depends on this one, so its ARN is
    // unknown here: allow every distribution of the account.
    this.#bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ['s3:GetObject'],
        principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
        resources: [this.#bucket.arnForObjects(`${PREFIXES.avatar}/*`)],
        conditions: { StringEquals: { 'AWS:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }

  get bucketName(): string {
    return this.#bucket.bucketName;
  }

  get regionalDomainName(): string {
    return this.#bucket.bucketRegionalDomainName;
  }

  /** Allows these actions on the objects of a purpose. */
  allow(fn: BundledFunction, purpose: StoragePurpose, ...actions: ObjectAction[]): void {
    fn.setEnvironment('BUCKET_NAME', this.#bucket.bucketName);
    fn.allow(
      actions.map((action) => `s3:${action}`),
      [this.#bucket.arnForObjects(`${PREFIXES[purpose]}/*`)],
    );
  }

  /** Lets a function check whether an object exists. Without s3:ListBucket, S3 returns 403 instead of 404. */
  allowExistenceCheck(fn: BundledFunction): void {
    fn.allow(['s3:ListBucket'], [this.#bucket.bucketArn]);
  }

  /** Invokes a function for every object that is created for a purpose. */
  onObjectCreated(fn: BundledFunction, purpose: StoragePurpose): void {
    this.#bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new notifications.LambdaDestination(fn.function), {
      prefix: `${PREFIXES[purpose]}/`,
    });
  }
}
