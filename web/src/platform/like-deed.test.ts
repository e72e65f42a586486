import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { type LikeAnswer, likeDeed } from './like-deed.ts';

const busy = new Error('busy');
let client: QueryClient;
let replies: (LikeAnswer | Error)[];
let answering: PromiseWithResolvers<void>;
let shown: { liked: boolean; count: number };
let problem: Error | undefined;

beforeEach(() => {
  client = new QueryClient();
  answering = Promise.withResolvers();
  shown = { liked: false, count: 7 };
  problem = undefined;
});

async function send(): Promise<LikeAnswer> {
  await answering.promise;
  const reply = replies.shift()!;
  if (reply instanceof Error) throw reply;
  return reply;
}

function press(wanted: boolean): Promise<unknown> {
  const button = new MutationObserver(
    client,
    likeDeed({
      client,
      what: ['posts', 'p1'],
      ...shown,
      send,
      show: (liked, count) => {
        shown = { liked, count };
      },
      onProblem: (error) => {
        problem = error;
      },
    }),
  );
  return button.mutate(wanted).catch(() => undefined);
}

/** Presses one after the other, before the first is answered; what is shown when all of them are. */
async function pressAll(presses: readonly boolean[], answers: readonly (LikeAnswer | Error)[]) {
  replies = [...answers];
  const deeds: Promise<unknown>[] = [];
  for (const wanted of presses) {
    deeds.push(press(wanted));
    const begun = () => client.getMutationCache().getAll().at(-1)?.state.context;
    await vi.waitFor(() => expect(begun()).toBeDefined());
    expect(shown).toEqual({ liked: wanted, count: wanted ? 8 : 7 });
  }
  answering.resolve();
  await Promise.all(deeds);
  return [shown.liked, shown.count];
}

const liked = { liked: true, likeCount: 8 };

it('shows what the server says when it is done', async () => {
  expect(await pressAll([true], [{ liked: true, likeCount: 20 }])).toEqual([true, 20]);
  expect(problem).toBeUndefined();
});

it.each([
  ['one press', [true], [busy]],
  ['two presses', [true, false], [busy, busy]],
  ['three presses', [true, false, true], [busy, busy, busy]],
])('is as before when %s are refused, and says why', async (_, presses, answers) => {
  expect(await pressAll(presses, answers)).toEqual([false, 7]);
  expect(problem).toBe(busy);
});

it('is as the first press has left it when only the second is refused', async () => {
  expect(await pressAll([true, false], [{ liked: true, likeCount: 20 }, busy])).toEqual([true, 20]);
  expect(problem).toBe(busy);
});

it('is as the last press wants it when only the first is refused, and there is no problem', async () => {
  expect(await pressAll([true, false], [busy, { liked: false, likeCount: 7 }])).toEqual([false, 7]);
  expect(problem).toBeUndefined();
});

it('begins anew with what is on screen when all presses are over', async () => {
  await pressAll([true], [liked]);
  replies = [busy];
  await press(false);
  expect([shown.liked, shown.count]).toEqual([true, 8]);
});
