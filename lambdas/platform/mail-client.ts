import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';

const ses = new SESv2Client({});

/** Sends a mail with SES. Import this file with `import()`: most requests send none. */
export async function sendWithSes(mail: SendEmailCommandInput): Promise<void> {
  await ses.send(new SendEmailCommand(mail));
}
