/** Tests of a chat, which loads messages in pages and joins them with the messages that the socket delivers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Chat } from './chat.ts';
import { selectVisibleMessages } from './timeline.ts';

/** Maximum number of messages in one response. */
const PAGE_SIZE = 3;

const partner = { id: 'bo', username: 'Bo', profilePicture: '', depth: 3 };
/** Builds a message of the partner. Messages with higher numbers are newer. */
const buildMessage = (number: number): Message => ({
  id: `01M${String(number).padStart(23, '0')}`,
  clientMessageId: `client-${number}`,
  sender: 'bo',
  recipient: 'ada',
  content: `Message ${number}`,
  timestamp: '2026-03-01T10:00:00Z',
});

/** The messages on the server, oldest first. Each test begins with the numbers 0 to 6. */
let storedMessages: Message[];
/** If set, all requests fail with this error. */
let failure: Error | undefined;
/** The range of each request. */
let requests: object[];
/** The texts of the stored messages that the chat has reported. */
let reportedTexts: string[];
let chat: Chat;

beforeEach(() => {
  vi.useFakeTimers();
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});

  storedMessages = Array.from({ length: 7 }, (_, number) => buildMessage(number));
  failure = undefined;
  requests = [];
  reportedTexts = [];
  chat = new Chat(
    async ({ before, after }) => {
      requests.push({ before, after });
      if (failure) throw failure;

      const matches = storedMessages.filter(({ id }) => (!before || id < before) && (!after || id > after));
      const messages = after ? matches.slice(0, PAGE_SIZE) : matches.slice(-PAGE_SIZE);

      return {
        user: partner,
        left: false,
        missingMetres: 0,
        read: { own: null, other: null },
        messages,
        more: matches.length > PAGE_SIZE,
      };
    },
    (messages) => reportedTexts.push(...messages.map(({ content }) => content)),
  );
});

afterEach(() => {
  chat.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Waits until the chat has handled all responses. */
const flush = () => vi.advanceTimersByTimeAsync(0);
/** Returns the numbers of the messages on screen, in order. */
const listNumbers = () =>
  selectVisibleMessages(chat.state.value.timeline).map(({ content }) => Number(content.split(' ')[1]));

describe('Chat', () => {
  it('loads earlier pages on request, until there are none', async () => {
    chat.watch();
    await flush();
    expect(listNumbers()).toEqual([4, 5, 6]);

    await chat.loadEarlier();
    await chat.loadEarlier();
    expect(listNumbers()).toEqual([0, 1, 2, 3, 4, 5, 6]);

    const requestCount = requests.length;
    await chat.loadEarlier();
    expect(requests).toHaveLength(requestCount);
  });

  it('reports the stored messages of every page, because an earlier page may confirm an unsent message', async () => {
    chat.watch();
    await flush();
    expect(reportedTexts).not.toContain('Message 2');

    await chat.loadEarlier();
    expect(reportedTexts).toContain('Message 2');
  });

  it('loads all missed messages, even if the socket has delivered a later one', async () => {
    chat.watch();
    await flush();
    for (let number = 7; number < 17; number += 1) storedMessages.push(buildMessage(number));
    chat.receive(buildMessage(16));

    chat.loadMissing();
    await flush();

    expect(listNumbers()).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(reportedTexts).toContain('Message 12');
  });

  it('loads messages whose frames were lost when a later frame names one of them', async () => {
    chat.watch();
    await flush();
    storedMessages.push(buildMessage(7), buildMessage(8));
    chat.receive(buildMessage(8));

    chat.loadIfMissing(buildMessage(7).id);
    await flush();
    expect(listNumbers()).toEqual([4, 5, 6, 7, 8]);

    const requestCount = requests.length;
    chat.receive(buildMessage(9));
    for (const number of [0, 6, 8, 9]) chat.loadIfMissing(buildMessage(number).id);
    chat.loadIfMissing(undefined);
    await flush();

    expect(requests).toHaveLength(requestCount);
  });

  it('retries until the missed messages are loaded', async () => {
    chat.watch();
    await flush();
    storedMessages.push(buildMessage(7));

    failure = new Error('no network');
    chat.loadMissing();
    await vi.advanceTimersByTimeAsync(5000);
    expect(listNumbers()).toEqual([4, 5, 6]);

    failure = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listNumbers()).toEqual([4, 5, 6, 7]);
  });

  it('loads missed messages when the chat is on screen again', async () => {
    const stopWatching = chat.watch();
    await flush();
    stopWatching();

    storedMessages.push(buildMessage(7));
    chat.loadMissing();
    await flush();
    expect(requests).toHaveLength(1);

    chat.watch();
    await flush();
    expect(listNumbers()).toEqual([4, 5, 6, 7]);
  });

  it('loads a message that is stored while the first request is pending', async () => {
    chat.watch();
    storedMessages.push(buildMessage(7));
    chat.loadMissing();
    await flush();

    expect(listNumbers()).toContain(7);
  });

  it('keeps the load error until the connection is back', async () => {
    failure = new ApiError(0, 'NetworkError', 'no network');
    chat.watch();
    await flush();
    expect(chat.state.value.error).toBe(failure);

    failure = undefined;
    chat.loadMissing();
    await flush();

    expect(chat.state.value).toMatchObject({ error: undefined, partner });
  });

  it('closes a conversation without messages for good when the partner leaves', async () => {
    storedMessages = [];
    chat.watch();
    await flush();

    failure = new ApiError(404, 'NotFound', 'User not found');
    chat.loadMissing();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(chat.state.value).toMatchObject({ hasPartnerLeft: true, error: undefined });
    expect(requests).toHaveLength(2);
  });

  it('keeps the loaded messages when an earlier page fails', async () => {
    chat.watch();
    await flush();

    failure = new Error('no network');
    await chat.loadEarlier();
    expect(chat.state.value.earlierStatus).toBe('failed');
    expect(listNumbers()).toEqual([4, 5, 6]);

    failure = undefined;
    await chat.loadEarlier();
    expect(chat.state.value.earlierStatus).toBe('idle');
    expect(listNumbers()).toHaveLength(6);
  });

  it('hides the typing indicator after five seconds', async () => {
    chat.setTyping(true);
    await vi.advanceTimersByTimeAsync(4000);
    chat.setTyping(true);
    await vi.advanceTimersByTimeAsync(4999);

    expect(chat.state.value.isPartnerTyping).toBe(true);

    await vi.advanceTimersByTimeAsync(1);
    expect(chat.state.value.isPartnerTyping).toBe(false);
  });

  it('never moves a watermark back', () => {
    chat.moveWatermark('partner', buildMessage(5).id);
    chat.moveWatermark('partner', buildMessage(3).id);
    expect(chat.state.value.watermarks).toEqual({ own: '', partner: buildMessage(5).id });
  });
});
