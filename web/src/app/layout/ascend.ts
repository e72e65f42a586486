/** Where depth is bought. */
export const ASCEND_PATH = '/payments';
