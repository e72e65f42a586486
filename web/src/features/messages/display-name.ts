/** What somebody is called: "User_" and the beginning of their id while no more is known (specification §3). */
export function displayName(userId: string, user: { readonly username: string } | undefined): string {
  return user?.username || `User_${userId.slice(0, 5)}`;
}
