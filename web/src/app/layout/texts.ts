/** Texts that all screens share. */
export const texts = {
  product: 'Fathom',
  /** For search engines, except where a screen has its own. */
  description: 'Fathom is an ocean-themed community: share files, meet people, and rise from the deep to the surface.',
  loading: 'Loading...',
  skip: 'Skip to content',
  retry: 'Retry',
  offline: "You're offline. What you see may be out of date, and nothing can be sent until you reconnect.",
  brokenHeading: 'Something has sprung a leak',
  broken: "This page couldn't be shown. Reloading it usually helps.",
  reload: 'Reload',
  sessionEnded: 'Your session has ended: it expired, or you signed out in another tab or on another device.',
  signIn: 'Log in',
  navigation: {
    label: 'Main',
    menu: 'Menu',
    dashboard: 'Dashboard',
    login: 'Login',
    register: 'Register',
  },
} as const;
