import type { ScheduledHandler } from 'aws-lambda';
import { checkSite } from '../canary/check-site.ts';
import { signIn } from '../canary/sign-in.ts';
import { setting } from '../platform/config.ts';
import { logger } from '../platform/logger.ts';

/**
 * Checks the site on a schedule. A failure fails the invocation: Lambda logs the step that failed, and the alarm
 * `CanaryFailed` starts.
 */
export const handler: ScheduledHandler = async () => {
  await checkSite({ siteUrl: setting('SITE_URL'), signIn });
  logger.info('canary', { passed: true });
};
