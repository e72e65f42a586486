/** Part of the query key of every cached response about members. */
export const USERS = 'users';

/** The first parts of the query key of a member's profile. */
export const PROFILE = [USERS, 'profile'] as const;

/** The first parts of the query key of a list of followers or followed members. */
export const CONNECTIONS = [USERS, 'connections'] as const;
