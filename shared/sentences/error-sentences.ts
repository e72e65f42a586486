import type { ErrorCode } from '../contract/error-codes.ts';
import type { ErrorDetails, ErrorParams, InputReason } from '../contract/error-params.ts';
import { BYTES_PER_MB } from '../rules/limits.ts';
import { formatDollars, type PaymentMethod } from '../rules/prices.ts';
import { describeField, describeUnknownFields } from './field-sentences.ts';
import { describeRefusal, formatWait } from './limit-sentences.ts';

/**
 * The waits in sentences about errors that state none, in seconds: Cognito's longest wait after wrong passwords, and
 * the period in which attempts to redeem codes are counted.
 */
const ATTEMPTS_WAIT_SECONDS = 900;
const CODES_WAIT_SECONDS = 3600;

/** The sentence of each error, or a function that builds it. */
type Sentences = { readonly [C in ErrorCode]: string | ((details: ErrorDetails<C>) => string) };

/** The sentences about invalid input, by reason. */
const INPUT_SENTENCES: Readonly<Record<InputReason, string>> = {
  'body-missing': 'The request body is missing. It must be a JSON object.',
  'body-not-json': 'The request body is not valid JSON.',
  'body-not-unicode': 'The request body contains text that is not valid Unicode.',
  'credentials-not-usable': "This email or password can't be used. Please choose another one.",
  'event-not-valid': "This event's content is not valid.",
  'file-needs-parts': 'Files above 50 MB must be uploaded in parts: see POST /files/multipart.',
  'file-needs-no-parts': 'Files of up to 50 MB must be uploaded as a whole: see POST /files/upload.',
  'follow-yourself': "You can't follow yourself.",
  'frame-not-json': 'The frame is not valid JSON.',
  'frame-not-unicode': 'The frame contains text that is not valid Unicode.',
  'message-yourself': "You can't message yourself.",
  'not-an-object': 'The request must be a JSON object.',
  'nothing-to-change': 'File name, description, alt text, or depth must be given.',
  'part-beyond-end': 'This part is beyond the end of the file.',
  'part-size': 'Each part except the last must have 16 MB.',
};

/** The sentences about a repeated ID or idempotency key, by item. */
const CONFLICT_SENTENCES: Readonly<Record<ErrorParams['Conflict']['item'], string>> = {
  post: 'This was already posted with a different text, picture, or description, or has been deleted.',
  comment: 'This comment was already sent with different text, or has been deleted.',
  message: 'This message ID was already used for different text.',
  purchase: 'This idempotency key was already used for another purchase.',
};

/** The sentences about a missing or hidden item. */
const MISSING_SENTENCES: Readonly<Record<ErrorParams['NotFound']['item'], string>> = {
  file: "This file doesn't exist at your depth or below. It may have been deleted.",
  post: "This post doesn't exist at your depth or below. It may have been deleted.",
  comment: "This comment doesn't exist. It may have been deleted.",
  member: 'User not found',
  conversation: "This conversation doesn't exist.",
  path: "This address doesn't exist. Please check it.",
};

/** The sentences about an action on another member's item. */
const NOT_YOU_SENTENCES: Readonly<Record<ErrorParams['NotYou']['action'], string>> = {
  any: 'You can only do this for yourself.',
  'change-picture': 'You can only update your own profile picture',
  'delete-comment': 'You can only delete your own comments.',
  'delete-post': 'You can only delete your own posts.',
  'post-picture': "You can only post pictures that you've uploaded yourself.",
};

/** The sentences for a caller who isn't signed in, by reason. */
const SIGN_IN_SENTENCES: Readonly<Record<ErrorParams['Unauthenticated']['reason'], string>> = {
  'no-session': 'Please sign in first.',
  'session-ended': "You've been signed out. Please sign in again.",
  'account-deleted': 'This account has been deleted.',
};

/** The subjects of sentences about a payment method. */
const PROVIDER_NAMES: Readonly<Record<PaymentMethod, string>> = { stripe: 'Card payments', paypal: 'PayPal payments' };

