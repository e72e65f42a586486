import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts';
import { Client, type Login } from './client.ts';
import { judge, type Sent, sumOf, type Verdict } from './storm.ts';
import type { Pair } from './talk.ts';

/** A local cloud with members who can write to each other. */
export class Ocean {
  readonly #cloud: LocalCloud;
  readonly #directory: string;
  readonly #logins: readonly Login[];

  private constructor(cloud: LocalCloud, directory: string, logins: readonly Login[]) {
    this.#cloud = cloud;
    this.#directory = directory;
    this.#logins = logins;
  }

  static async start(members: number): Promise<Ocean> {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-messages-'));
    const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false });
    const logins: Login[] = [];
    // One by one: each at once would start functions that nothing after it needs.
    for (let number = 0; number < members; number++) logins.push(await register(cloud, number));
    return new Ocean(cloud, directory, logins);
  }

  /** Connects the first members in pairs; with a shift, everybody has another partner than without. */
  async pairs(count: number, shift = 0): Promise<Pair[]> {
    const logins = [...this.#logins.slice(shift), ...this.#logins.slice(0, shift)];
    const pairs: Pair[] = [];
    for (let number = 0; number < count; number++) {
      const [one, other] = logins.slice(2 * number, 2 * number + 2) as [Login, Login];
      pairs.push(
        await Promise.all([
          new Client(one, this.#cloud.config).open([other.userId]),
          new Client(other, this.#cloud.config).open([one.userId]),
        ]),
      );
    }
    return pairs;
  }

  /** Breaks about so large a share of the connections, without a word to either end. */
  cut(share: number): number {
    return this.#cloud.sockets.cut(() => Math.random() < share);
  }

  /** Judges by what is stored, read from the table itself. */
  async judgeStore(sent: readonly Sent[]): Promise<Verdict> {
    const { environment, config } = this.#cloud;
    Object.assign(process.env, environment, { AWS_REGION: config.region });
    const client = new DynamoDBClient({});
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    client.destroy();
    process.env.TABLE_NAME = TableNames[0];
    const { conversationId } = await import('../../../lambdas/table/keys.ts');
    const { readMessages } = await import('../../../lambdas/table/message.ts');
    const verdicts: Verdict[] = [];
    for (const { sender, recipient, contents } of sent) {
      const stored: string[] = [];
      for (let [after, more] = ['0'.repeat(26), true]; more; ) {
        const page = await readMessages(conversationId(sender.userId, recipient.userId), { after }, 100);
        stored.push(...page.messages.map(({ content }) => content));
        [after, more] = [page.messages.at(-1)?.messageId ?? after, page.more];
      }
      verdicts.push(judge(contents, stored));
    }
    return sumOf(verdicts);
  }

  async close(): Promise<void> {
    await this.#cloud.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function register({ config }: LocalCloud, number: number): Promise<Login> {
  const [email, password] = [`diver${number}@fathom.example`, 'coral-reef-7'];
  const userPool = async (operation: string, input: object) => {
    const response = await fetch(config.userPoolEndpoint!, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
    });
    if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { UserSub: string; AuthenticationResult: { AccessToken: string } };
  };
  const { UserSub: userId } = await userPool('SignUp', {
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'preferred_username', Value: `Diver ${number}` },
    ],
  });
  const { AuthenticationResult } = await userPool('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return { userId, accessToken: AuthenticationResult.AccessToken };
}
