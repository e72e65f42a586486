declare module 'virtual:contract-routes' {
  export const routes: import('../build/contract-routes.ts').Routes;
}

declare module 'virtual:amplify.css';
