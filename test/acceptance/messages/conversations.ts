import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';

/** Registers two members at the same depth and opens one socket for each. */
export async function connectTwoMembers() {
  const members = await Promise.all([Member.register(), Member.register()]);
  await Promise.all(members.map((member) => member.ensureProfile()));
  const [marina, theo] = members;
  const [marinaSocket, theoSocket] = await Promise.all([MemberSocket.open(marina), MemberSocket.open(theo)]);
  const closeSockets = () => Promise.all([marinaSocket.close(), theoSocket.close()]);
  return { marina, theo, marinaSocket, theoSocket, closeSockets };
}

/** Returns one page of a conversation, as one of its members reads it. */
export const readConversation = async (
  reader: Member,
  partner: Member,
  range: { before?: string; after?: string; limit?: number } = {},
) => (await reader.call(contract.messages.conversation, { userId: partner.userId, ...range })).body;

/** Returns a member's conversations and unread total. */
export const readInbox = async (member: Member) => (await member.call(contract.messages.conversations, {})).body;
