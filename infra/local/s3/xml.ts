import type { ServerResponse } from 'node:http';

/** What an element holds: text, further elements by name, or several of the same name. */
export type XmlContent = string | number | boolean | undefined | XmlContent[] | { [name: string]: XmlContent };

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would read a bare one as a line feed, and so give back another key.
  '\r': '&#13;',
};

/** A document as S3 writes them: only errors are without its namespace. */
export function xmlDocument(root: string, content: XmlContent): string {
  const attributes = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attributes}>${inside(content)}</${root}>`;
}

/** Answers a request with a document. */
export function sendXml(response: ServerResponse, root: string, content: XmlContent): void {
  const body = xmlDocument(root, content);
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function element(name: string, content: XmlContent): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((item) => element(name, item)).join('');
  return `<${name}>${inside(content)}</${name}>`;
}

function inside(content: XmlContent): string {
  if (typeof content !== 'object') {
    return String(content).replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
  }
  return Object.entries(content)
    .map(([name, value]) => element(name, value))
    .join('');
}
