import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { socketActions } from '../../shared/contract/socket-frames.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { MAX_FRAME_BYTES } from '../../shared/rules/limits.ts';
import { Member } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { countCases, counts } from './support/attack-counts.ts';
import { NAUGHTY_STRINGS, split, storedText } from './support/naughty-strings.ts';

const { messages } = contract;

/** Messages per second to one conversation, below the limit. */
const PACE_MS = 60;
/** API Gateway closes the socket after a longer frame. The rest of a frame has about 200 bytes. */
const texts = NAUGHTY_STRINGS.filter((text) => Buffer.byteLength(JSON.stringify(text)) < MAX_FRAME_BYTES - 300);

let recipient: Member;
beforeAll(async () => {
  recipient = await Member.register();
  await recipient.getDepth();
});

describe('messages', () => {
  it.each(split(texts, CONDUCT_LIMITS.messages.new).map((part, place) => [place, part] as const))(
    'keeps naughty strings in frames, conversations, and the inbox (part %i)',
    async (_, part) => {
      const sender = await Member.register();
      await sender.getDepth();
      const [senderSocket, recipientSocket] = await Promise.all([
        MemberSocket.open(sender),
        MemberSocket.open(recipient),
      ]);
      const storedTexts: string[] = [];
      for (const content of part) {
        countCases();
        counts.frames += 1;
        const clientMessageId = randomUUID();
        const expectedText = storedText(socketActions.sendMessage.shape.content, content);
        senderSocket.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content });
        const isResponse = (frame: (typeof senderSocket.frames)[number]) =>
          (frame.type === 'sent' && frame.message.clientMessageId === clientMessageId) ||
          (frame.type === 'error' && frame.clientMessageId === clientMessageId);
        await expect.poll(() => senderSocket.frames.some(isResponse), { interval: 5 }).toBe(true);
        const response = senderSocket.frames.find(isResponse)!;
        const context = `${JSON.stringify(content)} → ${JSON.stringify(response).slice(0, 300)}`;
        if (response.type === 'error')
          expect([expectedText, response.code], context).toEqual([undefined, 'InvalidInput']);
        if (response.type === 'sent') {
          expect(response.message.content, context).toBe(expectedText);
          const deliveredFrame = await recipientSocket.nextFrame(
            'message',
            ({ message }) => message.id === response.message.id,
          );
          expect(deliveredFrame.message.content, context).toBe(response.message.content);
          storedTexts.push(response.message.content);
        }
        await setTimeout(PACE_MS);
      }
      const { body } = await recipient.call(messages.conversation, { userId: sender.userId, limit: 100 });

      expect(body.messages.map(({ content }) => content)).toEqual(storedTexts);

      const { body: inbox } = await recipient.call(messages.conversations, {});
      // The inbox has the beginning of a long message.
      const preview = inbox.conversations[0]!.lastMessage.content;
      expect(storedTexts.at(-1)!.slice(0, preview.length)).toBe(preview);

      await Promise.all([senderSocket.close(), recipientSocket.close()]);
    },
  );
});
