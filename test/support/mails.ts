import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

const mailSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), code: z.string().optional() }),
);

/** A mail that a local cloud has sent. */
export type SentMail = z.output<typeof mailSchema>[number];

/** Serves the mails of a local cloud to the tests, which run in other processes. */
export async function serveMails(mails: readonly object[]): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(mails)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

/** Returns the mails to an address, oldest first. */
export async function readMails(url: string, email: string): Promise<SentMail[]> {
  const response = await fetch(url);
  return mailSchema.parse(await response.json()).filter(({ to }) => to === email);
}

/**
 * Returns the newest code that was mailed to an address.
 *
 * @throws Error if no code was mailed to the address
 */
export async function readCode(url: string, email: string): Promise<string> {
  const code = (await readMails(url, email)).findLast((mail) => mail.code !== undefined)?.code;
  if (code === undefined) throw new Error(`No code was mailed to ${email}.`);
  return code;
}
