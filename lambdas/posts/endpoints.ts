/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { addComment } from './add-comment.ts';
export { createPost as create } from './create.ts';
export { deletePost as delete } from './delete.ts';
export { deleteComment } from './delete-comment.ts';
export { likePost as like, unlikePost as unlike } from './like.ts';
export { listPosts as list } from './list.ts';
export { listComments } from './list-comments.ts';
export { listPostsOfMember as listOfMember } from './list-of-member.ts';
