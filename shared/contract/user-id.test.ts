import { describe, expect, it } from 'vitest';
import { encodeFormat } from './field-rule.ts';
import { ownUserIdSchema, userIdSchema } from './user-id.ts';

describe('userIdSchema', () => {
  it.each(['a', '7d0c2f1e-0b5a-4c3e-9d2f-1a2b3c4d5e6f', 'Z9', 'a'.repeat(64)])('accepts "%s"', (id) => {
    expect(userIdSchema.parse(id)).toBe(id);
  });

  it.each(['', 'a'.repeat(65), 'a b', 'a/b', '../a', 'a#b', 'a_b', 'ä', 'a\n', '\na'])('rejects %j', (id) => {
    expect(userIdSchema.safeParse(id).error?.issues[0]?.message).toBe(encodeFormat('member-id'));
  });
});

it('ownUserIdSchema accepts a missing ID, and rejects one with an invalid format', () => {
  expect(ownUserIdSchema.parse(undefined)).toBeUndefined();
  expect(ownUserIdSchema.parse('anna')).toBe('anna');
  expect(ownUserIdSchema.safeParse('a/b').success).toBe(false);
});
