import { logger } from '../platform/logger.ts';
import { sendMail } from '../platform/mail.ts';
import { reserveMail } from '../table/mail-reservation.ts';
import { TOTP_SWITCHED_OFF } from './notices.ts';

/**
 * Mails a member that their second factor was switched off, at most once an hour. Never throws: the change is already
 * made, and a repeated request with the used recovery code would fail.
 *
 * Cognito limits only wrong passwords and codes. Without this limit, a member could send themselves thousands of mails,
 * and use up the stage's quota of SES.
 */
export async function mailTotpNotice(userId: string, email: string): Promise<void> {
  if (await tryReserveNotice(userId)) await sendMail(email, TOTP_SWITCHED_OFF);
}

/** Reserves this hour's notice. If the table fails, returns true: the notice matters more than the limit. */
async function tryReserveNotice(userId: string): Promise<boolean> {
  try {
    return await reserveMail(userId);
  } catch (error) {
    logger.warn('Notice about the second factor not reserved', { errorName: (error as Error).name });
    return true;
  }
}
