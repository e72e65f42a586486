import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer, type AnnouncerSurroundings } from './announcer.ts';
import type { Notice } from './notices.ts';

type Channel = NonNullable<AnnouncerSurroundings['channel']>;

let channels: Channel[];
let shown: string[];
let withdrawn: string[];

beforeEach(() => {
  vi.useFakeTimers();
  channels = [];
  shown = [];
  withdrawn = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** A tab: what it posts, all others hear. */
function newTab(name: string, random: number, allowed = true): Announcer {
  const channel: Channel = {
    onmessage: null,
    postMessage: (data) => {
      for (const other of channels)
        if (other !== channel) other.onmessage?.call(null as never, { data } as MessageEvent);
    },
    close: () => {},
  };
  channels.push(channel);
  return new Announcer({
    channel,
    random: () => random,
    show: ({ messageId }) => {
      if (!allowed) return undefined;
      shown.push(`${name} ${messageId}`);
      return { close: () => withdrawn.push(messageId) };
    },
  });
}

const notice = (messageId: string, userId = 'ada'): Notice => ({ messageId, userId, content: '', timestamp: '' });

it('is made by one of several tabs', async () => {
  const tabs = [newTab('first', 0.9), newTab('second', 0.1), newTab('third', 0.5)];
  for (const tab of tabs) tab.announce(notice('m1'));
  await vi.runAllTimersAsync();
  expect(shown).toEqual(['second m1']);
});

it('is made by none when somebody looks at the conversation in one of them', async () => {
  const [looking, other] = [newTab('looking', 0), newTab('other', 0)];
  other.announce(notice('m1'));
  looking.see('m1');
  await vi.runAllTimersAsync();
  expect(shown).toEqual([]);
});

it('is left to the others where it may not be made', async () => {
  for (const tab of [newTab('forbidden', 0, false), newTab('allowed', 1)]) tab.announce(notice('m1'));
  await vi.runAllTimersAsync();
  expect(shown).toEqual(['allowed m1']);
});

it('is taken back when the message was read, and when it was not, stays', async () => {
  const tab = newTab('only', 0);
  for (const one of [notice('m1'), notice('m2'), notice('m3'), notice('m1b', 'bo')]) tab.announce(one);
  await vi.runAllTimersAsync();
  tab.withdraw('ada', 'm2');
  expect(withdrawn).toEqual(['m1', 'm2']);
});

it('is not made when the member has left', async () => {
  const tab = newTab('only', 0);
  tab.announce(notice('m1'));
  tab.stop();
  await vi.runAllTimersAsync();
  expect(shown).toEqual([]);
});
