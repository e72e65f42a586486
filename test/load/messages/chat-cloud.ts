import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts';
import { MIN_MESSAGE_ID } from '../../../shared/rules/limits.ts';
import { type Login, registerMember } from '../register-member.ts';
import { countDelivery, type DeliveryCounts, type SentMessages, sumCounts } from './disconnects.ts';
import { FathomClient } from './fathom-client.ts';
import type { ClientPair } from './ping-pong.ts';

/** A local cloud with members who can exchange messages. */
export class ChatCloud {
  readonly #cloud: LocalCloud;
  readonly #directory: string;
  readonly #logins: readonly Login[];

  private constructor(cloud: LocalCloud, directory: string, logins: readonly Login[]) {
    this.#cloud = cloud;
    this.#directory = directory;
    this.#logins = logins;
  }

  /** Starts a local cloud, and registers this many members. */
  static async start(members: number): Promise<ChatCloud> {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-messages-'));
    // A member sends more messages than the limits allow.
    const context = { conductLimitPercent: '100000' };
    const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false, context });

    // Members sign up one by one, because concurrent sign-ups would start more function instances than needed.
    const logins: Login[] = [];
    for (let number = 0; number < members; number++) logins.push(await registerMember(cloud.config, number));
    return new ChatCloud(cloud, directory, logins);
  }

  /** Connects members in pairs. A shift of 1 gives every member another partner. */
  async connectPairs(count: number, shift = 0): Promise<ClientPair[]> {
    const logins = [...this.#logins.slice(shift), ...this.#logins.slice(0, shift)];
    const pairs: ClientPair[] = [];
    for (let number = 0; number < count; number++) {
      const [firstLogin, secondLogin] = logins.slice(2 * number, 2 * number + 2) as [Login, Login];
      pairs.push(
        await Promise.all([
          new FathomClient(firstLogin, this.#cloud.config).open([secondLogin.userId]),
          new FathomClient(secondLogin, this.#cloud.config).open([firstLogin.userId]),
        ]),
      );
    }

    return pairs;
  }

  /**
   * Cuts about this share of the connections without notifying either end. Returns the number of cut connections.
   */
  cutConnections(share: number): number {
    return this.#cloud.sockets.cut(() => Math.random() < share);
  }

  /** Compares the sent messages with the stored messages. */
  async countStored(sentMessages: readonly SentMessages[]): Promise<DeliveryCounts> {
    const { environment, config } = this.#cloud;
    Object.assign(process.env, environment, { AWS_REGION: config.region });

    const client = new DynamoDBClient({});
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    client.destroy();
    process.env.TABLE_NAME = TableNames[0];

    // The table's client reads the environment when it is imported.
    const { conversationId } = await import('../../../lambdas/table/keys.ts');
    const { readMessages } = await import('../../../lambdas/table/message.ts');

    const counts: DeliveryCounts[] = [];
    for (const { sender, recipient, contents } of sentMessages) {
      const conversation = conversationId(sender.userId, recipient.userId);
      const storedContents: string[] = [];
      let after = MIN_MESSAGE_ID;
      let hasMore = true;

      while (hasMore) {
        const page = await readMessages(conversation, { after }, 100);
        storedContents.push(...page.messages.map(({ content }) => content));
        after = page.messages.at(-1)?.messageId ?? after;
        hasMore = page.more;
      }

      counts.push(countDelivery(contents, storedContents));
    }

    return sumCounts(counts);
  }

  async close(): Promise<void> {
    await this.#cloud.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
