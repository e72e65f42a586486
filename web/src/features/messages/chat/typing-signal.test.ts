import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientFrame } from '../../../../../shared/contract/socket-frames.ts';
import { MIN_INTERVAL_MS, TypingSignal } from './typing-signal.ts';

let open: boolean;
let now: number;
let sent: ClientFrame[];
let typing: TypingSignal;

beforeEach(() => {
  [open, now, sent] = [true, 0, []];
  const send = (frame: ClientFrame) => {
    if (open) sent.push(frame);
    return open;
  };
  typing = new TypingSignal({ send }, 'ada', () => now);
});

const FRAME = { action: 'typing', recipientId: 'ada' };

describe('TypingSignal', () => {
  it('sends one frame every three seconds', () => {
    typing.handleChange('A');
    now = MIN_INTERVAL_MS - 1;
    typing.handleChange('Ah');
    expect(sent).toEqual([FRAME]);

    now = MIN_INTERVAL_MS;
    typing.handleChange('Aho');
    expect(sent).toEqual([FRAME, FRAME]);
  });

  it('sends a frame at the first change after a message', () => {
    typing.handleChange('Ahoy');
    typing.handleSend();
    now = 1;
    typing.handleChange('M');
    now = 2;
    typing.handleChange('Mo');

    expect(sent).toEqual([FRAME, FRAME]);
  });

  it('sends nothing for a blank text', () => {
    typing.handleChange(' \n');
    expect(sent).toEqual([]);
  });

  it('sends a frame as soon as the connection is open', () => {
    open = false;
    typing.handleChange('A');
    open = true;
    typing.handleChange('Ah');
    expect(sent).toEqual([FRAME]);
  });
});
