/** A function that does nothing: what cold starts are compared with. */
export const handler = async () => ({ statusCode: 200 });
