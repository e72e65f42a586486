/** What the page says around its screens. */
export const texts = {
  product: 'Fathom',
  loading: 'Loading…',
  skip: 'Skip to content',
  retry: 'Retry',
  offline: 'You are offline. What you see may be out of date; what you send has to wait.',
  brokenHeading: 'Something has sprung a leak',
  broken: 'This page could not be shown. Reloading it usually helps.',
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
