/** The description of an error in the log. */
export interface ErrorDescription {
  /** The error's class, such as `ConditionalCheckFailedException`. */
  readonly name: string;
  /** The message without personal data, at most {@link MAX_MESSAGE_LENGTH} characters. */
  readonly message: string;
  /** The frames of the stack, without the message that a stack begins with. */
  readonly stack: string;
  /** The request ID of the AWS service that failed, for AWS Support. */
  readonly awsRequestId?: string | undefined;
  /** The reason of each action for which a transaction was cancelled. Lacks the items, which members wrote. */
  readonly reasons?: readonly string[];
  readonly cause?: ErrorDescription;
}

/** The fields that errors of the AWS SDK add. */
interface AwsError extends Error {
  readonly $metadata?: { readonly requestId?: string };
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

/** Maximum length of a message, in characters. */
const MAX_MESSAGE_LENGTH = 300;

/** Maximum depth of nested causes in the log. An error can be its own cause. */
const MAX_CAUSES = 3;

/**
 * Texts in messages that can be personal: SES names the address, a parser quotes the text that it can't read, and a
 * storage key ends with a file name.
 */
const PERSONAL: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/"[^"]*"/g, '"…"'],
  // Also takes the punctuation after an address.
  [/[^\s<>]+@[^\s<>]+/g, '<email>'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>'],
  [/<id>\/.*/g, '<id>/…'],
];

/** Returns the description of an error for the log, without texts, IDs, and email addresses of members. */
export function describeError(error: Error, maxCauses = MAX_CAUSES): ErrorDescription {
  const { name, $metadata, CancellationReasons, cause } = error as AwsError;

  return {
    name,
    message: maskPersonalData(error.message),
    stack: (error.stack ?? '').split('\n').filter(isFrame).join('\n'),
    ...($metadata && { awsRequestId: $metadata.requestId }),
    ...(CancellationReasons && { reasons: CancellationReasons.map(({ Code = 'None' }) => Code) }),
    ...(cause instanceof Error && maxCauses > 0 && { cause: describeError(cause, maxCauses - 1) }),
  };
}

function isFrame(line: string): boolean {
  return /^ {4}at .+:\d+:\d+\)?$/.test(line);
}

function maskPersonalData(text: string): string {
  const maskedText = PERSONAL.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  return maskedText.slice(0, MAX_MESSAGE_LENGTH);
}
