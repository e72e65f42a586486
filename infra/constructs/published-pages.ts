import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { Stage } from '../stage.ts';

interface PublishedPagesProps {
  readonly stage: Stage;
  readonly bucket: s3.IBucket;
  readonly distribution: cloudfront.IDistribution;
  /** The folder of the built web application. */
  readonly folder: string;
  readonly config: RuntimeConfig;
}

/**
 * Files with a content hash in their name. Old assets are kept, because open pages still load them after a deployment.
 */
const ASSETS = 'assets/*';

/**
 * Wildcards in the role that the CDK gives to its copy function, as cdk-nag names them. `hnb659fds` is the CDK's
 * default qualifier, and `Bucket83908E77` is the site's bucket.
 */
const COPY_FUNCTION_WILDCARDS = [
  ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((action) => `Action::s3:${action}`),
  'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
  'Resource::<Bucket83908E77.Arn>/*',
  'Resource::*',
];

/** Copies the built pages and their configuration into the site's bucket, and invalidates CloudFront's cache. */
export class PublishedPages extends Construct {
  constructor(scope: Construct, id: string, { stage, bucket, distribution, folder, config }: PublishedPagesProps) {
    super(scope, id);
    // The two deployments below share one function. The default log group of the function would be kept for two years,
    // even after the stack is deleted.
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    const source = deployment.Source.asset(folder);
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      destinationBucket: bucket,
      sources: [source],
      exclude: ['*'],
      include: [ASSETS],
      prune: false,
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
      memoryLimit: 512,
      logGroup,
    });

    const pages = new deployment.BucketDeployment(this, 'Pages', {
      destinationBucket: bucket,
      sources: [source, deployment.Source.jsonData('config.json', config)],
      exclude: [ASSETS],
      prune: true,
      cacheControl: [deployment.CacheControl.noCache()],
      distribution,
      distributionPaths: ['/*'],
      // The CDK would wait up to 13 minutes, and roll back if CloudFront is slower. The pages don't depend on the
      // invalidation: CloudFront keeps a file with `no-cache` for a second, and the names of assets have a hash.
      waitForDistributionInvalidation: false,
      memoryLimit: 512,
      logGroup,
    });

    // Assets go first, so that a new page never refers to a missing asset.
    pages.node.addDependency(assets);

    const reason = "The CDK's own function. During deployments, it copies the pages and clears CloudFront's cache.";
    Validations.of(Stack.of(this)).acknowledge(
      { id: 'AwsSolutions-L1', reason },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason,
      },
      ...COPY_FUNCTION_WILDCARDS.map((wildcard) => ({ id: `AwsSolutions-IAM5[${wildcard}]`, reason })),
    );
  }
}
