import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';

/** Two members, with one socket each. */
export async function pair() {
  const members = await Promise.all([Member.register(), Member.register()]);
  await Promise.all(members.map((member) => member.depth()));
  const [marina, theo] = members;
  const [hers, his] = await Promise.all([MemberSocket.open(marina), MemberSocket.open(theo)]);
  return { marina, theo, hers, his, end: () => Promise.all([hers.close(), his.close()]) };
}

/** A page of a conversation, as one of the two reads it. */
export const chat = async (
  reader: Member,
  other: Member,
  range: { before?: string; after?: string; limit?: number } = {},
) => (await reader.call(contract.messages.conversation, { userId: other.userId, ...range })).body;

/** A member's conversations. */
export const inbox = async (member: Member) => (await member.call(contract.messages.conversations, {})).body;
