/** Tests of the frames that tell the partner that the member is typing. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientFrame } from '../../../../../shared/contract/socket-frames.ts';
import { TypingSignal } from './typing-signal.ts';

/** The minimum time between two frames, in milliseconds. */
const MIN_INTERVAL_MS = 3000;

let isOpen: boolean;
let now: number;
let sentFrames: ClientFrame[];
let typingSignal: TypingSignal;

beforeEach(() => {
  isOpen = true;
  now = 0;
  sentFrames = [];

  const send = (frame: ClientFrame) => {
    if (isOpen) sentFrames.push(frame);
    return isOpen;
  };
  typingSignal = new TypingSignal({ send }, 'ada', () => now);
});

const TYPING_FRAME = { action: 'typing', recipientId: 'ada' };

describe('TypingSignal', () => {
  it('sends at most one frame every three seconds', () => {
    typingSignal.handleChange('A');
    now = MIN_INTERVAL_MS - 1;
    typingSignal.handleChange('Ah');
    expect(sentFrames).toEqual([TYPING_FRAME]);

    now = MIN_INTERVAL_MS;
    typingSignal.handleChange('Aho');
    expect(sentFrames).toEqual([TYPING_FRAME, TYPING_FRAME]);
  });

  it('sends a frame at the first change after a message was sent', () => {
    typingSignal.handleChange('Ahoy');
    typingSignal.handleSend();
    now = 1;
    typingSignal.handleChange('M');
    now = 2;
    typingSignal.handleChange('Mo');

    expect(sentFrames).toEqual([TYPING_FRAME, TYPING_FRAME]);
  });

  it('sends nothing for a blank text', () => {
    typingSignal.handleChange(' \n');
    expect(sentFrames).toEqual([]);
  });

  it('sends a frame as soon as the connection is open', () => {
    isOpen = false;
    typingSignal.handleChange('A');

    isOpen = true;
    typingSignal.handleChange('Ah');
    expect(sentFrames).toEqual([TYPING_FRAME]);
  });
});
