/** Tests that the frames of the longest messages fit API Gateway's limit, in both directions. */
import { describe, expect, it } from 'vitest';
import { MAX_FRAME_BYTES, MAX_MESSAGE_BYTES } from '../rules/limits.ts';
import { type ClientFrame, type ServerFrame, serverFrameSchema, socketActions } from './socket-frames.ts';

/** The longest ID of a member, and the longest ID that a client can create for a message. */
const LONGEST_ID = 'x'.repeat(64);
const MESSAGE_ID = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';

/** Texts of exactly `MAX_MESSAGE_BYTES` in JSON. JSON writes a quote, a backslash, and a line feed as two bytes each. */
const LARGEST_TEXTS = [
  ['emoji', '🐙'.repeat(MAX_MESSAGE_BYTES / 4)],
  ['quotes and emoji', `${'"'.repeat(1000)}${'🐙'.repeat((MAX_MESSAGE_BYTES - 2 * 1000) / 4)}`],
  ['line feeds and emoji', `\\${'\n'.repeat(999)}${'🐙'.repeat((MAX_MESSAGE_BYTES - 2 * 1000) / 4)}`],
] as const;

const countBytes = (frame: object) => Buffer.byteLength(JSON.stringify(frame));

const buildClientFrame = (content: string) =>
  ({
    action: 'sendMessage',
    clientMessageId: LONGEST_ID,
    recipientId: LONGEST_ID,
    content,
  }) as const satisfies ClientFrame;

const buildServerFrame = (type: 'sent' | 'message', content: string) =>
  ({
    type,
    message: {
      id: MESSAGE_ID,
      clientMessageId: LONGEST_ID,
      sender: LONGEST_ID,
      recipient: LONGEST_ID,
      content,
      timestamp: '2026-11-21T00:00:00.000Z',
    },
    previousId: MESSAGE_ID,
  }) as const satisfies ServerFrame;

describe('sendMessage', () => {
  it.each(LARGEST_TEXTS)('accepts %s of the maximum size, whose frames fit API Gateway', (_characters, text) => {
    expect(socketActions.sendMessage.parse(buildClientFrame(text)).content).toHaveLength(text.length);

    expect(countBytes(buildClientFrame(text))).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    for (const type of ['sent', 'message'] as const) {
      const frame = serverFrameSchema.parse(buildServerFrame(type, text));
      expect(countBytes(frame)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    }
  });

  it.each(LARGEST_TEXTS)('rejects %s with one byte more, even if the frame would fit', (_characters, text) => {
    const { success, error } = socketActions.sendMessage.safeParse(buildClientFrame(`${text}x`));

    expect(success).toBe(false);
    expect(error?.issues[0]).toMatchObject({ path: ['content'], message: expect.stringContaining('message-size') });
  });
});
