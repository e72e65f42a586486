import type { ClientFrame } from '../../../../../shared/contract/socket-frames.ts';
import { MAX_FRAME_BYTES, MAX_MESSAGE_LENGTH } from '../../../../../shared/rules/limits.ts';
import { measureText, type TextMeasurement } from '../../../design/writing/measure-text.ts';

/** The size of a message and whether it can be sent. */
interface MessageMeasurement extends TextMeasurement {
  /** The message has few enough characters, but too many bytes for one WebSocket frame. */
  readonly isTooLarge: boolean;
}

/**
 * Texts up to this length always fit a frame, in UTF-16 code units. Longer texts are measured.
 *
 * A code unit takes at most six bytes in a frame ("\ud83d"), which leaves a quarter of the frame for its other fields.
 */
const ALWAYS_FITS_LENGTH = MAX_FRAME_BYTES / 8;

/** Measures a message against the maximum length and the maximum size of a frame. */
export function measureMessage(text: string): MessageMeasurement {
  const measurement = measureText(text, MAX_MESSAGE_LENGTH);
  const isTooLarge =
    measurement.over === 0 &&
    text.length > ALWAYS_FITS_LENGTH &&
    measureFrameBytes(measurement.clean) > MAX_FRAME_BYTES;

  return { ...measurement, isTooLarge, isSendable: measurement.isSendable && !isTooLarge };
}

/** Stands for the IDs in a frame, which aren't known before the message is sent. No ID is longer. */
const MAX_LENGTH_ID = 'x'.repeat(64);

/** Returns the size of the frame that sends this text, in bytes. */
function measureFrameBytes(content: string): number {
  const frame = {
    action: 'sendMessage',
    clientMessageId: MAX_LENGTH_ID,
    recipientId: MAX_LENGTH_ID,
    content,
  } satisfies ClientFrame;
  return new TextEncoder().encode(JSON.stringify(frame)).length;
}
