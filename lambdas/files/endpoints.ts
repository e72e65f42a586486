/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { deleteFile as delete } from './delete.ts';
export { editFile as edit } from './edit.ts';
export { findCopy } from './find-copy.ts';
export { likeFile as like } from './like.ts';
export { listFiles as list } from './list.ts';
export { listFilesOfMember as listOfMember } from './list-of-member.ts';
export { abortMultipart, completeMultipart, listParts, startMultipart } from './multipart.ts';
export { saveMetadata } from './save-metadata.ts';
export { signParts } from './sign-parts.ts';
export { prepareUpload as upload } from './upload.ts';
export { viewFile as view } from './view.ts';
