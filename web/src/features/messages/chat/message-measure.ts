import type { ClientFrame } from '../../../../../shared/contract/socket.ts';
import { MAX_FRAME_BYTES, MAX_MESSAGE_LENGTH } from '../../../../../shared/depth/limits.ts';
import { measure, type WrittenText } from '../../../design/writing/written-text.ts';

/** What can be said of a message while it is written. */
interface MessageMeasure extends WrittenText {
  /** Whether it is of too many bytes for one frame, though not of too many characters. */
  readonly tooLarge: boolean;
}

/** Characters that surely fit: none has more than six bytes in a frame ("\ud83d"). */
const SURELY_FITS = MAX_FRAME_BYTES / 8;

/** Measures a message against the limits of characters and of the frame that it travels in. */
export function measureMessage(text: string): MessageMeasure {
  const measured = measure(text, MAX_MESSAGE_LENGTH);
  const tooLarge = measured.over === 0 && text.length > SURELY_FITS && frameBytes(measured.clean) > MAX_FRAME_BYTES;
  return { ...measured, tooLarge, sendable: measured.sendable && !tooLarge };
}

const LONGEST_ID = 'x'.repeat(64);

function frameBytes(content: string): number {
  const frame = {
    action: 'sendMessage',
    clientMessageId: LONGEST_ID,
    recipientId: LONGEST_ID,
    content,
  } satisfies ClientFrame;
  return new TextEncoder().encode(JSON.stringify(frame)).length;
}
