import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { ClientFrame } from '../../shared/contract/socket-frames.ts';
import type { Member } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { registerPair, type Write, type WriteResponse } from './write.ts';

/** Returns the writes that clients send as frames of a WebSocket. Each write has its own conversation. */
export async function prepareSocketWrites(cloud: LocalCloud): Promise<readonly Write[]> {
  const [sendPair, readPair] = await Promise.all([openConversation(cloud), openConversation(cloud)]);

  return [
    {
      name: 'sendMessage',
      async prepare() {
        const { author, partner, authorSocket, partnerSocket } = sendPair;
        const content = randomUUID();
        const frame = {
          action: 'sendMessage',
          recipientId: partner.userId,
          clientMessageId: content,
          content,
        } as const;

        return {
          send: () => sendFrame(cloud, 'sockets-send-message', authorSocket, frame),
          async readEffect() {
            const { messages } = await readConversation(author, partner);
            const { message } = await partnerSocket.nextFrame('message', ({ message }) => message.content === content);
            return messages.filter((candidate) => candidate.content === content).map(({ id }) => id === message.id);
          },
          // One stored message, which is the one that the partner has received.
          effect: [true],
        };
      },
    },
    {
      name: 'markRead',
      async prepare() {
        const { author, partner, authorSocket, partnerSocket } = readPair;
        const { id } = await authorSocket.sendMessage(partner, 'Read this');
        const frame = { action: 'markRead', userId: author.userId, messageId: id } as const;

        return {
          send: () => sendFrame(cloud, 'sockets-mark-read', partnerSocket, frame),
          async readEffect() {
            const { body } = await partner.call(contract.messages.conversations, {});
            return [(await readConversation(author, partner)).read.other === id, body.unreadTotal];
          },
          // The author sees the message as read, and the partner has no unread messages.
          effect: [true, 0],
        };
      },
    },
  ];
}

/** Registers two members, and opens a socket for each of them. */
async function openConversation(cloud: LocalCloud) {
  const members = await registerPair();
  const open = (member: Member) => MemberSocket.open(member, cloud.config.socketUrl);
  const [authorSocket, partnerSocket] = await Promise.all([open(members.author), open(members.partner)]);
  return { ...members, authorSocket, partnerSocket };
}

/** Returns the newest messages of a conversation, and what each side has read. */
async function readConversation(reader: Member, partner: Member) {
  return (await reader.call(contract.messages.conversation, { userId: partner.userId, limit: 100 })).body;
}

/**
 * Sends a frame, and waits until its function has ended. Returns the function's error frame as a response, or status
 * 200 without one. A function logs one line with the message `frame` for each frame.
 */
async function sendFrame(
  cloud: LocalCloud,
  functionName: string,
  socket: MemberSocket,
  frame: ClientFrame,
): Promise<WriteResponse> {
  const findLatestLogLine = () =>
    cloud.functions.getLogLines(functionName).findLast((line) => line.includes('"message":"frame"'));
  const earlierLogLine = findLatestLogLine();
  const earlierFrameCount = socket.frames.length;

  socket.send(frame);
  await expect.poll(findLatestLogLine).not.toBe(earlierLogLine);

  // The function logs `refused` before its error frame arrives at the client.
  if (!findLatestLogLine()?.includes('"refused":true')) return { status: 200 };

  const findError = () => socket.frames.slice(earlierFrameCount).find((received) => received.type === 'error');
  await expect.poll(findError).toBeDefined();
  const { code, retryAfterSeconds } = findError()!;
  return { status: 503, code, retryAfterSeconds };
}
