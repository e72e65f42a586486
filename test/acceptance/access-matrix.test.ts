import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Capability, contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { raiseDepth } from '../support/depth-changes.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import {
  CASE_NAMES,
  CASES,
  type Case,
  EXPECTED,
  HIDDEN_CASES,
  type ItemKind,
  type ItemRow,
  MATRIX,
  type Statuses,
} from './access-rows.ts';
import { expectNothingHidden, type TargetWithSecrets } from './hidden-content.ts';

/** Tests the access rule at every endpoint, with the requests and expected statuses of access-rows.ts. */

interface TestedEndpoint {
  readonly endpoint: Endpoint;
  readonly row: ItemRow<Endpoint>;
}

const testedEndpoints: TestedEndpoint[] = Object.entries(contract).flatMap(([capability, endpoints]) =>
  Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    const rows = MATRIX[capability as Capability] as unknown as Record<string, ItemRow<Endpoint> | string>;
    const row = rows[endpoint.key]!;
    return typeof row === 'string' ? [] : [{ endpoint, row }];
  }),
);

const titleOf = ({ endpoint }: TestedEndpoint) => `${endpoint.method} ${endpoint.path}`;

/** In the names of all items, to find them among those of other tests. */
const mark = randomUUID().slice(0, 8);
const VIEWER_MILLIMETRES = 2;

let viewer: Member;
let deletedMember: Member;
let targets: Record<Case, TargetWithSecrets>;

