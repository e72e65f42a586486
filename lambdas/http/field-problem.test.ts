/**
 * Tests of the sentences that describe invalid fields. The server returns parameters, and the browser builds the
 * sentence.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exampleChecksum } from '../../shared/contract/checksum.ts';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { socketActions } from '../../shared/contract/socket-frames.ts';
import { describeError } from '../../shared/sentences/error-sentences.ts';
import { PARSE_OPTIONS, toInvalidInputParams } from './field-problem.ts';

const { account, files, messages, payments, posts, users } = contract;

/** Returns the sentence for the first problem of a value, or undefined for a valid value. */
function describeProblem(schema: z.ZodObject, value: unknown): string | undefined {
  const { error } = schema.safeParse(value, PARSE_OPTIONS);
  return error && describeError({ code: 'InvalidInput', params: toInvalidInputParams(error) });
}

describe('toInvalidInputParams', () => {
  it.each<[sentence: string, schema: z.ZodObject, value: unknown]>([
    ['Sort by must be "recent" or "size".', files.list.body, { sortBy: 'name' }],
    ['Purpose must be "file", "avatar", "post" or "poster".', files.upload.body, buildUpload({ purpose: 'video' })],
    ['Limit must be a whole number from 1 to 1,000.', files.list.body, { limit: 0 }],
    ['Limit must be a whole number from 1 to 1,000.', files.list.body, { limit: 1.5 }],
    ['Limit must be a number.', files.list.body, { limit: '20' }],
    ['Limit must be a whole number from 1 to 50.', users.list.query, { limit: '51' }],
    ['Limit must be a whole number from 1 to 50.', users.list.query, { limit: 'many' }],
    ['Search text must be at most 255 characters.', files.list.body, { q: 'x'.repeat(256) }],
    ['Include own files must be true or false.', files.list.body, { includeOwnFiles: 'yes' }],
    ['File name is required.', files.upload.body, { fileType: 'image/png' }],
    ['File name must not be empty.', files.upload.body, buildUpload({ fileName: '' })],
    ['File name must be at most 255 characters.', files.upload.body, buildUpload({ fileName: 'x'.repeat(256) })],
    ['File name must be text.', files.upload.body, buildUpload({ fileName: 7 })],
    ['File name must not begin or end with a space.', files.upload.body, buildUpload({ fileName: ' a.png' })],
    ['File name must not consist of dots only.', files.upload.body, buildUpload({ fileName: '..' })],
    [
      'File type must be image, video, audio, PDF, plain text or zip.',
      files.upload.body,
      buildUpload({ fileType: 'text/html' }),
    ],
    ['File size must be a whole number.', files.upload.body, buildUpload({ fileSize: 1.5 })],
    ['Parts must not be empty.', files.signParts.body, buildParts([])],
    ['Parts must be a list.', files.signParts.body, buildParts('all')],
    [
      'Parts must have at most 20 entries.',
      files.signParts.body,
      buildParts(Array(21).fill({ partNumber: 1, size: 1 })),
    ],
    ['Part number in entry 1 of parts is required.', files.signParts.body, buildParts([{ size: 1 }])],
    [
      'Entry 2 of parts must be an object.',
      files.signParts.body,
      buildParts([{ partNumber: 1, size: 1, checksum: exampleChecksum }, 2]),
    ],
    [
      'Size in entry 1 of parts must be a whole number from 1 to 16,777,216.',
      files.signParts.body,
      buildParts([{ partNumber: 1, size: 0 }]),
    ],
    [
      'Entry 2 of user IDs must be a member ID of at most 64 letters, digits and hyphens.',
      users.batch.query,
      {
        userIds: 'anna,b n',
      },
    ],
    ['User ID must be a member ID of at most 64 letters, digits and hyphens.', users.get.params, { userId: 'a/b' }],
    ['Username must not be blank.', account.updateProfile.body, { username: ' ' }],
    ['Username must be at most 30 characters.', account.updateProfile.body, { username: 'x'.repeat(31) }],
    ['Photo URL is required.', account.updatePhoto.body, {}],
    ['Content must be at most 5,000 characters.', posts.create.body, { content: 'x'.repeat(5001) }],
    ['Content must be at most 5,000 characters.', posts.create.body, { content: 'x'.repeat(50_000) }],
    [
      'Picture description must be at most 300 characters.',
      posts.create.body,
      { content: 'Ahoy', imageAlt: 'x'.repeat(301) },
    ],
    [
      'Idempotency key must be 8 to 64 letters, digits and hyphens.',
      posts.create.body,
      { content: 'Ahoy', idempotencyKey: 'a b' },
    ],
    ['Depth must be 0.1 to 10,000 metres, in steps of 0.1.', payments.createOrder.body, buildPurchase({ depth: 0.05 })],
    [
      'Amount must be dollars with two decimals, such as "1.00".',
      payments.createOrder.body,
      buildPurchase({ amount: '1' }),
    ],
    ['Before must be a message ID from the server.', messages.conversation.query, { before: 'latest' }],
    ['Recipient ID is required.', socketActions.typing, { action: 'typing' }],
    ['The field "depth" isn\'t allowed.', account.updateProfile.body, { username: 'Ada', depth: 10_000 }],
    ['The fields "a" and "b" aren\'t allowed.', account.deleteAccount.body, { a: 1, b: 2 }],
    ['The request must be a JSON object.', account.deleteAccount.body, [1]],
  ])('describes the first problem of a value: %s', (sentence, schema, value) => {
    expect(describeProblem(schema, value)).toBe(sentence);
  });

  it.each<[sentence: string, size: z.ZodType, value: unknown]>([
    ['Size must be at least 1.', z.number().min(1), 0],
    ['Size must be at least 2,000.', z.number().min(2000), 0],
    ['Size must be at most 5.', z.number().max(5), 6],
    ['Size must be at least 2 characters.', z.string().min(2), 'a'],
    ['Size must not be empty.', z.string().min(1), ''],
    ['Size must have at least 2 entries.', z.array(z.string()).min(2), ['a']],
    ['Size must be 1 or "a".', z.literal([1, 'a']), 2],
    ['Size is not valid.', z.string().regex(/a/), 'b'],
    ['Size is not valid.', z.number().multipleOf(3), 4],
    ['Size must be a whole number.', z.int(), 1.5],
  ])('describes a problem with a schema without its own error: %s', (sentence, size, value) => {
    expect(describeProblem(z.strictObject({ size }), { size: value })).toBe(sentence);
  });

  it.each(
    allEndpoints.flatMap(({ name, params, query, body }) =>
      [params, query, body].flatMap((schema) =>
        Object.keys(schema?.shape ?? {}).map((field) => [name, field, schema!] as const),
      ),
    ),
  )('describes an invalid value of every field of the contract in a sentence: %s, %s', (_name, field, schema) => {
    const sentence = describeProblem(z.strictObject({ [field]: schema.shape[field]! }), { [field]: { wrong: true } });
    expect(sentence).toMatch(/^[A-Z][A-Za-z ]+ (must be|must have|must not|is required)[^:]*\.$/);
    expect(sentence).not.toMatch(/invalid|expected|received/i);
  });
});

/** Builds the body of an upload, valid except for these fields. */
function buildUpload(fields: object): object {
  return { fileName: 'reef.png', fileType: 'image/png', ...fields };
}

/** Builds the body of a request that signs these parts. */
function buildParts(value: unknown): object {
  return { fileId: 'files/anna/1/a.bin', uploadId: 'u', parts: value };
}

/** Builds the body of a purchase, valid except for these fields. */
function buildPurchase(fields: object): object {
  return { depth: 100, amount: '1.00', ...fields };
}
