import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError, type AwsRestService } from '../http/aws-json-server.ts';
import type { Call } from '../iam/policy.ts';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { Outbox } from './outbox.ts';

const SEND_EMAIL_PATH = '/v2/email/outbound-emails';

/** Maximum number of recipients of one mail. */
const MAX_RECIPIENTS = 50;

const contentSchema = z.object({ Data: z.string().min(1) });

/** The fields of SendEmail that the local SES supports. Unknown fields are rejected. */
const sendEmailSchema = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.email()).min(1).max(MAX_RECIPIENTS) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: contentSchema, Body: z.strictObject({ Text: contentSchema }) }),
  }),
});

/**
 * Creates Amazon SES's API (version 2) with the one operation that functions call: SendEmail, with plain text.
 *
 * @param sender the only verified email address, or undefined if no address is verified.
 */
export function createEmailService(outbox: Outbox, sender: string | undefined): AwsRestService {
  return {
    pathPrefix: '/v2/email/',
    signingName: 'ses',
    async handle({ method, url, body }) {
      if (method !== 'POST' || url.pathname !== SEND_EMAIL_PATH) {
        throw new AwsError('UnknownOperationException', `Unsupported operation: ${method} ${url.pathname}.`, 404);
      }

      const { success, data: mail, error } = sendEmailSchema.safeParse(parseJson(body));
      if (!success) throw new AwsError('BadRequestException', z.prettifyError(error));

      const senderAddress = parseAddress(mail.FromEmailAddress);
      if (senderAddress !== sender) {
        const problem = 'Email address is not verified. The following identities failed the check in region';
        throw new AwsError('MessageRejected', `${problem} ${REGION.toUpperCase()}: ${senderAddress}`);
      }

      const { Subject, Body } = mail.Content.Simple;
      for (const to of mail.Destination.ToAddresses) {
        outbox.send({ to, subject: Subject.Data, text: Body.Text.Data });
      }

      return { status: 200, body: JSON.stringify({ MessageId: randomUUID() }) };
    },
  };
}

/** Returns the call that IAM checks for a request. The call's resource is the sender's identity. */
export function toEmailCall({ body }: { readonly body: Buffer }): Call {
  const { data: mail } = z.object({ FromEmailAddress: z.string() }).safeParse(parseJson(body));
  const identity = parseAddress(mail?.FromEmailAddress ?? '');
  return { action: 'ses:SendEmail', resource: `arn:aws:ses:${REGION}:${ACCOUNT_ID}:identity/${identity}` };
}

/** Returns the address of `Name <address>`, or of a plain address. */
function parseAddress(text: string): string {
  return /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim();
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new AwsError('BadRequestException', 'The body must be a JSON object.');
  }
}
