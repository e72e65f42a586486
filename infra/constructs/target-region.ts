import { Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The only region in which CloudFront accepts firewalls and certificates. */
export const CLOUDFRONT_REGION = 'us-east-1';

/**
 * Returns the region that a construct's stack is deployed to. Undefined if it is unknown before the deployment.
 *
 * A stack without a region is deployed to the region of the CDK's command line, which sets a variable.
 */
export function findTargetRegion(scope: Construct): string | undefined {
  const { region } = Stack.of(scope);
  return Token.isUnresolved(region) ? process.env.CDK_DEFAULT_REGION : region;
}
