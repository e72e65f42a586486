import { Stack, Validations } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

interface PublishedPagesProps {
  readonly bucket: s3.IBucket;
  readonly distribution: cloudfront.IDistribution;
  /** The folder of the built web application. */
  readonly folder: string;
  readonly config: RuntimeConfig;
}

/** What is named after its content never changes; it stays, for pages that are open while others are published. */
const ASSETS = 'assets/*';

/** What that function is allowed, as the CDK grants it. */
const ITS_WILDCARDS = [
  ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((action) => `Action::s3:${action}`),
  'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
  'Resource::<Bucket83908E77.Arn>/*',
  'Resource::*',
];

/** Puts the built pages and their configuration into the site's bucket, and makes CloudFront ask for them anew. */
export class PublishedPages extends Construct {
  constructor(scope: Construct, id: string, { bucket, distribution, folder, config }: PublishedPagesProps) {
    super(scope, id);
    const source = deployment.Source.asset(folder);
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      destinationBucket: bucket,
      sources: [source],
      exclude: ['*'],
      include: [ASSETS],
      prune: false,
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
      memoryLimit: 512,
    });
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      destinationBucket: bucket,
      sources: [source, deployment.Source.jsonData('config.json', config)],
      exclude: [ASSETS],
      prune: true,
      cacheControl: [deployment.CacheControl.noCache()],
      distribution,
      distributionPaths: ['/*'],
      memoryLimit: 512,
    });
    // No page may name an asset that is not there yet.
    pages.node.addDependency(assets);
    // The function that copies is the CDK's own, one for the stack, whose only role this is.
    const reason = "The function is the CDK's own; it runs at deployments only, and copies into the site's bucket.";
    Validations.of(Stack.of(this)).acknowledge(
      { id: 'AwsSolutions-L1', reason },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason,
      },
      ...ITS_WILDCARDS.map((wildcard) => ({ id: `AwsSolutions-IAM5[${wildcard}]`, reason })),
    );
  }
}
