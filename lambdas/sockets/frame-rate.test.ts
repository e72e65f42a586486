/**
 * Tests of the limits of frames per member and minute. Typing hints have their own limit, and all other frames share
 * one. A member who floods a limit is disconnected.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameRoute } from '../../shared/contract/socket-frames.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await stopTable();
});

type CountFrame = (userId: string, action: FrameRoute) => Promise<void>;

/** Loads the counter like a new function instance. */
async function loadCounter(): Promise<CountFrame> {
  vi.resetModules();
  return (await import('./frame-rate.ts')).countFrame;
}

/** Frames that a member sends one after another. */
interface Frames {
  readonly userId: string;
  readonly action: FrameRoute;
  readonly frames: number;
}

/** Half a minute before the window of a minute ends. */
const NOW = Date.UTC(2026, 10, 22, 12, 0, 30);
const SECONDS_TO_NEXT_WINDOW = 30;
const NEXT_MINUTE = NOW + MINUTE_MS;

/** Counts frames. Returns the number of accepted frames. Fails if a frame is refused for another reason than a limit. */
async function countAccepted(count: CountFrame, { userId, action, frames }: Frames): Promise<number> {
  let acceptedFrames = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const error = await count(userId, action).catch((reason) => reason);
    if (error === undefined) acceptedFrames += 1;
    else expect(error).toMatchObject({ code: 'TooManyFrames', retryAfterSeconds: SECONDS_TO_NEXT_WINDOW });
  }
  return acceptedFrames;
}

/** Returns whether a member's next frame is accepted. */
const isAccepted = async (count: CountFrame, userId: string, action: FrameRoute) =>
  (await countAccepted(count, { userId, action, frames: 1 })) === 1;

describe('countFrame', () => {
  beforeEach(() => {
    vi.setSystemTime(NOW);
  });

  it('accepts typing hints up to their limit, over all instances and sockets', async () => {
    const userId = randomUUID();
    const firstInstance = await loadCounter();
    const secondInstance = await loadCounter();

    const { new: limit } = CONDUCT_LIMITS.typing;
    const frames = (2 / 3) * limit;

    let acceptedFrames = 0;
    // Each instance sends two thirds of the limit. The first one still holds reserved hints when the second one reaches
    // the limit.
    for (const count of [firstInstance, secondInstance, firstInstance]) {
      acceptedFrames += await countAccepted(count, { userId, action: 'typing', frames });
    }

    expect(acceptedFrames).toBe(limit);
    expect(await isAccepted(firstInstance, userId, 'markRead')).toBe(true);

    vi.setSystemTime(NEXT_MINUTE);
    expect(await isAccepted(firstInstance, userId, 'typing')).toBe(true);
  });

  it('accepts frames of all actions up to their common limit', async () => {
    const userId = randomUUID();
    const count = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;

    expect(await countAccepted(count, { userId, action: 'ping', frames: limit - 1 })).toBe(limit - 1);
    expect(await countAccepted(count, { userId, action: 'markRead', frames: 2 })).toBe(1);
    expect(await isAccepted(count, userId, 'sendMessage')).toBe(false);
    expect(await isAccepted(count, randomUUID(), 'sendMessage')).toBe(true);
    // Typing hints have only their own count, so each costs at most one write.
    expect(await isAccepted(count, userId, 'typing')).toBe(true);
  });

  it('accepts frames without a known action up to the common limit', async () => {
    const userId = randomUUID();
    const count = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;

    expect(await countAccepted(count, { userId, action: '$default', frames: limit + 1 })).toBe(limit);
    expect(await isAccepted(count, userId, 'ping')).toBe(false);
  });

  it('reports a flood once the refused frames of all actions and instances reach the limit', async () => {
    const userId = randomUUID();
    const firstInstance = await loadCounter();
    const secondInstance = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;
    const missingRefusals = 10;
    // The first `limit` of these frames are accepted, and the others are refused.
    await countAccepted(firstInstance, { userId, action: 'ping', frames: limit + (limit - missingRefusals) });
    await countAccepted(firstInstance, { userId, action: 'typing', frames: CONDUCT_LIMITS.typing.new });

    // Ten more refused frames reach the limit. Instances share counts in batches, so they detect the flood a little
    // later.
    const errorNames: string[] = [];
    for (let frame = 0; frame < missingRefusals + 5; frame += 1) {
      errorNames.push(await secondInstance(userId, 'typing').catch((error) => error.constructor.name));
    }

    expect(errorNames).toContain('TooManyFrames');
    expect(errorNames.at(-1)).toBe('FrameFlood');

    vi.setSystemTime(NEXT_MINUTE);
    expect(await isAccepted(secondInstance, userId, 'typing')).toBe(true);
  });
});
