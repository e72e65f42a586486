/** Hostile texts as messages. Each is kept as the contract cleans it, or rejected. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { type ServerFrame, socketActions } from '../../shared/contract/socket-frames.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { MAX_FRAME_BYTES } from '../../shared/rules/limits.ts';
import { Member } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { countCases, counts } from './support/attack-counts.ts';
import { NAUGHTY_STRINGS, split, toStoredText } from './support/naughty-strings.ts';

const { messages } = contract;

/** Pause between two messages, in milliseconds. Stays below the limit of messages per second to one conversation. */
const PACE_MS = 60;

/** Texts that fit into one frame, whose other fields have about 200 bytes. API Gateway rejects longer frames. */
const texts = NAUGHTY_STRINGS.filter((text) => Buffer.byteLength(JSON.stringify(text)) < MAX_FRAME_BYTES - 300);

let recipient: Member;

beforeAll(async () => {
  recipient = await Member.register();
  await recipient.ensureProfile();
});

/** The frame that the server sends in response to a message. */
type MessageResponse = Extract<ServerFrame, { type: 'sent' | 'error' }>;

/** Sends a message, and waits for the frame that confirms or rejects it. */
async function sendText(socket: MemberSocket, content: string): Promise<MessageResponse> {
  countCases();
  counts.frames += 1;
  const clientMessageId = randomUUID();
  const isResponse = (frame: ServerFrame): frame is MessageResponse =>
    (frame.type === 'sent' && frame.message.clientMessageId === clientMessageId) ||
    (frame.type === 'error' && frame.clientMessageId === clientMessageId);

  socket.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content });
  await expect.poll(() => socket.frames.some(isResponse), { interval: 5 }).toBe(true);

  return socket.frames.find(isResponse)!;
}

/** Expects that a text arrives unless its schema rejects it. Returns the stored text, undefined if it was rejected. */
async function expectStoredOrRejected(
  senderSocket: MemberSocket,
  recipientSocket: MemberSocket,
  content: string,
): Promise<string | undefined> {
  const expectedText = toStoredText(socketActions.sendMessage.shape.content, content);
  const response = await sendText(senderSocket, content);
  const context = `${JSON.stringify(content)} → ${JSON.stringify(response).slice(0, 300)}`;

  if (response.type === 'error') {
    expect([expectedText, response.code], context).toEqual([undefined, 'InvalidInput']);
    return undefined;
  }

  const { id, content: sentText } = response.message;
  expect(sentText, context).toBe(expectedText);

  const delivery = await recipientSocket.nextFrame('message', ({ message }) => message.id === id);
  expect(delivery.message.content, context).toBe(sentText);

  return sentText;
}

describe('messages', () => {
  it.each(split(texts, CONDUCT_LIMITS.messages.new).map((part, index) => [index, part] as const))(
    'keeps naughty strings in frames, conversations, and the inbox (part %i)',
    async (_, part) => {
      const sender = await Member.register();
      await sender.ensureProfile();
      const [senderSocket, recipientSocket] = await Promise.all([
        MemberSocket.open(sender),
        MemberSocket.open(recipient),
      ]);

      const storedTexts: string[] = [];
      for (const content of part) {
        const storedText = await expectStoredOrRejected(senderSocket, recipientSocket, content);
        if (storedText !== undefined) storedTexts.push(storedText);
        await setTimeout(PACE_MS);
      }

      const { body: conversation } = await recipient.call(messages.conversation, { userId: sender.userId, limit: 100 });
      expect(conversation.messages.map(({ content }) => content)).toEqual(storedTexts);

      const { body: inbox } = await recipient.call(messages.conversations, {});
      // The inbox has the beginning of a long message.
      const preview = inbox.conversations[0]!.lastMessage.content;
      expect(storedTexts.at(-1)!.slice(0, preview.length)).toBe(preview);

      await Promise.all([senderSocket.close(), recipientSocket.close()]);
    },
  );
});
