import * as z from 'zod/mini';
import type { Access } from '../_shared/auth.ts';
import { SESSION_COOKIE } from '../_shared/domain/session.ts';
import { refusalSchema } from '../_shared/http/answers.ts';
import type { RefusalStatus, Route } from '../_shared/http/routes.ts';

type Json = Record<string, unknown>;

const PEOPLE = [{ cookie: [] }, { bearer: [] }];
const SECURITY: Record<Access, Json[]> = {
  anyone: [{}],
  program: [...PEOPLE, { appPassword: [] }],
  user: PEOPLE,
  admin: PEOPLE,
};

const REFUSALS: Record<RefusalStatus, string> = {
  400: 'The request is wrong; the message names the field',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed, or sent by another site',
  404: 'Not there, or somebody else’s',
  409: 'Clashes with what is stored',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The mail server refused',
  429: 'Too many attempts; Retry-After says when to try again',
  507: 'The account is full',
};

/** What the wrapper and the route's own checks refuse, and what its handler says it may. */
function refusalsOf({ access, method, body, params, query, doc }: Route): RefusalStatus[] {
  const statuses: RefusalStatus[] = [...(doc?.refusals ?? [])];
  if (access !== 'anyone') statuses.push(401);
  if (access !== 'anyone' || method !== 'GET') statuses.push(403);
  if (params) statuses.push(400, 404);
  if (query) statuses.push(400);
  if (body) statuses.push(400, 413, 415);
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** `/tasks/{id}` of `/tasks/:id`. */
function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function parameters({ params, query }: Route): Json[] {
  const listed = (schema: z.core.$ZodType, place: 'path' | 'query') => {
    const { properties, required = [] } = jsonSchema(schema, 'input');
    return Object.entries(Object(properties)).map(([name, one]) => ({
      name,
      in: place,
      required: Object(required).includes(name),
      schema: one,
    }));
  };
  return [...(params ? listed(params, 'path') : []), ...(query ? listed(query, 'query') : [])];
}

function answer(
  description: string,
  schema: Json,
  mediaTypes: readonly string[] = ['application/json'],
): Json {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  return { description, content };
}

function operation(route: Route): Json {
  const { doc, body, access } = route;
  if (!doc) return {};
  const refusals = refusalsOf(route).map((status) => [
    status,
    answer(REFUSALS[status], { $ref: '#/components/schemas/Refusal' }),
  ]);
  return {
    summary: doc.summary,
    tags: [doc.tag],
    operationId: `${route.method.toLowerCase()}${openApiPath(route.path).replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    security: SECURITY[access],
    ...(access === 'admin' && { description: 'For administrators.' }),
    ...((route.params || route.query) && { parameters: parameters(route) }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses: {
      [doc.status]: answer('Done', jsonSchema(doc.answer, 'output'), doc.mediaTypes),
      ...Object.fromEntries(refusals),
    },
  };
}

/** The OpenAPI 3.1 document of the routes, from the very schemas that check them. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!route.doc) continue;
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1.0.0',
      description:
        'Tasks, contacts and notes. Sign in by POST /auth/login: it sets the session cookie and answers a bearer token. Programs send an app password as bearer token instead: of scope `api`, or `api:read` for what is read by GET.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Refusal: jsonSchema(refusalSchema, 'output') },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        bearer: { type: 'http', scheme: 'bearer' },
        appPassword: {
          type: 'http',
          scheme: 'bearer',
          description: 'An app password of its owner, made in the settings.',
        },
      },
    },
  };
}
