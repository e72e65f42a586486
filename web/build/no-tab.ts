/** Stands in for `platform/tab-title.ts` where pages are built: there is no tab to name. */
export const setTabTitle = (): void => {};
