import { ServiceError } from '../errors.ts';
import { readText } from '../http/body.ts';
import { pathTo, type Account, type Resource, type State } from './resources.ts';
import { document, parseBody, tag, type Element } from './xml.ts';

/** Bytes of a request's XML. */
const MAX_XML = 1_000_000;

/** 403 or 409 with the condition that does not hold, as DAV names it (RFC 4918, 16). */
export class Precondition extends ServiceError {
  /** As XML. */
  readonly condition: string;

  constructor(status: number, condition: string, message: string, inner = '') {
    super(status, 'precondition', message);
    this.condition = tag(condition, inner);
  }
}

/** What a method is given: who asks, for what, and how the account stands. */
export type Call = { account: Account; request: Request; state: State; resource: Resource };

/** 207 with what is said of each resource (RFC 4918, 13). */
export const multistatus = (...inner: string[]): Response =>
  new Response(document('D:multistatus', inner.join('')), {
    status: 207,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });

/** The body's root; null where there is none. Throws 400 for what is no XML, 413. */
export const readXml = async (request: Request): Promise<Element | null> =>
  parseBody(await readText(request, MAX_XML));

/** The same of a body that says that it is XML; throws 415 for another (RFC 4918, 9.3). */
export async function readTypedXml(request: Request): Promise<Element | null> {
  // An empty one is a stream all the same.
  const text = await readText(request, MAX_XML);
  const type = request.headers.get('content-type') ?? '';
  if (text !== '' && !/^(?:text|application)\/xml\s*(?:;|$)/iu.test(type))
    throw new ServiceError(415, 'unsupported_media_type', 'Send it as XML');
  return parseBody(text);
}

/** Where an object of a list stands. */
export const named = (account: Account, list: string, name: string): string =>
  pathTo(account, { type: 'object', list, name });
