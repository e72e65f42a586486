/** Attacks with hostile frames and handshakes. The server must answer each with an error, or close only that socket. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import {
  type ClientFrame,
  type ServerFrame,
  type SocketAction,
  socketActions,
} from '../../shared/contract/socket-frames.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { MAX_FRAME_BYTES } from '../../shared/rules/limits.ts';
import { Member } from '../support/member.ts';
import { handshake, MemberSocket } from '../support/socket.ts';
import { countCases, counts } from './support/attack-counts.ts';
import { HOSTILE_VALUES, MALFORMED_BODIES, UNDECLARED_FIELDS } from './support/hostile-values.ts';
import { split } from './support/naughty-strings.ts';

const { config, unsupported } = inject('target');
const { messages } = contract;

/** A well-formed ID that no message has. */
const UNKNOWN_MESSAGE_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/** Frames that one member sends in a test. Below every limit per minute, which also counts rejected frames. */
const FRAMES_PER_MEMBER = CONDUCT_LIMITS.typing.new - 10;

/**
 * Number of frames in one minute that make the server close the socket: the limit of accepted frames, the same limit of
 * refused frames, and one more.
 */
const FLOOD_FRAMES = 2 * CONDUCT_LIMITS.frames.new + 1;

let partner: Member;

beforeAll(async () => {
  partner = await Member.register();
  await partner.ensureProfile();
});

type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/** Opens a socket of a new member, so that no limit on frames affects other tests. */
async function openSocket(): Promise<{ member: Member; socket: MemberSocket }> {
  const member = await Member.register();
  await member.ensureProfile();
  return { member, socket: await MemberSocket.open(member) };
}

/** Sends data that the server must reject, and returns its error frame. */
async function sendInvalid(socket: MemberSocket, data: string, context: string): Promise<ErrorFrame> {
  countCases();
  counts.frames += 1;
  const { length: frameCount } = socket.frames;

  socket.sendRaw(data);
  await expect.poll(() => socket.frames.length, { interval: 5, message: context }).toBeGreaterThan(frameCount);

  const frame = socket.frames[frameCount]!;
  expect(frame.type, `${context} → ${JSON.stringify(frame)}`).toBe('error');

  return frame as ErrorFrame;
}

/** Expects that the server responds to a ping. */
async function expectAlive(socket: MemberSocket): Promise<void> {
  const countPongs = () => socket.frames.filter(({ type }) => type === 'pong').length;
  const pongsBefore = countPongs();
  socket.send({ action: 'ping' });

  await expect.poll(countPongs, { interval: 5 }).toBe(pongsBefore + 1);
}

/** Creates a valid frame of each action. */
const createValidFrames = (): { [A in SocketAction]: Extract<ClientFrame, { action: A }> } => ({
  sendMessage: { action: 'sendMessage', clientMessageId: randomUUID(), recipientId: partner.userId, content: 'Hello' },
  markRead: { action: 'markRead', userId: partner.userId, messageId: UNKNOWN_MESSAGE_ID },
  typing: { action: 'typing', recipientId: partner.userId },
  ping: { action: 'ping' },
});

/** Returns whether a frame is short enough. API Gateway closes the socket after longer frames. */
const isShortEnough = (frame: object) => Buffer.byteLength(JSON.stringify(frame)) <= MAX_FRAME_BYTES - 100;

/** A frame that the server must reject. */
interface InvalidFrame {
  readonly data: string;
  readonly context: string;
}

/** Sends invalid frames from several members, and expects an error frame for each and open sockets at the end. */
async function sendAndExpectRejections(
  frames: readonly InvalidFrame[],
  action: SocketAction | undefined,
): Promise<void> {
  for (const part of split(frames, FRAMES_PER_MEMBER)) {
    const { socket } = await openSocket();

    for (const { data, context } of part) {
      const error = await sendInvalid(socket, data, context);
      expect([error.code, error.action], context).toEqual(['InvalidInput', action]);
    }

    await expectAlive(socket);

    await socket.close();
  }
}

describe.each(Object.keys(socketActions) as SocketAction[])('%s', (action) => {
  const schema = socketActions[action];
  const fields = Object.keys(schema.shape).filter((field) => field !== 'action');

  it('rejects hostile values of every field with an error frame, and keeps the socket open', async () => {
    const frames = fields.flatMap((name) =>
      HOSTILE_VALUES.flatMap((value) => {
        const frame = { ...createValidFrames()[action], [name]: value };
        if (schema.safeParse(frame).success || !isShortEnough(frame)) return [];
        return [{ data: JSON.stringify(frame), context: `${name} ${JSON.stringify(value).slice(0, 100)}` }];
      }),
    );

    await sendAndExpectRejections(frames, action);
  });

  it('rejects missing and undeclared fields', async () => {
    const validFrame = createValidFrames()[action] as Readonly<Record<string, unknown>>;
    const incompleteFrames = fields.map((name) => {
      const { [name]: _, ...frame } = validFrame;
      return { data: JSON.stringify(frame), context: `without ${name}` };
    });
    const extendedFrames = Object.entries(UNDECLARED_FIELDS).map(([name, value]) => ({
      data: JSON.stringify({ ...validFrame, [name]: value }),
      context: `with ${name}`,
    }));

    await sendAndExpectRejections([...incompleteFrames, ...extendedFrames], action);
  });
});

