/** The contract's endpoints without their schemas. web/build/contract-routes.ts generates this module. */
declare module 'virtual:contract-routes' {
  export const routes: import('./platform/api/routes.ts').Routes;
}

/** The styles of the Amplify components in use. web/build/amplify-styles.ts generates this module. */
declare module 'virtual:amplify.css';
