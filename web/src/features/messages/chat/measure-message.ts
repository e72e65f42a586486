import { MAX_MESSAGE_BYTES, MAX_MESSAGE_LENGTH } from '../../../../../shared/rules/limits.ts';
import { countJsonBytes } from '../../../../../shared/text/text.ts';
import { measureText, type TextMeasurement } from '../../../design/writing/measure-text.ts';

/** The size of a message and whether it can be sent. */
interface MessageMeasurement extends TextMeasurement {
  /** The message has few enough characters, but too many bytes for one WebSocket frame. */
  readonly isTooLarge: boolean;
}

/**
 * Texts up to this length are small enough, in UTF-16 code units. Longer texts are measured. A code unit takes at most
 * six bytes in JSON ("\ud83d").
 */
const SMALL_LENGTH = Math.floor(MAX_MESSAGE_BYTES / 6);

/** Measures a message against the maximum length and the maximum size. */
export function measureMessage(text: string): MessageMeasurement {
  const measurement = measureText(text, MAX_MESSAGE_LENGTH);
  const { clean, over } = measurement;
  const isTooLarge = over === 0 && clean.length > SMALL_LENGTH && countJsonBytes(clean) > MAX_MESSAGE_BYTES;

  return { ...measurement, isTooLarge, isSendable: measurement.isSendable && !isTooLarge };
}
