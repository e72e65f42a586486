import { contract } from '../../../shared/contract/contract.ts';
import { FakeApi } from './fake-api.ts';
import { buildProfile, NILS, SIGN_IN_SETTINGS, VIEWER } from './sample-data.ts';

/** Returns an API in which the viewer's account is empty and no one has shared anything. */
export function emptyApi(): FakeApi {
  return new FakeApi()
    .on(contract.account.me, () => ({ profile: VIEWER }))
    .on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: [] }))
    .on(contract.account.allowances, () => ({
      standing: 'new' as const,
      settledAt: '2026-12-01T00:00:00.000Z',
      allowances: [],
    }))
    .on(contract.account.depthLog, () => ({ entries: [], cursor: null }))
    .on(contract.credentials.signInSettings, () => SIGN_IN_SETTINGS)
    .on(contract.files.list, () => ({ files: [], lastKey: null, requestId: null }))
    .on(contract.files.listOfMember, () => ({ files: [], cursor: null }))
    .on(contract.posts.list, () => ({ posts: [], cursor: null }))
    .on(contract.posts.listOfMember, () => ({ posts: [], cursor: null }))
    .on(contract.users.list, () => ({ users: [], cursor: null }))
    .on(contract.users.profile, ({ userId }) => ({ profile: buildProfile(userId === VIEWER.id ? VIEWER : NILS) }))
    .on(contract.users.followers, () => ({ users: [], cursor: null }))
    .on(contract.users.following, () => ({ users: [], cursor: null }))
    .on(contract.sockets.ticket, () => ({ ticket: 't', expiresInSeconds: 60 }))
    .on(contract.messages.conversations, () => ({ conversations: [], unreadTotal: 0, cursor: null }))
    .on(contract.messages.conversation, () => ({
      user: NILS,
      messages: [],
      more: false,
      read: { own: null, other: null },
      left: false,
      missingMetres: 0,
    }));
}
