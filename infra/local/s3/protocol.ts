/*
 * The protocol of S3: its errors, the XML documents of requests and responses, and the numbers of a query. The other
 * files of this folder handle the operations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** An element's content: text, child elements by name, or several elements with the same name. */
type XmlContent = string | number | boolean | undefined | XmlContent[] | { [name: string]: XmlContent };

/** Maximum length of a request document. A list of ten thousand parts takes half of it. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** S3's maximum and default number of entries of a list. */
const MAX_LIST_ENTRIES = 1000;

/** Escapes for text in XML. A parser reads a bare carriage return as a line feed and would return a different key. */
const ENTITIES_BY_CHARACTER: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  '\r': '#13',
};

/** The characters of XML's five entities. */
const CHARACTERS_BY_ENTITY: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An error with S3's status, code, and message. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function buildMalformedXmlError(): S3Error {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema';
  return new S3Error(400, 'MalformedXML', message);
}

export function buildNoSuchKeyError(): S3Error {
  return new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
}

export function buildPreconditionFailedError(): S3Error {
  return new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}

export function buildConditionalConflictError(): S3Error {
  const message = 'The conditional request cannot succeed due to a conflicting operation against this resource.';
  return new S3Error(409, 'ConditionalRequestConflict', message);
}

/** Sends any error as an S3 error document. Errors that are not S3's become InternalError. */
export function sendError(response: ServerResponse, error: unknown): void {
  // No error can follow: the response has started, or the client has disconnected.
  if (response.headersSent || response.destroyed) return void response.destroy();

  const message = error instanceof Error ? error.message : String(error);
  const s3Error = error instanceof URIError ? new S3Error(400, 'InvalidURI', message) : error;
  const { status, code } = s3Error instanceof S3Error ? s3Error : { status: 500, code: 'InternalError' };
  const requestId = String(response.getHeader('x-amz-request-id') ?? '');
  sendXml(response, 'Error', { Code: code, Message: message, RequestId: requestId }, status);
}

/** Sends an XML document with this root element. */
export function sendXml(response: ServerResponse, root: string, content: XmlContent, status = 200): void {
  // S3 writes errors without its namespace.
  const namespace = root === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${formatXml(content)}</${root}>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Reads the XML document in a request's body. Throws if it is longer than any document that S3 accepts. */
export async function readXml(request: IncomingMessage): Promise<string> {
  // A missing length is NaN, so the comparison rejects it, too.
  const isAccepted = Number(request.headers['content-length']) <= MAX_DOCUMENT_BYTES;
  if (!isAccepted) throw buildMalformedXmlError();

  return text(request);
}

/**
 * Returns the text of the first element with this name. Reads the flat elements without attributes that S3 clients
 * send, not XML in general.
 */
export function findXmlText(xml: string, name: string): string | undefined {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return content?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hexadecimal, entity) => {
    if (entity !== undefined) return CHARACTERS_BY_ENTITY[entity] ?? reference;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}

/**
 * Parses a whole number from a query. Greater numbers become `max`, which is also the default.
 *
 * @throws S3Error for any other text
 */
export function parseCount(value: string | null, name: string, max = MAX_LIST_ENTRIES): number {
  if (!value) return max;
  if (/^\d{1,10}$/.test(value)) return Math.min(Number(value), max);
  throw new S3Error(400, 'InvalidArgument', `Provided ${name} not an integer or within integer range`);
}

/** Formats an element's content. Leaves out undefined children, and repeats the element for each entry of a list. */
function formatXml(content: XmlContent): string {
  if (typeof content !== 'object') return escapeXml(String(content));

  return Object.entries(content)
    .flatMap(([name, children]) => [children].flat().map((child) => ({ name, child })))
    .map(({ name, child }) => (child === undefined ? '' : `<${name}>${formatXml(child)}</${name}>`))
    .join('');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&${ENTITIES_BY_CHARACTER[character]};`);
}
