import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { CHECK_MINUTES, countDailyUploads } from '../../lambdas/canary/upload-schedule.ts';
import type { Stage } from '../stage.ts';
import { BundledFunction } from './bundled-function.ts';
import type { MemberPool } from './member-pool.ts';

/**
 * The canary's sign-in name. Addresses under `.invalid` can never receive mail (RFC 2606), so no one can reset its
 * password.
 */
const EMAIL = 'canary@fathom.invalid';

/** Time between two checks. */
export const CANARY_PERIOD = Duration.minutes(CHECK_MINUTES);

/**
 * Starts a check ten minutes after each half hour begins. With a rate, checks could start near the beginning of a half
 * hour. A check that is a second early or late would then fall into the half hour of another check, and checks wouldn't
 * alternate as `isUploadDue` assumes.
 */
const SCHEDULE = events.Schedule.cron({ minute: '10,40' });

interface CanaryProps {
  readonly stage: Stage;
  /** Folder of the bundle of `triggers-canary`. */
  readonly bundle: string;
  readonly members: MemberPool;
  readonly siteUrl: string;
}

/**
 * A function that uses the public site like a member, with its own account.
 *
 * An operator creates the account once (docs/deploying.md#the-canary), so that the function needs no permission to
 * create or change members.
 */
export class Canary extends Construct {
  readonly functionName: string;
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { stage, bundle, members, siteUrl }: CanaryProps) {
    super(scope, id);
    const password = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: password of the canary member',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });

    Validations.of(password).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The account has no data, and no rights beyond those of every member.',
    });

    const fn = new BundledFunction(this, 'Check', {
      stage,
      name: 'triggers-canary',
      bundle,
      description: 'Signs in, and lists, uploads, reads, and deletes files through the site',
      timeoutSeconds: 120,
    });

    members.allowCanarySignIn(fn);
    fn.setEnvironment('SITE_URL', siteUrl);
    fn.setEnvironment('CANARY_EMAIL', EMAIL);
    fn.setEnvironment('CANARY_SECRET_ARN', password.secretArn);
    fn.setEnvironment('CANARY_UPLOADS_PER_DAY', String(countDailyUploads(stage.conductLimitPercent)));
    fn.allow(['secretsmanager:GetSecretValue'], [password.secretArn]);

    // The next scheduled check makes retries unnecessary. Failed and undelivered events need no queue, because the
    // alarm counts a missing check as a failed one.
    fn.function.configureAsyncInvoke({ retryAttempts: 0 });
    new events.Rule(this, 'Schedule', {
      schedule: SCHEDULE,
      targets: [new targets.LambdaFunction(fn.function)],
    });

    this.functionName = fn.function.functionName;
    this.secretArn = password.secretArn;
  }
}
