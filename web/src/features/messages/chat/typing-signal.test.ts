import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientFrame } from '../../../../../shared/contract/socket-frames.ts';
import { MIN_INTERVAL_MS, TypingSignal } from './typing-signal.ts';

let open: boolean;
let now: number;
let sentFrames: ClientFrame[];
let typingSignal: TypingSignal;

beforeEach(() => {
  [open, now, sentFrames] = [true, 0, []];
  const send = (frame: ClientFrame) => {
    if (open) sentFrames.push(frame);
    return open;
  };
  typingSignal = new TypingSignal({ send }, 'ada', () => now);
});

const FRAME = { action: 'typing', recipientId: 'ada' };

describe('TypingSignal', () => {
  it('sends one frame every three seconds', () => {
    typingSignal.handleChange('A');
    now = MIN_INTERVAL_MS - 1;
    typingSignal.handleChange('Ah');
    expect(sentFrames).toEqual([FRAME]);

    now = MIN_INTERVAL_MS;
    typingSignal.handleChange('Aho');
    expect(sentFrames).toEqual([FRAME, FRAME]);
  });

  it('sends a frame at the first change after a message', () => {
    typingSignal.handleChange('Ahoy');
    typingSignal.handleSend();
    now = 1;
    typingSignal.handleChange('M');
    now = 2;
    typingSignal.handleChange('Mo');

    expect(sentFrames).toEqual([FRAME, FRAME]);
  });

  it('sends nothing for a blank text', () => {
    typingSignal.handleChange(' \n');
    expect(sentFrames).toEqual([]);
  });

  it('sends a frame as soon as the connection is open', () => {
    open = false;
    typingSignal.handleChange('A');
    open = true;
    typingSignal.handleChange('Ah');
    expect(sentFrames).toEqual([FRAME]);
  });
});
