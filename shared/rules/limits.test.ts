/** Tests of limits that must match the documentation, or limits of AWS. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METER_MAX_METRES, SURFACE_METRES } from './depth.ts';
import * as limits from './limits.ts';
import { MAX_PURCHASE_METRES, MIN_CENTS, MIN_PURCHASE_METRES, PURCHASE_STEP_METRES } from './prices.ts';

const PRODUCT = readFileSync(new URL('../../docs/product.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

/** Returns the number in a sentence of docs/product.md. `#` stands for the number. */
function readDocumentedNumber(sentence: string): number {
  const pattern = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('#', '([\\d,]+(?:\\.\\d+)?)');
  const number = new RegExp(pattern).exec(PRODUCT)?.[1];
  if (number === undefined) throw new Error(`docs/product.md doesn't say: ${sentence}`);

  return Number(number.replaceAll(',', ''));
}

const MB = 1_048_576;

describe('limits', () => {
  it.each<[name: string, sentence: string, unit: number, limit: number]>([
    ['the size of a megabyte', '1 MB is # bytes', 1, limits.BYTES_PER_MB],
    ['the surface', 'The surface is at # m', 1, SURFACE_METRES],
    ["the meter's scale", "depth meter's scale ends at # m", 1, METER_MAX_METRES],
    ['the test contribution', 'dashboard adds # MB', MB, limits.TEST_CONTRIBUTION_BYTES],
    ['a file', 'zip archives of up to # bytes', 1, limits.MAX_UPLOAD_BYTES],
    ['a file in megabytes', 'bytes (# MB)', MB, limits.MAX_UPLOAD_BYTES],
    ['a profile picture', 'images of up to # MB', MB, limits.MAX_PICTURE_BYTES],
    ['a file name', '**Names** have up to # characters', 1, limits.MAX_FILE_NAME_LENGTH],
    ['a password', 'password (at least # characters)', 1, limits.MIN_PASSWORD_LENGTH],
    ['recovery codes', 'returns # recovery codes', 1, limits.RECOVERY_CODES],
    ['a username', '**Usernames** have up to # characters', 1, limits.MAX_USERNAME_LENGTH],
    ['a bio', '**Bios** have up to # characters', 1, limits.MAX_BIO_LENGTH],
    ['a post', 'A post has up to # characters', 1, limits.MAX_POST_LENGTH],
    ["a picture's description", 'a description of up to #', 1, limits.MAX_IMAGE_ALT_LENGTH],
    ['a comment', 'A comment has up to # characters', 1, limits.MAX_COMMENT_LENGTH],
    ['a message', 'A message has up to # characters', 1, limits.MAX_MESSAGE_LENGTH],
    ['the size of a message', 'and # bytes in JSON', 1, limits.MAX_MESSAGE_BYTES],
    ['a frame', 'fit a WebSocket frame of # KB', 1024, limits.MAX_FRAME_BYTES],
    ['the message rate', 'A member can send # messages per second', 1, limits.MESSAGES_PER_SECOND],
    ['an idle socket', '| WebSocket | # minutes idle', 60, limits.SOCKET_IDLE_SECONDS],
    ['the lifetime of a socket', 'minutes idle, # hours in total', 3600, limits.SOCKET_LIFETIME_SECONDS],
    ['the badge', '"99+" above #', 1, limits.UNREAD_BADGE_MAX],
    ['members nearby', 'up to five members within # m', 1, limits.NEARBY_METRES],
    ['the multipart threshold', 'Files of up to # MB go to S3', MB, limits.MULTIPART_THRESHOLD_BYTES],
    ['a part', 'Larger files go up in parts of # MB', MB, limits.MULTIPART_PART_BYTES],
    ['an upload URL', 'one presigned PUT, which is valid for # minutes', 60, limits.UPLOAD_URL_SECONDS],
    ['a download URL', 'a download URL that is valid for # minutes', 60, limits.DOWNLOAD_URL_SECONDS],
    ['"Load All"', '"Load All" returns up to #', 1, limits.FILES_BULK_LIMIT],
    ['signed lists', 'Lists of up to # files carry download URLs', 1, limits.FILES_SIGNED_LIMIT],
    ['dashboard lists', '| Dashboard and profile lists | # |', 1, limits.DASHBOARD_LIST_SIZE],
    ['identity cards', '| Identity cards per request | # |', 1, limits.MAX_BATCH_USERS],
    ['the smallest purchase', 'their own depth from # m', 10, 10 * MIN_PURCHASE_METRES],
    ['the largest purchase', 'own depth from 0.1 m to # m', 1, MAX_PURCHASE_METRES],
    ['the step of purchases', 'in steps of # m', 10, 10 * PURCHASE_STEP_METRES],
    ['the smallest card payment', 'Cards need at least $#', 100, MIN_CENTS.stripe],
  ])('matches docs/product.md for %s', (_, sentence, unit, limit) => {
    expect(limit).toBe(Math.round(readDocumentedNumber(sentence) * unit));
  });

  it('matches the page sizes of docs/product.md', () => {
    const row = (title: string) => /^[^|]*\|([^|]*)\|/.exec(PRODUCT.split(`| ${title} `)[1] ?? '')?.[1];

    expect(row('Page of files, users, posts, comments, conversations, messages')?.match(/\d+/g)?.map(Number)).toEqual([
      limits.FILES_PAGE_SIZE,
      limits.USERS_PAGE_SIZE,
      limits.POSTS_PAGE_SIZE,
      limits.COMMENTS_PAGE_SIZE,
      limits.CONVERSATIONS_PAGE_SIZE,
      limits.MESSAGES_PAGE_SIZE,
    ]);
    expect(row('Largest page a client can request')?.trim()).toBe(
      `${limits.FILES_BULK_LIMIT.toLocaleString('en')} files, ${limits.USERS_PAGE_LIMIT} users or posts, ${limits.MESSAGES_PAGE_LIMIT} messages`,
    );
    expect(limits.POSTS_PAGE_LIMIT).toBe(limits.USERS_PAGE_LIMIT);
  });

  it('lets S3 store a file of the maximum size in parts', () => {
    // S3 accepts up to 10,000 parts, and only the last one may have less than 5 MB.
    expect(limits.MULTIPART_PART_BYTES).toBeGreaterThanOrEqual(5 * MB);
    expect(limits.MAX_UPLOAD_BYTES / limits.MULTIPART_PART_BYTES).toBeLessThanOrEqual(10_000);
  });
});
