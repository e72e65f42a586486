import { randomUUID } from 'node:crypto';
import { contract } from '../../../shared/contract/contract.ts';
import type { Member } from '../../support/member.ts';
import { TEXT } from '../../support/sample-files.ts';
import type { KnownValues } from './request-arbitrary.ts';

/** An ID that no item has. */
const UNKNOWN_ULID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/** Creates a post, a comment, and a file as a member. Returns their IDs and unknown IDs by the name of the field. */
export async function createKnownValues(member: Member): Promise<KnownValues> {
  const { body: createResult } = await member.call(contract.posts.create, { content: 'A post to attack' });
  const postId = createResult.post.id;
  const { body: commentResult } = await member.call(contract.posts.addComment, { postId, text: 'A comment to attack' });
  const { key } = await member.upload('target.txt', 'text/plain', TEXT);
  const unknownId = randomUUID();
  const unknownKey = `files/${member.userId}/${UNKNOWN_ULID}/none.txt`;

  return {
    userId: [member.userId, unknownId],
    userIds: [member.userId, `${member.userId},${unknownId}`],
    postId: [postId, UNKNOWN_ULID],
    commentId: [commentResult.comment.id, UNKNOWN_ULID],
    fileId: [key, unknownKey],
    imageId: [key, unknownKey],
    photoUrl: ['', `/media/${unknownKey}`],
    before: [UNKNOWN_ULID],
    after: [UNKNOWN_ULID],
    limit: [1, 50],
  };
}

/** Merges the known values of each field. */
export function mergeKnownValues(a: KnownValues, b: KnownValues): KnownValues {
  return Object.fromEntries(Object.keys(a).map((name) => [name, [...(a[name] ?? []), ...(b[name] ?? [])]]));
}
