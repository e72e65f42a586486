import { z } from 'zod';
import { AwsError } from '../aws-json-server.ts';
import { attributeList, operation, username } from './operation.ts';
import type { User } from './users.ts';

const adminGetUser = operation('AdminGetUser', z.object({ Username: username }), async ({ users }, { Username }) => {
  const user = users.require(Username);
  return { ...description(user), UserAttributes: attributeList(user) };
});

const adminDeleteUser = operation(
  'AdminDeleteUser',
  z.object({ Username: username }),
  async ({ users }, { Username }) => {
    users.remove(users.require(Username));
    await users.save();
    return {};
  },
);

const listUsers = operation(
  'ListUsers',
  z.object({ Filter: z.string().optional() }),
  async ({ users }, { Filter }) => ({
    Users: users.all
      .filter(Filter ? parseFilter(Filter) : () => true)
      .map((user) => ({ ...description(user), Attributes: attributeList(user) })),
  }),
);

function description({ id, status, createdAt, modifiedAt }: User) {
  return {
    Username: id,
    Enabled: true,
    UserStatus: status,
    UserCreateDate: createdAt / 1000,
    UserLastModifiedDate: modifiedAt / 1000,
  };
}

/**
 * Returns a predicate for a filter such as `email = "ann@sea.example"` or `email ^= "ann"`.
 *
 * @throws AwsError InvalidParameterException
 */
function parseFilter(filter: string): (user: User) => boolean {
  const [, name = '', operator, value = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter) ?? [];
  if (!operator) throw new AwsError('InvalidParameterException', 'Error while parsing filter');
  return ({ id, status, attributes }) => {
    const found = { ...attributes, username: id, 'cognito:user_status': status }[name];
    return operator === '=' ? found === value : (found ?? '').startsWith(value);
  };
}

/** Operations on other people's accounts. Callers sign them with AWS credentials. */
export const administration = [adminGetUser, adminDeleteUser, listUsers];