beforeAll(async () => {
  viewer = await memberAt(VIEWER_MILLIMETRES);
  // All comments are on a post that everyone sees, except those of `above`.
  const visiblePost = await publishPost(await memberAt(0));
  const author = await memberAt(0);
  const [below, equal, above] = await Promise.all([
    targetAt(0, visiblePost),
    targetAt(VIEWER_MILLIMETRES, visiblePost),
    targetAt(2 * VIEWER_MILLIMETRES),
  ]);
  const itemDeleted = await publish(author, visiblePost);
  const own = await publish(viewer, visiblePost);

  deletedMember = await Member.register();
  const bioOfDeleted = await writeBio(deletedMember);
  const publishedByDeleted = await publish(deletedMember, visiblePost);
  const { email, username, userId } = deletedMember;
  const authorDeleted = {
    ...publishedByDeleted,
    secrets: [...publishedByDeleted.secrets, bioOfDeleted, email, username],
  };

  await author.call(contract.files.delete, { fileId: itemDeleted.fileId });
  await author.call(contract.posts.delete, { postId: itemDeleted.postId });
  await author.call(contract.posts.deleteComment, itemDeleted.comment);

  const unknown = {
    userId: randomUUID(),
    fileId: `files/${viewer.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`,
    postId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ',
    comment: { postId: visiblePost, commentId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ' },
    secrets: [],
  };
  expect((await deletedMember.call(contract.account.deleteAccount, {})).status).toBe(200);

  targets = {
    below,
    equal,
    above,
    own,
    authorDeleted,
    itemDeleted: { ...itemDeleted, userId, secrets: [...itemDeleted.secrets, ...authorDeleted.secrets] },
    unknown,
  };
});

/** Registers a member at this depth. */
async function memberAt(millimetres: number): Promise<Member> {
  const member = await Member.register(`Matrix ${mark}`);
  await member.getDepth();
  await raiseDepth(member, millimetres);
  return member;
}

/** A member at this depth, and items that another member published at the same depth. */
async function targetAt(millimetres: number, commentOn?: string): Promise<TargetWithSecrets> {
  const [member, author] = await Promise.all([memberAt(millimetres), memberAt(millimetres)]);
  const [bio, published] = [await writeBio(member), await publish(author, commentOn)];
  return { ...published, userId: member.userId, secrets: [...published.secrets, bio, member.email] };
}

/** Gives a member a unique bio. */
async function writeBio(member: Member): Promise<string> {
  const bio = `Bio ${randomUUID()}`;
  const { status } = await member.call(contract.account.updateProfile, { username: member.username, bio });
  expect(status).toBe(200);
  return bio;
}

/** Publishes a post, a comment, and a file, with a secret in each. The file comes last because it lifts the author. */
async function publish(author: Member, commentOn?: string): Promise<TargetWithSecrets> {
  const secret = randomUUID().slice(0, 13);
  const name = `${mark} ${secret}`;
  const postId = await publishPost(author, name);
  const commentedPost = commentOn ?? postId;
  const { body } = await author.call(contract.posts.addComment, { postId: commentedPost, text: `Comment ${name}` });
  const { key } = await author.upload(`${name}.txt`, 'text/plain', TEXT);
  const comment = { postId: commentedPost, commentId: body.comment.id };
  return { userId: author.userId, fileId: key, postId, comment, secrets: [secret] };
}

async function publishPost(author: Member, name = mark): Promise<string> {
  return (await author.call(contract.posts.create, { content: `Post ${name}` })).body.post.id;
}

describe.each(
  testedEndpoints
    .filter(({ endpoint }) => endpoint.resource in EXPECTED)
    .map((tested) => [titleOf(tested), tested] as const),
)('%s', (_, { endpoint, row }) => {
  const expected: Statuses = { ...EXPECTED[endpoint.resource as ItemKind], ...row.expected };

  it.each(CASE_NAMES.map((name) => [expected[name], CASES[name], name] as const))(
    'returns %i for %s',
    async (status, _case, name) => {
      const target =
        name === 'own' && row.deletesTarget ? await publish(viewer, targets.own.comment.postId) : targets[name];
      const response = await viewer.call(endpoint, row.input(target) as never);

      expect(response.body).toMatchObject({ success: status === 200 });
      expect(response.status).toBe(status);

      const isHidden = HIDDEN_CASES.some((hiddenCase) => hiddenCase === name);
      if (isHidden || status !== 200) expectNothingHidden(response, target, row.callerFields);
    },
  );

  it('returns the same error for hidden and missing targets', async () => {
    const hidden = CASE_NAMES.filter((name) => expected[name] === 404);
    const errors = await Promise.all(
      hidden.map(async (name) => (await viewer.call(endpoint, row.input(targets[name]) as never)).body),
    );
    for (const { code } of errors) expect(code).toBe('NotFound');

    // A hidden comment returns the error of its post, because comments have no depth.
    if (endpoint.resource !== 'comment') expect(new Set(errors.map(({ error }) => error)).size).toBeLessThan(2);
  });
});

describe.each(
  testedEndpoints
    .filter(({ endpoint }) => endpoint.resource === 'upload')
    .map((tested) => [titleOf(tested), tested] as const),
)('%s', (_, { endpoint, row }) => {
  const otherMembersCases = ['above', 'equal', 'below', 'authorDeleted', 'itemDeleted'] as const;

  it.each(otherMembersCases.map((name) => [CASES[name], name] as const))('returns 403 for %s', async (_case, name) => {
    const response = await viewer.call(endpoint, row.input(targets[name]) as never);
    expect([response.status, response.body.code]).toEqual([403, 'NotYou']);
    expectNothingHidden(response, targets[name]);
  });
});

describe('lists', () => {
  it('omit targets that are above the viewer, deleted, or of a deleted account', async () => {
    const { body: files } = await viewer.call(contract.files.list, { q: mark });
    const keys = files.files.map(({ key }) => key);
    for (const name of ['equal', 'below', 'own'] as const) expect(keys).toContain(targets[name].fileId);

    const { body: users } = await viewer.call(contract.users.list, { q: mark, limit: 50 });
    const userIds = users.users.map(({ id }) => id);
    for (const name of ['equal', 'below'] as const) expect(userIds).toContain(targets[name].userId);
    expect(userIds).not.toContain(targets.above.userId);

    const { body: feed } = await viewer.call(contract.posts.list, { limit: 50 });
    const { body: dashboard } = await viewer.call(contract.account.dashboard, {});
    const posts = [...feed.posts, ...dashboard.posts].map(({ id }) => id);
    const shown = [...keys, ...dashboard.files.map(({ key }) => key)];

    for (const name of ['above', 'authorDeleted', 'itemDeleted'] as const) {
      expect(shown).not.toContain(targets[name].fileId);
      expect(posts).not.toContain(targets[name].postId);
    }

    const { body: comments } = await viewer.call(contract.posts.listComments, { postId: targets.own.comment.postId });
    const commentIds = comments.comments.map(({ id }) => id);

    expect(commentIds).toContain(targets.own.comment.commentId);
    for (const name of ['authorDeleted', 'itemDeleted'] as const) {
      expect(commentIds).not.toContain(targets[name].comment.commentId);
    }

    const { body: nearby } = await viewer.call(contract.users.nearby, {});
    expect([...nearby.users, ...dashboard.nearby].map(({ id }) => id)).not.toContain(deletedMember.userId);

    const text = JSON.stringify([files, users, feed, dashboard, comments, nearby]);
    for (const secret of HIDDEN_CASES.flatMap((name) => targets[name].secrets)) expect(text).not.toContain(secret);
  });
});

describe('a caller with a deleted account', () => {
  // The file's ID names the caller, so only the check of the session can refuse a request for `authorDeleted`.
  const cases = [
    ['below', CASES.below],
    ['authorDeleted', 'their own target'],
  ] as const;
  const requests = cases.flatMap(([name, words]) =>
    testedEndpoints.map((tested) => [tested.row.callerDeleted ?? 401, titleOf(tested), words, name, tested] as const),
  );

  it.each(requests)('receives %i from %s for %s', async (status, _title, _words, name, { endpoint, row }) => {
    const response = await deletedMember.call(endpoint, row.input(targets[name]) as never);
    expect(response.status).toBe(status);
    expectNothingHidden(response, targets[name]);
  });
});
