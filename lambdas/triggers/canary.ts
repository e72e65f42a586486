import type { ScheduledEvent } from 'aws-lambda';
import { checkSite } from '../canary/check-site.ts';
import { signIn } from '../canary/sign-in.ts';
import { isUploadDue } from '../canary/upload-schedule.ts';
import { readSetting } from '../platform/config.ts';
import { logger } from '../platform/logger.ts';

/**
 * Checks the site on a schedule. Throws if a step fails: Lambda logs the failed step, and the alarm `CanaryFailed`
 * starts. An operator can start a check with the event `{}`.
 */
export const handler = async ({ time }: Partial<ScheduledEvent>): Promise<void> => {
  const shouldUpload = isUploadDue(time, Number(readSetting('CANARY_UPLOADS_PER_DAY')));
  await checkSite({ siteUrl: readSetting('SITE_URL'), signIn, shouldUpload });
  logger.info('canary', { passed: true });
};
