import { describe, expect, it } from 'vitest';
import type { ErrorDetails } from '../contract/error-params.ts';
import { MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } from '../rules/limits.ts';
import { describeError } from './error-sentences.ts';

const limit = { limit: 'messages', standing: 'new', allowed: 30 } as const;

describe('describeError', () => {
  it.each<[details: ErrorDetails, sentence: string]>([
    [
      { code: 'FileTooLarge', params: { item: 'file', limitBytes: MAX_UPLOAD_BYTES } },
      'File size cannot exceed 1000MB',
    ],
    [
      { code: 'FileTooLarge', params: { item: 'picture', limitBytes: MAX_PICTURE_BYTES } },
      'Image size must be less than 5MB',
    ],
    [{ code: 'FileTypeNotAllowed', params: { item: 'picture' } }, 'Please upload an image file'],
    [{ code: 'NotYou', params: { action: 'change-picture' } }, 'You can only update your own profile picture'],
    [{ code: 'NotFound', params: { item: 'member' } }, 'User not found'],
  ])('returns the text of the specification (%j)', (details, sentence) => {
    expect(describeError(details)).toBe(sentence);
  });

  it.each<[details: ErrorDetails, sentence: string]>([
    [
      { code: 'FileTooLarge', params: { item: 'pixels', limitMegapixels: 30 } },
      'Please choose an image of at most 30 megapixels.',
    ],
    [{ code: 'DepthTooLow', params: { missingMetres: 12.5 } }, 'You need to ascend 12.50m higher for this.'],
    [
      { code: 'PriceMismatch', params: { cents: 1050 } },
      'This depth costs $10.50. Please reload the page and try again.',
    ],
    [
      { code: 'BelowMinimum', params: { method: 'stripe', minimumCents: 50 } },
      'Card payments start at $0.50. Please choose more depth.',
    ],
    [
      { code: 'FileTypeMismatch', params: { declared: 'image/png', detected: 'image/jpeg' } },
      'The file was sent as image/png, but its content is image/jpeg.',
    ],
    [
      { code: 'FileTypeMismatch', params: { declared: 'image/png' } },
      'The file was sent as image/png, but its content is a different type.',
    ],
    [
      { code: 'FileTypeNotAllowed', params: { item: 'file', type: 'text/html' } },
      "Files of type text/html aren't accepted. Choose an image, video, audio, PDF, text or zip file.",
    ],
    [
      { code: 'FileTypeNotAllowed', params: { item: 'file' } },
      "Files of this type aren't accepted. Choose an image, video, audio, PDF, text or zip file.",
    ],
    [
      { code: 'TooManyMessages', params: { perSecond: 20 }, retryAfterSeconds: 1 },
      'You can send 20 messages a second. Please wait a moment, then send this one again.',
    ],
    [
      { code: 'TooManyMessages', params: limit, retryAfterSeconds: 12 },
      "You've sent 30 messages this minute, which is the limit for new members. You can send more in 12 seconds.",
    ],
    [
      { code: 'TooManyCalls', retryAfterSeconds: 23 },
      "You're faster than the current. Please wait 23 seconds, then try again.",
    ],
    [{ code: 'TooManyAttempts', retryAfterSeconds: 900 }, 'Too many attempts. Please wait 15 minutes, then try again.'],
    [
      { code: 'TooManyCodes', retryAfterSeconds: 3600 },
      'Too many codes were entered for this email. Please wait an hour, then request a new code.',
    ],
    [
      { code: 'PaymentsUnavailable', params: { reason: 'not-set-up', method: 'paypal' } },
      "PayPal payments aren't set up on this site.",
    ],
    [
      { code: 'MethodNotAllowed', params: { allowed: ['GET', 'PUT'] } },
      'This address accepts other methods only: GET, PUT.',
    ],
    [{ code: 'BodyTooLarge', params: { limitBytes: 131_072 } }, 'The request body must be at most 128 KB.'],
    [
      { code: 'InvalidInput', params: { reason: 'unknown-action', actions: ['ping', 'typing'] } },
      'A frame must be JSON with one of these actions: ping, typing.',
    ],
    [{ code: 'InvalidInput', params: { reason: 'follow-yourself' } }, "You can't follow yourself."],
    [
      { code: 'InvalidInput', params: { reason: 'nothing-to-change' } },
      'File name, description, alt text, or depth must be given.',
    ],
  ])('includes the parameters (%j)', (details, sentence) => {
    expect(describeError(details)).toBe(sentence);
  });
});
