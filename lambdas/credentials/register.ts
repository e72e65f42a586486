import { setTimeout } from 'node:timers/promises';
import {
  CodeDeliveryFailureException,
  SignUpCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { sendMail } from '../platform/mail.ts';
import { loadSecret } from '../platform/secret.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { reserveMail } from '../table/mail-reservation.ts';
import { callCognito } from './call-cognito.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { AccountExists } from './errors.ts';
import { hashEmail } from './hash-email.ts';
import { ACCOUNT_EXISTS } from './notices.ts';
import { createRegistrationProof, PROOF_NAME } from './registration-proof.ts';
import { sendConfirmationCode } from './resend-code.ts';

/**
 * Minimum duration of a registration on a stage that verifies emails, in milliseconds. Longer than sending a mail
 * takes, so that the response time doesn't reveal whether one was sent.
 */
const MIN_RESPONSE_MS = 1000;

type Registration = Input<typeof credentials.register>;

/**
 * Creates an account.
 *
 * On a stage that verifies emails, the response doesn't reveal whether the email has an account: only its mailbox
 * receives a code or a notice, at most one an hour.
 *
 * @throws CommonPassword
 * @throws AccountExists on a stage that doesn't verify emails
 */
export async function register(
  _caller: undefined,
  registration: Registration,
): Promise<Response<typeof credentials.register>> {
  await requireUncommonPassword(registration.password);

  if (readSetting('EMAIL_VERIFICATION') !== 'required') {
    if (!(await signUp(registration))) throw new AccountExists();
    return { confirmation: 'none' };
  }

  const minDuration = setTimeout(MIN_RESPONSE_MS);
  if (!(await signUp(registration))) await mailOwner(registration.email);
  await minDuration;
  return { confirmation: 'code' };
}

/**
 * Signs a member up in the user pool. Returns false if the email has an account.
 *
 * If Cognito creates the account but can't deliver the code, this counts as signed up: an error would reveal that the
 * email was new. The visitor can request another code.
 */
async function signUp({ email, password, username }: Registration): Promise<boolean> {
  const proof = createRegistrationProof(email, await loadSecret('REGISTRATION_SECRET_ARN'));
  const command = new SignUpCommand({
    ClientId: readSetting('SERVER_CLIENT_ID'),
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'preferred_username', Value: username },
    ],
    ClientMetadata: { [PROOF_NAME]: proof },
  });

  return callCognito(async (cognito) => {
    try {
      await cognito.send(command);
      return true;
    } catch (error) {
      if (error instanceof UsernameExistsException) return false;
      if (!(error instanceof CodeDeliveryFailureException)) throw error;
      logger.error('The code of a registration was not delivered', { error });
      return true;
    }
  }, new AccountExists());
}

/**
 * Mails the owner of an existing account: a new code if it isn't confirmed, otherwise a notice. Sends nothing if the
 * address has received such a mail within the last hour, because anyone can register a stranger's address.
 */
async function mailOwner(email: string): Promise<void> {
  try {
    const { isConfirmed } = await fetchMemberAttributes(email);
    if (!(await reserveOwnerMail(email))) return;

    if (isConfirmed) await sendMail(email, ACCOUNT_EXISTS);
    else await sendConfirmationCode(email);
  } catch (error) {
    // The account was deleted since the sign-up. The response stays the same.
    if (!(error instanceof AccountDeleted)) throw error;
  }
}

/** Reserves this hour's mail to an address. Returns false if it is already reserved, or if the table is busy. */
async function reserveOwnerMail(email: string): Promise<boolean> {
  try {
    return await reserveMail(hashEmail(email, await loadSecret('REGISTRATION_SECRET_ARN')));
  } catch (error) {
    if (!isTransient(error)) throw error;
    logger.warn('Mail to the owner of an account skipped', { errorName: (error as Error).name });
    return false;
  }
}
