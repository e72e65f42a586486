/** Where depth is bought. Undefined until there is such a screen: nothing links to a page that is none. */
export const ASCEND_PATH: string | undefined = undefined;
