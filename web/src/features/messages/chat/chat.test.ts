import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Chat } from './chat.ts';
import { shownMessages } from './timeline.ts';

const user = { id: 'bo', username: 'Bo', profilePicture: '', depth: 3 };
const messageOf = (number: number): Message => ({
  id: `01M${String(number).padStart(23, '0')}`,
  clientMessageId: `client-${number}`,
  sender: 'bo',
  recipient: 'ada',
  content: `Message ${number}`,
  timestamp: '2026-03-01T10:00:00Z',
});

let stored: Message[];
let problem: Error | undefined;
let asked: object[];
let heard: string[];
let chat: Chat;

beforeEach(() => {
  vi.useFakeTimers();
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  stored = Array.from({ length: 7 }, (_, number) => messageOf(number));
  problem = undefined;
  asked = [];
  heard = [];
  chat = new Chat(
    async ({ before, after }) => {
      asked.push(before ? { before } : after ? { after } : {});
      if (problem) throw problem;
      const found = stored.filter(({ id }) => (!before || id < before) && (!after || id > after));
      const messages = after ? found.slice(0, 3) : found.slice(-3);
      return {
        user,
        left: false,
        missingMetres: 0,
        read: { own: null, other: null },
        messages,
        more: found.length > 3,
      };
    },
    (messages) => heard.push(...messages.map(({ content }) => content)),
  );
});

afterEach(() => {
  chat.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const shown = () => shownMessages(chat.state.value.timeline).map(({ content }) => Number(content.split(' ')[1]));

it('has the latest messages, and earlier ones when they are wanted', async () => {
  chat.watch();
  await settled();
  expect(shown()).toEqual([4, 5, 6]);
  await chat.loadOlder();
  await chat.loadOlder();
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const questions = asked.length;
  await chat.loadOlder();
  expect(asked).toHaveLength(questions);
});

it('tells of all that is stored, whichever page has brought it: what was taken for unsent may be on an earlier one', async () => {
  chat.watch();
  await settled();
  expect(heard).not.toContain('Message 2');
  await chat.loadOlder();
  expect(heard).toContain('Message 2');
});

it('fetches all that was missed, page after page, while the socket goes on', async () => {
  chat.watch();
  await settled();
  for (let number = 7; number < 17; number += 1) stored.push(messageOf(number));
  chat.receive(messageOf(16));
  chat.missed();
  await settled();
  expect(shown()).toEqual(stored.slice(4).map((_, index) => index + 4));
  expect(heard).toContain('Message 12');
});

it('asks again for what was missed until it is there', async () => {
  chat.watch();
  await settled();
  stored.push(messageOf(7));
  problem = new Error('no network');
  chat.missed();
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toEqual([4, 5, 6]);
  problem = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toEqual([4, 5, 6, 7]);
});

it('asks for what was missed while it was not on screen when it is again, and not before', async () => {
  const leave = chat.watch();
  await settled();
  leave();
  stored.push(messageOf(7));
  chat.missed();
  await settled();
  expect(asked).toHaveLength(1);
  chat.watch();
  await settled();
  expect(shown()).toEqual([4, 5, 6, 7]);
});

it('misses nothing that is stored while the first answer is under way', async () => {
  chat.watch();
  stored.push(messageOf(7));
  chat.missed();
  await settled();
  expect(shown()).toContain(7);
});

it('says why it could not be loaded, until the connection is back', async () => {
  problem = new ApiError(0, 'NetworkError', 'no network');
  chat.watch();
  await settled();
  expect(chat.state.value.error).toBe(problem);
  problem = undefined;
  chat.missed();
  await settled();
  expect(chat.state.value).toMatchObject({ error: undefined, user });
});

it('keeps what there is when earlier messages cannot be had', async () => {
  chat.watch();
  await settled();
  problem = new Error('no network');
  await chat.loadOlder();
  expect(chat.state.value.older).toBe('failed');
  expect(shown()).toEqual([4, 5, 6]);
  problem = undefined;
  await chat.loadOlder();
  expect(chat.state.value.older).toBe('idle');
  expect(shown()).toHaveLength(6);
});

it('forgets after five seconds that somebody was typing', async () => {
  chat.typing(true);
  await vi.advanceTimersByTimeAsync(4000);
  chat.typing(true);
  await vi.advanceTimersByTimeAsync(4999);
  expect(chat.state.value.typing).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(chat.state.value.typing).toBe(false);
});

it('never moves a watermark back', () => {
  chat.read('other', messageOf(5).id);
  chat.read('other', messageOf(3).id);
  expect(chat.state.value.read).toEqual({ own: '', other: messageOf(5).id });
});