describe('frames', () => {
  it('frames that are not JSON objects with a known action are rejected, and the socket stays open', async () => {
    const malformedFrames = Object.entries(MALFORMED_BODIES)
      .filter(([name, text]) => name !== 'nothing' && Buffer.byteLength(text) <= MAX_FRAME_BYTES)
      .map(([context, data]) => ({ data, context }));
    const framesWithUnknownAction = [...HOSTILE_VALUES, '$connect', '$disconnect', '$default']
      .map((action) => ({ action }))
      .filter(isShortEnough)
      .map((frame) => ({ data: JSON.stringify(frame), context: JSON.stringify(frame) }));

    await sendAndExpectRejections([...malformedFrames, ...framesWithUnknownAction], undefined);
  });

  it('frames about members and messages that the caller may not reach are rejected with the action', async () => {
    const { member, socket } = await openSocket();
    const unknownId = randomUUID();
    const attempts: [frame: object, code: string][] = [
      [{ ...createValidFrames().sendMessage, recipientId: unknownId }, 'NotFound'],
      [{ ...createValidFrames().sendMessage, recipientId: member.userId }, 'InvalidInput'],
      [{ ...createValidFrames().markRead, userId: unknownId }, 'NotFound'],
      [{ ...createValidFrames().markRead, userId: member.userId }, 'NotFound'],
      [createValidFrames().markRead, 'NotFound'],
    ];

    for (const [frame, code] of attempts) {
      const error = await sendInvalid(socket, JSON.stringify(frame), JSON.stringify(frame));
      expect([error.code, error.action], JSON.stringify(frame)).toEqual([code, (frame as ClientFrame).action]);
    }

    await socket.close();
  });

  it.skipIf(unsupported.frameLimits)(
    'frames that are binary, too long, or split end only their own socket',
    async () => {
      const longFrame = JSON.stringify({ action: 'ping', filler: 'x'.repeat(MAX_FRAME_BYTES) });
      const { member, socket: otherSocket } = await openSocket();

      for (const data of [Buffer.from('{"action":"ping"}'), Buffer.alloc(0), Buffer.alloc(1000), longFrame]) {
        countCases();
        counts.frames += 1;
        const socket = await MemberSocket.open(member);

        const closeCode = socket.waitForClose();
        socket.sendRaw(data);

        // The codes of WebSockets for data of an unsupported type, and for data that is too long.
        expect([1003, 1009]).toContain(await closeCode);
      }

      await expectAlive(otherSocket);

      await otherSocket.close();
    },
  );

  it('frames of sockets that close concurrently store each message at most once', async () => {
    const sender = await Member.register();
    await sender.ensureProfile();

    for (let index = 0; index < 10; index++) {
      countCases();
      counts.frames += 2;
      const { body } = await sender.call(contract.sockets.ticket, {});
      const webSocket = await handshake(`${config.socketUrl}?ticket=${encodeURIComponent(body.ticket)}`);

      webSocket.send(JSON.stringify({ ...createValidFrames().sendMessage, content: `Message ${index}` }));
      webSocket.send('{"action":');
      webSocket.terminate();
    }

    const socket = await MemberSocket.open(sender);

    await socket.sendMessage(partner, 'Last');
    const { body } = await partner.call(messages.conversation, { userId: sender.userId, limit: 100 });
    const contents = body.messages.map(({ content }) => content);

    expect(new Set(contents).size).toBe(contents.length);
    expect(contents).toContain('Last');

    await socket.close();
  });

  it('frames in a flood are refused above the limit, whatever their action, until the socket is closed', async () => {
    const { socket } = await openSocket();
    let isClosed = false;
    const closeCode = socket.waitForClose().finally(() => {
      isClosed = true;
    });

    // The server counts frames per minute of UTC. Its count starts again if a minute ends during the flood.
    for (let sentCount = 0; !isClosed; ) {
      countCases(FLOOD_FRAMES);
      counts.frames += FLOOD_FRAMES;
      for (let index = 0; index < FLOOD_FRAMES; index++) {
        if (index % 5 === 0) socket.send({ action: 'ping' });
        else socket.sendRaw('{"action":"scuttle"}');
      }

      sentCount += FLOOD_FRAMES;
      await expect.poll(() => isClosed || socket.frames.length >= sentCount).toBe(true);
    }

    // 1006 means that the connection was lost instead of closed.
    expect(await closeCode).not.toBe(1006);

    const codes = new Set(socket.frames.flatMap((frame) => (frame.type === 'error' ? [frame.code] : [])));
    expect(codes).toEqual(new Set(['InvalidInput', 'TooManyFrames']));
  });
});

describe('handshake', () => {
  it('rejects unknown paths, altered tickets, and tickets in other parameters', async () => {
    const { body } = await partner.call(contract.sockets.ticket, {});
    const { ticket } = body;
    const { socketUrl } = config;

    const urls = [
      `${socketUrl}?Ticket=${ticket}`,
      `${socketUrl}?ticket=${ticket}%00`,
      `${socketUrl}?ticket=${ticket}%20`,
      `${socketUrl}?ticket=${ticket}&ticket=x`,
      `${socketUrl}?ticket[]=${ticket}`,
      `${socketUrl}?ticket=${ticket.toLowerCase()}x`,
      `${socketUrl}?ticket=${ticket.slice(0, -1)}`,
      `${socketUrl}/@connections?ticket=${ticket}`,
    ];

    for (const url of urls) {
      countCases();
      await expect(handshake(url), url).rejects.toThrow(/40[0134]/);
    }

    const socket = await handshake(`${socketUrl}?ticket=${ticket}`);
    socket.close();
  });
});
