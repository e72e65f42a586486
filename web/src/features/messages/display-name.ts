/** Returns the username, or "User_" and the first 5 characters of the ID while the user is not loaded. */
export function displayName(userId: string, user: { readonly username: string } | undefined): string {
  return user?.username || `User_${userId.slice(0, 5)}`;
}
