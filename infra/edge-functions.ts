import { RENDITION_URL_SECONDS } from '../shared/rules/limits.ts';

/*
 * The code of the distribution's CloudFront functions (JavaScript runtime 2.0). The local site runs the same code.
 *
 * The runtime supports ES5 and few later features: no optional chaining, and no `crypto.timingSafeEqual`. See
 * "JavaScript runtime 2.0 features for CloudFront Functions" in the CloudFront developer guide. CloudFront runs no
 * function for responses with a status of 400 or above.
 */

/**
 * Serves the single page for every path without a file extension.
 *
 * `/` gets index.html, which contains the rendered home page. The function runs only for pages, so errors of /api and
 * /media stay errors.
 */
export const SPA_REWRITE = `
function handler(event) {
  var request = event.request;
  if (request.uri === '/') request.uri = '/index.html';
  else if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/app.html';
  return request;
}`;

/**
 * Removes /media from the path, because storage keys don't contain it.
 *
 * Rejects all keys except those of profile pictures, because CloudFront may also read renditions, which need a
 * signature.
 */
export const MEDIA_REWRITE = `
function handler(event) {
  var request = event.request;
  if (!/^\\/media\\/avatars\\/[A-Za-z0-9-]+\\/[A-Za-z0-9]+\\/[^/]+$/.test(request.uri)) {
    return { statusCode: 403, statusDescription: 'Forbidden', headers: { 'cache-control': { value: 'no-store' } } };
  }
  request.uri = request.uri.slice('/media'.length);
  return request;
}`;

/**
 * Lets browsers cache /media for a year. A path of /media never refers to another object. CloudFront itself caches an
 * object for a day, as the object's own header says (`publishObject`).
 */
export const MEDIA_CACHE_CONTROL = buildCacheControlCode('public, max-age=31536000, immutable');

/** Lets only the browser that requested a rendition cache it, and no proxy between the browser and the site. */
export const RENDITION_CACHE_CONTROL = buildCacheControlCode(`private, max-age=${RENDITION_URL_SECONDS}`);

/**
 * Builds the code that rejects a request for a rendition without a valid signature
 * (`lambdas/storage/rendition-urls.ts`).
 *
 * The signature covers the path as the browser sent it, so the code also rejects another spelling of the same path.
 *
 * @param key - the signing key, or a CloudFormation reference to it: letters and digits, because it becomes part of the
 *   code. See docs/adr/0042-rendition-urls.md.
 */
export function buildRenditionCheck(key: string): string {
  return `
var crypto = require('crypto');
var KEY = '${key}';

function isEqual(first, second) {
  if (first.length !== second.length) return false;
  var difference = 0;
  for (var i = 0; i < first.length; i++) difference |= first.charCodeAt(i) ^ second.charCodeAt(i);
  return difference === 0;
}

function handler(event) {
  var request = event.request;
  var expires = request.querystring.expires ? request.querystring.expires.value : '';
  var signature = request.querystring.signature ? request.querystring.signature.value : '';
  var valid = crypto.createHmac('sha256', KEY).update(request.uri + '?expires=' + expires).digest('hex');
  if (isEqual(signature, valid) && Number(expires) * 1000 > Date.now()) return request;
  return { statusCode: 403, statusDescription: 'Forbidden', headers: { 'cache-control': { value: 'no-store' } } };
}`;
}

/** Builds the code that replaces the cache-control of responses. */
function buildCacheControlCode(value: string): string {
  return `
function handler(event) {
  var response = event.response;
  response.headers['cache-control'] = { value: '${value}' };
  return response;
}`;
}
