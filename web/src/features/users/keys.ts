/** Every answer about people that is kept has this in its key. */
export const USERS = 'users';

export const PROFILE = [USERS, 'profile'] as const;
export const CONNECTIONS = [USERS, 'connections'] as const;
