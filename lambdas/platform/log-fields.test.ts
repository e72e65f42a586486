/**
 * Tests of the types of log lines: the compiler rejects fields that could hold personal data. The tests are the
 * comments `@ts-expect-error`, which the project `check` evaluates.
 */
import { expect, it } from 'vitest';
import type { Pseudonym } from './caller-hash.ts';
import { nameForRepair } from './log-fields.ts';
import { logger } from './logger.ts';

/** A text of a member. In functions, all texts have the type `string`. */
const text: string = 'ada@reef.example';
const profile = { userId: text, email: text, depth: 3 };
const key: `files/${string}` = 'files/ada/01/diary.pdf';

// The project `check` fails if one of the lines below `@ts-expect-error` compiles.
it('rejects a line with an ID, an email, a storage key, or a text of a member', () => {
  // @ts-expect-error
  logger.info('request', { userId: text });
  // @ts-expect-error
  logger.info('request', { caller: text });
  // @ts-expect-error
  logger.info('request', { ...profile });
  // @ts-expect-error
  logger.warn('request', { profile });
  // @ts-expect-error
  logger.warn('request', { members: [profile] });
  // @ts-expect-error
  logger.warn('request', { userIds: [text] });
  // @ts-expect-error
  logger.error('request', { key });
  // @ts-expect-error
  logger.error('request', { owner: text as string | undefined });
  // @ts-expect-error
  logger.error('request', { owner: text as string | number });
  // @ts-expect-error
  logger.error('request', { at: new Date(0) });
  // @ts-expect-error
  logger.error('request', { event: {} as unknown });
  // @ts-expect-error
  logger.error('request', { event: {} as object });
  // @ts-expect-error
  logger.error('request', { event: JSON.parse('{}') });
  // @ts-expect-error
  logger.error('request', { ...(profile as object) });
  // @ts-expect-error
  logger.error('request', { ...({ userId: text } as Record<string, unknown>) });
  // @ts-expect-error
  logger.error('request', { job: profile });
  // @ts-expect-error
  logger.error(text, { status: 200 });
  // @ts-expect-error
  logger.error(`request of ${text}`, { status: 200 });
  // @ts-expect-error
  logger.error('request', text);
  // @ts-expect-error
  logger.error('request', new Error(text), { userId: text });
  // @ts-expect-error: never called, because other tests share the logger
  const appendKeys = () => logger.appendKeys({ userId: text });
  // @ts-expect-error
  const caller: Pseudonym = text;

  expect(caller).toBe(text);
  expect(appendKeys).toBeInstanceOf(Function);
});

it('accepts a line with numbers, fixed texts, errors, pseudonyms, and names of the code', () => {
  const purpose = 'file' as 'file' | 'photo' | undefined;
  const caller = 'v1:0f3a' as Pseudonym;

  logger.info('request', { endpoint: text, requestId: text, job: text, errorName: text });
  logger.info('request', {
    caller,
    purpose,
    status: 200,
    passed: true,
    counts: { orphans: 1 },
    error: new Error(text),
  });
});

it('accepts the IDs of an item only from nameForRepair', () => {
  const ids = nameForRepair({ userId: text, row: 1 });
  logger.error('Row not processed', { ...ids, first: nameForRepair([text]) });

  // @ts-expect-error
  nameForRepair(text);
  // @ts-expect-error
  nameForRepair({ profile });

  expect(ids).toEqual({ userId: text, row: 1 });
});
