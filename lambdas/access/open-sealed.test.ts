/**
 * Tests of sealed items. The table layer returns items sealed, so that code can't use them before it has applied the
 * access rule: members see items at or below their own depth.
 */
import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { presentFile } from '../files/present-files.ts';
import type { presentComment, presentPost } from '../posts/present-posts.ts';
import type { DepthPage } from '../table/depth-query.ts';
import type { getFile } from '../table/file.ts';
import type { getPost, StoredComment } from '../table/post.ts';
import type { getMember, Profile } from '../table/profile.ts';
import { Sealed } from '../table/sealed.ts';
import type { presentUser } from '../users/present-people.ts';
import { openForJob, openOwn, openVisible, viewAsAuthor } from './open-sealed.ts';

const ADA = { userId: 'ada', depth: 5 };

/** The state of an author whose account exists. */
const EXISTS = { authorDeleted: false };

describe('a sealed item', () => {
  const secret = 'ada@fathom.example';
  const sealed = new Sealed({ userId: 'ada', email: secret });

  it('reveals nothing when code spreads, copies, prints, or serializes it', () => {
    const copies = [{ ...sealed }, Object.assign({}, sealed), structuredClone(sealed), Object.entries(sealed)];

    for (const copy of [...copies, sealed]) {
      expect(JSON.stringify(copy)).not.toContain(secret);
      expect(inspect(copy, { showHidden: true, depth: 9 })).not.toContain(secret);
    }
  });

  it('does not compile as an argument of the functions that build responses', () => {
    type File = NonNullable<Awaited<ReturnType<typeof getFile>>>;
    type Post = NonNullable<Awaited<ReturnType<typeof getPost>>>;
    type Member = NonNullable<Awaited<ReturnType<typeof getMember>>>;
    type Row = DepthPage['rows'][number];

    expectTypeOf<File>().not.toExtend<Parameters<typeof presentFile>[0]>();
    expectTypeOf<Post>().not.toExtend<Parameters<typeof presentPost>[0]>();
    expectTypeOf<Member>().not.toExtend<Parameters<typeof presentUser>[0]>();
    // These items were opened without the access rule.
    expectTypeOf<StoredComment>().not.toExtend<Parameters<typeof presentComment>[0]>();
    expectTypeOf<Profile>().not.toExtend<Parameters<typeof presentUser>[0]>();
    // Rows of an index have no names and no texts.
    expectTypeOf<keyof Row>().toEqualTypeOf<'pk' | 'sk' | 'attributes'>();
  });
});

describe('openVisible', () => {
  it('opens an item that the access rule allows', () => {
    const item = { userId: 'ben', depth: 5 };
    expect(openVisible(ADA, new Sealed(item), EXISTS)).toBe(item);
  });

  it('returns undefined for an item above the viewer, of a deleted account, or that is missing', () => {
    expect(openVisible(ADA, new Sealed({ userId: 'ben', depth: 6 }), EXISTS)).toBeUndefined();
    expect(openVisible(ADA, new Sealed({ userId: 'ben', depth: 5 }), { authorDeleted: true })).toBeUndefined();
    expect(openVisible(ADA, undefined, EXISTS)).toBeUndefined();
  });
});

describe('openOwn', () => {
  it("opens only the member's own items, even deleted ones", () => {
    const deletedItem = { userId: 'ada', deletedAt: '2026-11-21T00:00:00.000Z' };
    expect(openOwn(ADA, new Sealed(deletedItem))).toBe(deletedItem);
    expect(openOwn(ADA, new Sealed({ userId: 'ben' }))).toBeUndefined();
    expect(openOwn(ADA, undefined)).toBeUndefined();
  });
});

describe('viewAsAuthor', () => {
  it("returns the member's own item", () => {
    const item = { userId: 'ada' };
    expect(viewAsAuthor({ userId: 'ada' }, item)).toBe(item);
  });

  it("rejects another member's item", () => {
    expect(() => viewAsAuthor({ userId: 'ada' }, { userId: 'ben' })).toThrow('of the viewer only');
  });
});

describe('openForJob', () => {
  it('opens the item that the table returns', async () => {
    const item = { userId: 'ben' };
    expect(await openForJob('purges what was deleted', Promise.resolve(new Sealed(item)))).toBe(item);
    expect(await openForJob('purges what was deleted', Promise.resolve(undefined))).toBeUndefined();
  });
});
