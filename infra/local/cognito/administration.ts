import { type Operations, operation } from './operation.ts';
import { attributeList, type User } from './users.ts';

/** Operations on any account. Callers sign them with AWS credentials. */
export const administration = {
  AdminGetUser: operation(['UserPoolId', 'Username'], async ({ users }, { Username }) => {
    const user = users.require(Username);
    return { ...accountOf(user), UserAttributes: attributeList(user) };
  }),

  AdminDeleteUser: operation(['UserPoolId', 'Username'], async ({ users }, { Username }) => {
    users.remove(users.require(Username));
    await users.save();
    return {};
  }),

  ListUsers: operation(['UserPoolId', 'Filter'], async ({ users }) => ({
    Users: users.all.map((user) => ({ ...accountOf(user), Attributes: attributeList(user) })),
  })),
} satisfies Operations;

function accountOf({ id: Username, status: UserStatus, createdAt, modifiedAt }: User) {
  const [UserCreateDate, UserLastModifiedDate] = [createdAt / 1000, modifiedAt / 1000];
  return { Username, Enabled: true, UserStatus, UserCreateDate, UserLastModifiedDate };
}
