import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { followDeed } from './follow-deed.ts';
import type { FollowAnswer } from './follow-state.ts';

const KEY = ['users', 'list'];
const busy = new Error('busy');
let client: QueryClient;
let replies: (FollowAnswer | Error)[];
let answering: PromiseWithResolvers<void>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  client = new QueryClient();
  client.setQueryData(KEY, {
    users: [
      { id: 'ada', username: 'Ada', followedByViewer: false, followersCount: 7 },
      { id: 'me', username: 'Me', followingCount: 4 },
    ],
  });
  answering = Promise.withResolvers();
  return () => vi.restoreAllMocks();
});

async function send(): Promise<FollowAnswer> {
  await answering.promise;
  const reply = replies.shift()!;
  if (reply instanceof Error) throw reply;
  return reply;
}

/** Whether Ada is followed, by how many, and how many the viewer follows. */
function shown() {
  const [ada, me] = client.getQueryData<{ users: Record<string, unknown>[] }>(KEY)!.users;
  return [ada?.followedByViewer, ada?.followersCount, me?.followingCount];
}

/** Presses one after the other, before the first is answered; what is shown when all of them are. */
async function pressAll(presses: readonly boolean[], answers: readonly (FollowAnswer | Error)[]) {
  replies = [...answers];
  const deeds: Promise<unknown>[] = [];
  for (const follow of presses) {
    const button = new MutationObserver(client, followDeed({ client, id: 'ada', viewerId: 'me', send }));
    deeds.push(button.mutate(follow).catch(() => undefined));
    const begun = () => client.getMutationCache().getAll().at(-1)?.state.context;
    await vi.waitFor(() => expect(begun()).toBeDefined());
    expect(shown()[0]).toBe(follow);
  }
  answering.resolve();
  await Promise.all(deeds);
  return shown();
}

const followed = { following: true, followersCount: 8, followingCount: 5 };

it('shows what the server says when it is done', async () => {
  expect(await pressAll([true], [{ ...followed, followersCount: 20 }])).toEqual([true, 20, 5]);
});

it.each([
  ['one press', [true], [busy]],
  ['two presses', [true, false], [busy, busy]],
  ['two presses of the same', [true, true], [busy, busy]],
  ['three presses', [true, false, true], [busy, busy, busy]],
])('is as before when %s are refused', async (_, presses, answers) => {
  expect(await pressAll(presses, answers)).toEqual([false, 7, 4]);
});

it('is as the first press has left it when only the second is refused', async () => {
  expect(await pressAll([true, false], [followed, busy])).toEqual([true, 8, 5]);
});

it('is as the last press wants it when only the first is refused', async () => {
  const ended = { following: false, followersCount: 7, followingCount: 4 };
  expect(await pressAll([true, false], [busy, ended])).toEqual([false, 7, 4]);
});
