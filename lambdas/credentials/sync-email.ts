import { fetchMemberAttributes, type MemberAttributes } from '../members/cognito-users.ts';
import { sendMail } from '../platform/mail.ts';
import { editCredentials } from '../table/credentials.ts';
import { editProfile, type Profile } from '../table/profile.ts';
import { EMAIL_CHANGED } from './notices.ts';

/**
 * Fetches a member's email from the user pool, and completes a change of the email that the profile lacks.
 *
 * Cognito changes the email first. If a later step fails, the next call repeats it. The notice to the old address is
 * sent before the profile changes, so it can arrive twice, but is never missing.
 */
export async function syncEmail(profile: Profile): Promise<MemberAttributes> {
  const { userId, email: previousEmail } = profile;
  const member = await fetchMemberAttributes(userId);
  if (member.email === previousEmail) return member;

  await editCredentials(userId, { pendingEmail: undefined });
  await sendMail(previousEmail, EMAIL_CHANGED);
  await editProfile(profile, { email: member.email });
  return member;
}
