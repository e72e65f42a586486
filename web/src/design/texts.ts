/** What the parts of the design say by themselves. */
export const texts = {
  offline: 'You are offline. What you see may be out of date; what you send has to wait.',
  retry: 'Retry',
  dismiss: 'Dismiss',
} as const;
