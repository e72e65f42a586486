import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from '../stage.ts';

/**
 * Returns what CloudFormation does with a bucket or a secret that leaves its stack: production keeps it, and other
 * stages delete it.
 *
 * If the deployment that creates the resource fails, production deletes it, too: it is still empty. Don't use this for
 * a resource with deletion protection. CloudFormation couldn't delete it, and the rollback would fail.
 */
export function chooseDataRemovalPolicy(stage: Stage): RemovalPolicy {
  return stage.production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
