declare module 'virtual:contract-routes' {
  export const routes: import('./platform/api/routes.ts').Routes;
}

declare module 'virtual:amplify.css';
