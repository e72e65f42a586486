/** Texts that all screens share. */
export const texts = {
  product: 'Fathom',
  loading: 'Loading…',
  skip: 'Skip to content',
  retry: 'Retry',
  offline: "You're offline. What you see may be out of date, and nothing can be sent until you reconnect.",
  brokenHeading: 'Something has sprung a leak',
  broken: "This page couldn't be shown. Reloading it usually helps.",
  reload: 'Reload',
  signIn: 'Log in',
  navigation: {
    label: 'Main',
    menu: 'Menu',
    dashboard: 'Dashboard',
    login: 'Login',
    register: 'Register',
  },
} as const;
