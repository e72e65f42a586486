import { readOptionalSetting } from './config.ts';
import { logger } from './logger.ts';

/** The subjects of all mails. They are fixed texts, because the log contains them. */
type Subject =
  | 'You already have a Fathom account'
  | 'Your Fathom email is about to change'
  | 'Your Fathom email has changed'
  | 'Two-step sign-in for Fathom is off';

/** A mail to a member, in plain text. */
export interface Mail {
  readonly subject: Subject;
  readonly text: string;
}

/**
 * Sends a mail. Skips it if the stage has no sender.
 *
 * Never throws: a mail only informs its reader, so a failure is logged, and the request succeeds.
 */
export async function sendMail(to: string, { subject, text }: Mail): Promise<void> {
  const sender = readOptionalSetting('MAIL_SENDER');
  if (sender === undefined) {
    logger.info('Mail skipped, because the stage has no sender', { subject });
    return;
  }

  const content = { Subject: { Data: subject }, Body: { Text: { Data: text } } };
  try {
    const { sendWithSes } = await import('./mail-client.ts');
    await sendWithSes({
      FromEmailAddress: `Fathom <${sender}>`,
      Destination: { ToAddresses: [to] },
      Content: { Simple: content },
    });
  } catch (error) {
    // The message of the error can contain the address.
    logger.error('Mail not sent', { subject, errorName: (error as Error).name });
  }
}
