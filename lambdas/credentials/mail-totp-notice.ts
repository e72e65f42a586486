import { sendMail } from '../platform/mail.ts';
import { reserveMail } from '../table/mail-reservation.ts';
import { TOTP_SWITCHED_OFF } from './notices.ts';

/**
 * Mails a member that their second factor was switched off, at most once an hour.
 *
 * Cognito limits only wrong passwords and codes. Without this limit, a member could send themselves thousands of mails,
 * and use up the stage's quota of SES.
 */
export async function mailTotpNotice(userId: string, email: string): Promise<void> {
  if (await reserveMail(userId)) await sendMail(email, TOTP_SWITCHED_OFF);
}
