import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud();
const database = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: cloud.config.region,
    endpoint: cloud.environment.AWS_ENDPOINT_URL_DYNAMODB!,
    credentials: cloud.credentials,
  }),
);
afterEach(() => {
  cloud.faults.dropDisconnects = false;
});

async function rows(prefix: string): Promise<Record<string, unknown>[]> {
  const { TableNames: [TableName] = [] } = await database.send(new ListTablesCommand({}));
  const { Items = [] } = await database.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return Items.filter(({ pk, sk }) => String(pk).startsWith(prefix) || String(sk).startsWith(prefix));
}

async function pair(): Promise<[Member, Member]> {
  const members = await Promise.all([Member.register(), Member.register()]);
  await Promise.all(members.map((member) => member.depth()));
  return members;
}

const open = (member: Member) => MemberSocket.open(member, cloud.config.socketUrl);
const chat = async (reader: Member, other: Member, after?: string) =>
  (await reader.call(contract.messages.conversation, { userId: other.userId, after })).body.messages;

describe('messages', () => {
  it('reach who was cut off when they ask for what they missed, whether their end was told or not', async () => {
    for (const lost of [false, true]) {
      const [marina, theo] = await pair();
      const [hers, his] = await Promise.all([open(marina), open(theo)]);
      const first = await hers.say(theo, 'Before');
      await his.next('message');
      cloud.faults.dropDisconnects = lost;
      cloud.sockets.cutAll();
      await Promise.all([hers.ended(), his.ended()]);
      const again = await open(marina);
      const missed = [await again.say(theo, 'Meanwhile'), await again.say(theo, 'And then')];
      expect(await chat(theo, marina, first.id)).toEqual(missed);
      const back = await open(theo);
      const live = await again.say(theo, 'Welcome back');
      expect((await back.next('message')).message).toEqual(live);
      await Promise.all([again.close(), back.close()]);
    }
  });

  it('are stored once when the sender was cut off before they heard of it, and sends again', async () => {
    const [marina, theo] = await pair();
    const hers = await open(marina);
    const clientMessageId = 'the-only-one';
    hers.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: 'Did it arrive?' });
    cloud.sockets.cutAll();
    await hers.ended();
    const again = await open(marina);
    const sent = await again.say(theo, 'Did it arrive?', clientMessageId);
    expect(await chat(theo, marina)).toEqual([sent]);
    await again.close();
  });

  it('forget sockets that are gone, though nobody told of their end', async () => {
    const [marina, theo] = await pair();
    const his = await open(theo);
    cloud.faults.dropDisconnects = true;
    cloud.sockets.cutAll();
    await his.ended();
    const left = () => rows('SOCKET#').then((items) => items.filter(({ userId }) => userId === theo.userId));
    expect((await left()).length).toBeGreaterThan(0);
    const hers = await open(marina);
    await hers.say(theo, 'Anybody there?');
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
    await hers.close();
  });
});

describe('a conversation', () => {
  it('stays for the one who is left, and goes with the second', async () => {
    const [marina, theo] = await pair();
    const hers = await open(marina);
    const his = await open(theo);
    await hers.say(theo, 'Leaving soon');
    await his.say(marina, 'Me too');
    const pk = `CHAT#${[marina.userId, theo.userId].sort().join('_')}`;
    await marina.call(contract.account.deleteAccount, {});
    await vi.waitFor(
      async () => {
        const left = await rows('INBOX#');
        expect(left.some((row) => row.pk === `USER#${marina.userId}`)).toBe(false);
        expect((await rows('SOCKET#')).some(({ userId }) => userId === marina.userId)).toBe(false);
      },
      { timeout: 15_000, interval: 200 },
    );
    expect(await chat(theo, marina)).toHaveLength(2);
    await theo.call(contract.account.deleteAccount, {});
    await vi.waitFor(async () => expect(await rows(pk)).toEqual([]), { timeout: 15_000, interval: 200 });
    await Promise.all([hers.close(), his.close()]);
  });
});