/** The sentence of each code. */
const SENTENCES: Sentences = {
  InvalidInput: ({ params }) => describeInput(params),
  InvalidCursor: 'This page of the list has expired. Please start again from the first page.',
  EmptyFile: 'This file is empty. Please choose another file.',
  FileTooLarge: ({ params }) => {
    if (params.item === 'pixels') return `Please choose an image of at most ${params.limitMegapixels} megapixels.`;
    const limit = formatMegabytes(params.limitBytes);
    return params.item === 'picture' ? `Image size must be less than ${limit}` : `File size cannot exceed ${limit}`;
  },
  PriceMismatch: ({ params: { cents } }) =>
    `This depth costs $${formatDollars(cents)}. Please reload the page and try again.`,
  BelowMinimum: ({ params: { method, minimumCents } }) =>
    `${PROVIDER_NAMES[method]} start at $${formatDollars(minimumCents)}. Please choose more depth.`,
  InvalidSignature: "This event's signature is not valid.",
  CommonPassword: 'That password is too common. Please choose another one.',
  InvalidCode: 'That code is wrong or has expired. Please check it, or request a new one.',
  Unauthenticated: ({ params }) => SIGN_IN_SENTENCES[params.reason],
  PaymentDeclined: "PayPal couldn't charge your account. Please choose another payment method at PayPal.",
  NotYou: ({ params }) => NOT_YOU_SENTENCES[params.action],
  NotThroughSite: 'Please use the website to send this request.',
  DepthTooLow: ({ params }) => `You need to ascend ${params.missingMetres.toFixed(2)}m higher for this.`,
  WrongPassword: "That email or password isn't right.",
  NotFound: ({ params }) => MISSING_SENTENCES[params.item],
  FileNotStored: "The upload hasn't arrived, or its content was rejected. Please check the file and upload it again.",
  UploadNotFound: 'This upload has ended. Please start it again.',
  OrderNotFound: "This PayPal order doesn't exist.",
  MethodNotAllowed: ({ params }) => `This address accepts other methods only: ${params.allowed.join(', ')}.`,
  FileTypeMismatch: ({ params: { declared, detected } }) =>
    `The file was sent as ${declared}, but its content is ${detected ?? 'a different type'}.`,
  MalwareFound: 'Malware was found in this file, so it was deleted. Please choose another file.',
  Conflict: ({ params }) => CONFLICT_SENTENCES[params.item],
  FileNotScanned: 'This file is still being checked. Please try again in a moment.',
  AccountExists: 'An account with this email already exists. Please sign in.',
  PartsMissing: "Some parts of the file haven't arrived yet. Please send them again.",
  OrderNotApproved: "This PayPal order hasn't been approved yet. Please approve it at PayPal first.",
  BodyTooLarge: ({ params }) => `The request body must be at most ${params.limitBytes / 1024} KB.`,
  UnsupportedMediaType: 'The request body must be JSON, sent as application/json.',
  FileTypeNotAllowed: ({ params }) =>
    params.item === 'picture'
      ? 'Please upload an image file'
      : `Files of ${params.type ? `type ${params.type}` : 'this type'} aren't accepted. Choose an image, video, audio, PDF, text or zip file.`,
  TooManyMessages: ({ params, retryAfterSeconds }) =>
    'limit' in params
      ? describeRefusal({ ...params, retryAfterSeconds })
      : `You can send ${params.perSecond} messages a second. Please wait a moment, then send this one again.`,
  TooManyCalls: describeRateLimit,
  TooManyAttempts: ({ retryAfterSeconds }) =>
    `Too many attempts. Please wait ${formatWait(retryAfterSeconds ?? ATTEMPTS_WAIT_SECONDS)}, then try again.`,
  TooManyCodes: ({ retryAfterSeconds }) =>
    `Too many codes were entered for this email. Please wait ${formatWait(retryAfterSeconds ?? CODES_WAIT_SECONDS)}, then request a new code.`,
  TooManyFrames: describeRateLimit,
  TooManySockets: 'Live updates are paused here, because you have Fathom open in too many places.',
  LimitReached: ({ params, retryAfterSeconds }) => describeRefusal({ ...params, retryAfterSeconds }),
  Throttled: 'The ocean is crowded right now. Please try again in a moment.',
  Unavailable: 'The waters are rough right now. Please try again in a moment.',
  PaymentsUnavailable: ({ params }) =>
    params.reason === 'not-set-up'
      ? `${PROVIDER_NAMES[params.method]} aren't set up on this site.`
      : "Payments aren't available right now. Please try again; you won't be charged twice.",
  Internal: 'Something went wrong on our side. Please try again.',
};

/**
 * Returns the sentence that members read about an error of the API. The page uses it to show errors, and functions send
 * it as `error`, for clients without their own sentences. See docs/adr/0058-error-sentences.md.
 */
export function describeError(details: ErrorDetails): string {
  const sentence = SENTENCES[details.code] as string | ((details: ErrorDetails) => string);
  return typeof sentence === 'string' ? sentence : sentence(details);
}

function describeInput(params: ErrorParams['InvalidInput']): string {
  switch (params.reason) {
    case 'field':
      return describeField(params);
    case 'unknown-fields':
      return describeUnknownFields(params.fields);
    case 'unknown-action':
      return `A frame must be JSON with one of these actions: ${params.actions.join(', ')}.`;
    default:
      return INPUT_SENTENCES[params.reason];
  }
}

/** Builds the sentence for a caller who sends too many requests or frames. */
function describeRateLimit({ retryAfterSeconds }: { readonly retryAfterSeconds?: number | undefined }): string {
  return `You're faster than the current. Please wait ${formatWait(retryAfterSeconds ?? 1)}, then try again.`;
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / BYTES_PER_MB)}MB`;
}
