/**
 * Messages while connections break without a trace. Each message must be stored once, and reach its recipient later.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
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

/** Returns the items whose partition key or sort key starts with a prefix. */
async function scanItems(prefix: string): Promise<Record<string, unknown>[]> {
  const pages = paginateScan({ client: database }, { TableName: cloud.storage.tableName, ConsistentRead: true });
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);

  return items.filter(({ pk, sk }) => String(pk).startsWith(prefix) || String(sk).startsWith(prefix));
}

async function registerPair(): Promise<[Member, Member]> {
  const members = await Promise.all([Member.register(), Member.register()]);
  await Promise.all(members.map((member) => member.ensureProfile()));
  return members;
}

const openSocket = (member: Member) => MemberSocket.open(member, cloud.config.socketUrl);

const readMessages = async (reader: Member, partner: Member, after?: string) =>
  (await reader.call(contract.messages.conversation, { userId: partner.userId, after })).body.messages;

describe('messages', () => {
  it.each([
    ['with', false],
    ['without', true],
  ])('returns missed messages after a reconnect %s a $disconnect event', async (_, dropDisconnects) => {
    const [sender, recipient] = await registerPair();
    const [senderSocket, recipientSocket] = await Promise.all([openSocket(sender), openSocket(recipient)]);
    const firstMessage = await senderSocket.sendMessage(recipient, 'Before');
    await recipientSocket.nextFrame('message');

    cloud.faults.dropDisconnects = dropDisconnects;
    cloud.sockets.cutAll();
    await Promise.all([senderSocket.waitForClose(), recipientSocket.waitForClose()]);

    const newSenderSocket = await openSocket(sender);
    const missedMessages = [
      await newSenderSocket.sendMessage(recipient, 'While you were away'),
      await newSenderSocket.sendMessage(recipient, 'And then'),
    ];
    expect(await readMessages(recipient, sender, firstMessage.id)).toEqual(missedMessages);

    const newRecipientSocket = await openSocket(recipient);
    const liveMessage = await newSenderSocket.sendMessage(recipient, 'Welcome back');
    expect((await newRecipientSocket.nextFrame('message')).message).toEqual(liveMessage);

    await Promise.all([newSenderSocket.close(), newRecipientSocket.close()]);
  });

  it('stores a message once if the connection breaks before confirmation and the sender retries', async () => {
    const [sender, recipient] = await registerPair();
    const senderSocket = await openSocket(sender);

    const [clientMessageId, content] = ['the-only-one', 'Did it arrive?'];
    senderSocket.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content });
    // Ends the connection before the confirmation arrives, without a close frame.
    cloud.sockets.cutAll();
    await senderSocket.waitForClose();

    const newSenderSocket = await openSocket(sender);
    const sentMessage = await newSenderSocket.sendMessage(recipient, content, clientMessageId);

    expect(await readMessages(recipient, sender)).toEqual([sentMessage]);

    await newSenderSocket.close();
  });

  it('deletes the registration of a closed socket that sent no $disconnect event', async () => {
    const [sender, recipient] = await registerPair();
    const recipientSocket = await openSocket(recipient);
    cloud.faults.dropDisconnects = true;
    cloud.sockets.cutAll();
    await recipientSocket.waitForClose();

    const listSockets = () =>
      scanItems('SOCKET#').then((items) => items.filter(({ userId }) => userId === recipient.userId));
    expect((await listSockets()).length).toBeGreaterThan(0);

    const senderSocket = await openSocket(sender);
    // For its first seconds, a socket counts as still opening. The first message after that time finds that the
    // recipient's socket is closed, and deletes its registration.
    const listSocketsAfterMessage = async () => {
      await senderSocket.sendMessage(recipient, 'Are you there?');
      return listSockets();
    };

    await expect.poll(listSocketsAfterMessage, { interval: 1000 }).toEqual([]);

    await senderSocket.close();
  });
});

describe('conversations of deleted members', () => {
  it('stay for the partner, and are purged when both members have left', async () => {
    const [sender, recipient] = await registerPair();
    const senderSocket = await openSocket(sender);
    const recipientSocket = await openSocket(recipient);

    await senderSocket.sendMessage(recipient, 'Leaving soon');
    await recipientSocket.sendMessage(sender, 'Me too');
    const conversationKey = `CHAT#${[sender.userId, recipient.userId].sort().join('_')}`;

    await sender.call(contract.account.deleteAccount, {});
    const listSenderItems = async () => [
      ...(await scanItems('INBOX#')).filter(({ pk }) => pk === `USER#${sender.userId}`),
      ...(await scanItems('SOCKET#')).filter(({ userId }) => userId === sender.userId),
    ];

    await expect.poll(listSenderItems, { interval: 200 }).toEqual([]);
    expect(await readMessages(recipient, sender)).toHaveLength(2);

    await recipient.call(contract.account.deleteAccount, {});
    await expect.poll(() => scanItems(conversationKey), { interval: 200 }).toEqual([]);

    await Promise.all([senderSocket.close(), recipientSocket.close()]);
  });
});
