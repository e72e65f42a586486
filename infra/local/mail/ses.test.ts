/** Tests of the local SES, which puts mails into an outbox instead of sending them. */
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AwsJsonServer } from '../http/aws-json-server.ts';
import { HttpServer } from '../http/http-server.ts';
import { createGuard, rootCredentials } from '../iam/fixture.ts';
import { silentTerminal } from '../process/terminal.ts';
import type { Credentials } from '../state/credentials.ts';
import { Outbox } from './outbox.ts';
import { createEmailService, toEmailCall } from './ses.ts';

const SENDER = 'crew@fathom.example';
const terminalLines: string[] = [];
const outbox = new Outbox({ ...silentTerminal, info: (line) => terminalLines.push(line) });
const { guard, functionCredentials, warnings } = createGuard([
  { Effect: 'Allow', Action: 'ses:SendEmail', Resource: `arn:aws:ses:us-east-1:000000000000:identity/${SENDER}` },
]);
const server = new AwsJsonServer(rootCredentials);
server.enforce(guard);
server.addRest(createEmailService(outbox, SENDER), toEmailCall);
const http = new HttpServer(server.handle);

let endpoint = '';

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await http.start()}`;
});

beforeEach(() => {
  outbox.mails.length = 0;
  terminalLines.length = 0;
});

afterAll(() => http.close());

/** Sends a valid mail, except for the fields of `input`, by default as a function that may send mails. */
function send(input: Partial<SendEmailCommandInput> = {}, credentials: Credentials = functionCredentials) {
  const client = new SESv2Client({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 });
  return client.send(
    new SendEmailCommand({
      FromEmailAddress: `Fathom <${SENDER}>`,
      Destination: { ToAddresses: ['ann@sea.example'] },
      Content: { Simple: { Subject: { Data: 'Your password changed' }, Body: { Text: { Data: 'Was it you?' } } } },
      ...input,
    }),
  );
}

describe('SendEmail', () => {
  it('puts the mail into the outbox and on the terminal', async () => {
    expect(await send()).toMatchObject({ MessageId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(outbox.mails).toEqual([{ to: 'ann@sea.example', subject: 'Your password changed', text: 'Was it you?' }]);
    expect(terminalLines).toEqual(['Mail to ann@sea.example: Your password changed']);
  });

  it('accepts the plain address of the sender', async () => {
    await send({ FromEmailAddress: SENDER });
    expect(outbox.mails).toHaveLength(1);
  });

  it("requires a permission for the sender's address", async () => {
    await expect(send({ FromEmailAddress: 'eve@fathom.example' })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('ses:SendEmail on resource: arn:aws:ses:us-east-1:000000000000:identity/eve@'),
    });
    expect(warnings.at(-1)).toContain('ses:SendEmail');
    expect(outbox.mails).toEqual([]);
  });

  it('rejects an unverified sender, even with all permissions', async () => {
    await expect(send({ FromEmailAddress: 'eve@fathom.example' }, rootCredentials)).rejects.toMatchObject({
      name: 'MessageRejected',
      // SES writes the region in capitals.
      message: expect.stringContaining('US-EAST-1: eve@fathom.example'),
    });
    expect(outbox.mails).toEqual([]);
  });

  it.each<[string, Partial<SendEmailCommandInput>]>([
    ['no recipient', { Destination: { ToAddresses: [] } }],
    ['an invalid recipient', { Destination: { ToAddresses: ['ann'] } }],
    ['no content', { Content: {} }],
    ['an unsupported field', { ReplyToAddresses: ['crew@fathom.example'] }],
  ])('rejects a mail with %s', async (_, input) => {
    await expect(send(input)).rejects.toMatchObject({ name: 'BadRequestException' });
    expect(outbox.mails).toEqual([]);
  });

  it('rejects requests without a signature', async () => {
    const response = await fetch(`${endpoint}/v2/email/outbound-emails`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(403);
  });
});
