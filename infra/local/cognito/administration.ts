import { toMfaSettings } from './mfa.ts';
import { defineOperation, type Operations, toPage } from './operation.ts';
import { toAttributeList, type User } from './users.ts';

/** Administrative operations. Callers sign them with AWS credentials. */
export const administrationOperations = {
  AdminGetUser: defineOperation(['UserPoolId', 'Username'], async ({ users }, { Username }) => {
    const user = users.require(Username);
    return { ...toAccount(user), UserAttributes: toAttributeList(user), ...toMfaSettings(user) };
  }),

  AdminUserGlobalSignOut: defineOperation(['UserPoolId', 'Username'], async ({ users }, { Username }) => {
    users.require(Username).sessions = [];
    await users.save();
    return {};
  }),

  AdminDeleteUser: defineOperation(['UserPoolId', 'Username'], async ({ users }, { Username }) => {
    users.remove(users.require(Username));
    await users.save();
    return {};
  }),

  ListUsers: defineOperation(['UserPoolId', 'Filter', 'Limit', 'PaginationToken'], async ({ users }, input) => {
    const { items, ...nextPage } = toPage(users.all, input);
    return { Users: items.map((user) => ({ ...toAccount(user), Attributes: toAttributeList(user) })), ...nextPage };
  }),
} satisfies Operations;

function toAccount({ id: Username, status: UserStatus, createdAt, modifiedAt }: User) {
  return {
    Username,
    Enabled: true,
    UserStatus,
    UserCreateDate: createdAt / 1000,
    UserLastModifiedDate: modifiedAt / 1000,
  };
}
