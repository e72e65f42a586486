/** The unit of a limit: characters of a text, entries of a list, metres of a depth. */
type Unit = 'characters' | 'entries' | 'metres';

/** Formats of fields, each with its sentence in shared/sentences/field-sentences.ts. */
export type FieldFormat =
  | 'allowed-file-type'
  | 'checksum'
  | 'client-key'
  | 'device-id'
  | 'dollars'
  | 'email'
  | 'file-id'
  | 'file-name'
  | 'generated-id'
  | 'member-id'
  | 'message-id'
  | 'message-size'
  | 'normalized'
  | 'not-dots'
  | 'object-checksum'
  | 'order-id'
  | 'outline-id'
  | 'package-name'
  | 'prepared-name'
  | 'public-url'
  | 'purchase-depth'
  | 'six-digits'
  | 'trimmed';

/** The rule that a field of a request breaks. The page describes it in the member's language. */
export type FieldRule =
  | { readonly rule: 'required' | 'not-empty' | 'not-blank' | 'unknown' }
  | { readonly rule: 'type'; readonly expected: string }
  | { readonly rule: 'one-of'; readonly values: readonly (string | number)[] }
  | { readonly rule: 'min' | 'max'; readonly limit: number; readonly unit?: Unit | undefined }
  | { readonly rule: 'whole-number'; readonly min: number; readonly max?: number | undefined }
  | { readonly rule: 'format'; readonly format: FieldFormat };

/** Encodes a rule as the message of a schema, which can only be text. */
export function encodeRule(rule: FieldRule): string {
  return JSON.stringify(rule);
}

/** Decodes the message of an issue. Returns `{ rule: 'unknown' }` for a message of zod. */
export function decodeRule(message: string): FieldRule {
  return message.startsWith('{"rule":') ? JSON.parse(message) : { rule: 'unknown' };
}

/** Encodes the rule that a text must have a format, as the message of a schema. */
export function encodeFormat(format: FieldFormat): string {
  return encodeRule({ rule: 'format', format });
}
