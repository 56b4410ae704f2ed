import {
  Connection,
  Contact,
  declaredError,
  ErrorBody,
  errorCatalogue,
  isCoreError,
  Message,
  Queue,
  Tag,
  Ticket,
  TicketLogEntry,
  User,
  type ErrorCode,
  type PluginErrors,
  type RouteSpec,
} from '@recado/contracts'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import * as z from 'zod'
import type { BoundRoute } from './route.ts'

/** Schemas that are under their own names in the document. */
const named = { Connection, Contact, Error: ErrorBody, Message, Queue, Tag, Ticket, TicketLogEntry, User }
/** Zod types that JSON Schema has no word for are described as anything. */
const options: CreateDocumentOptions = {
  allowEmptySchema: {
    unknown: true,
    any: true,
    custom: true,
    transform: true,
    date: true,
    undefined: true,
    void: true,
    bigint: true,
  },
  reused: 'inline',
}

type Document = ReturnType<typeof createDocument>

/**
 * The OpenAPI 3.1 document of the mounted routes, those of plugins among them. A route that cannot be described in full
 * is described without its schemas.
 */
export function openApiDocument(
  routes: readonly BoundRoute[],
  about: { readonly version: string; readonly server: string | undefined },
): Document {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:([^/]+)/g, '{$1}')
    const operation = operationOf(route)
    const method = route.spec.method.toLowerCase() as 'get'
    paths[path] = {
      ...paths[path],
      [method]: describable(path, method, operation) ? operation : bare(route, operation),
    }
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Recado',
        version: about.version,
        description:
          'Times are ISO 8601 in UTC. Every path also works with a trailing slash. A refusal is `{ "error": "CODE" }`.',
      },
      ...(about.server && { servers: [{ url: about.server }] }),
      tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
      paths,
      components: {
        schemas: named,
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token of POST /auth/login/.' },
          key: { type: 'http', scheme: 'bearer', description: 'A key that the plugin of the path issued.' },
          ...Object.fromEntries(keyHeaders(routes)),
        },
      },
    },
    options,
  )
}

/** Headers, beside the bearer token, in which keys of plugins come. */
const keyHeaders = (routes: readonly BoundRoute[]) =>
  routes.flatMap(({ spec: { access } }) =>
    access.kind === 'key' && access.header !== undefined
      ? [[`key-${access.header}`, { type: 'apiKey', in: 'header', name: access.header }] as const]
      : [],
  )

function operationOf(route: BoundRoute): ZodOpenApiOperationObject {
  const { spec } = route
  const good = String(spec.status ?? 200)
  return {
    operationId: `${route.owner}_${spec.method}_${route.path}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    summary: spec.summary,
    tags: [tagOf(route)],
    ...(spec.access.kind === 'session' && {
      security: [{ session: [] }],
      description: `Needs the permission \`${spec.access.permission}\`.`,
    }),
    ...(spec.access.kind === 'key' && {
      security: [{ [spec.access.header === undefined ? 'key' : `key-${spec.access.header}`]: [] }],
    }),
    requestParams: {
      ...(spec.params && { path: spec.params }),
      ...(spec.query && { query: spec.query }),
      ...(spec.method === 'POST' &&
        (spec.access.kind === 'session' || spec.access.kind === 'key') &&
        typeof spec.response !== 'string' && { header: idempotencyKey }),
    },
    ...bodyOf(spec),
    responses: {
      [good]: answerOf(spec),
      ...refusalsOf(spec, route.errors),
    },
  }
}

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The same key with the same request is run once and answered the same.' }),
})

/** Several codes may share a status, hence one answer per status that names them all. */
function refusalsOf(spec: RouteSpec, own: PluginErrors = {}): ZodOpenApiOperationObject['responses'] {
  const general: ErrorCode[] = [
    'ERR_VALIDATION',
    'ERR_TOO_MANY_REQUESTS',
    'ERR_INTERNAL',
    'ERR_UNAVAILABLE',
    ...(spec.access.kind === 'session'
      ? (['ERR_SESSION_ENDED', 'ERR_SESSION_EXPIRED', 'ERR_NO_PERMISSION'] as const)
      : []),
    ...(spec.access.kind === 'key' ? (['ERR_TOKEN_REFUSED', 'ERR_LICENSE_BLOCKED'] as const) : []),
    ...(spec.access.kind === 'company' ? (['ERR_NOT_FOUND'] as const) : []),
  ]
  const refusals = [...new Set([...(spec.errors ?? []), ...general])].flatMap((code) => {
    const error = isCoreError(code) ? errorCatalogue[code] : declaredError(code, own)
    return error ? [{ code, ...error }] : []
  })
  const byStatus = Map.groupBy(refusals, ({ status }) => String(status))
  return Object.fromEntries(
    [...byStatus].sort().map(([status, group]) => [
      status,
      {
        description: group.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
        content: { 'application/json': { schema: ErrorBody } },
      },
    ]),
  )
}

function bodyOf(spec: RouteSpec): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (spec.encoding === 'multipart')
    return {
      requestBody: {
        content: {
          'multipart/form-data': { schema: spec.body ?? z.object({}) },
          ...(spec.body && { 'application/json': { schema: spec.body } }),
        },
      },
    }
  return spec.body ? { requestBody: { content: { 'application/json': { schema: spec.body } } } } : {}
}

function answerOf(spec: RouteSpec): { description: string; content?: Record<string, object> } {
  if (spec.status === 204) return { description: 'Done' }
  if (spec.response === 'stream') return { description: 'Server-sent events', content: { 'text/event-stream': {} } }
  if (spec.response === 'bytes') return { description: 'A file or a page', content: { '*/*': {} } }
  return { description: 'Good answer', content: { 'application/json': { schema: spec.response } } }
}

function describable(path: string, method: 'get', operation: ZodOpenApiOperationObject): boolean {
  try {
    createDocument(
      { openapi: '3.1.1', info: { title: '', version: '' }, paths: { [path]: { [method]: operation } } },
      options,
    )
    return true
  } catch {
    return false
  }
}

const bare = (
  route: BoundRoute,
  { operationId, summary, tags, security }: ZodOpenApiOperationObject,
): ZodOpenApiOperationObject => ({
  ...(operationId && { operationId }),
  ...(summary && { summary }),
  ...(tags && { tags }),
  ...(security && { security }),
  ...(route.path.includes(':') && {
    parameters: [...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => ({
      name: name!,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    })),
  }),
  responses: { [String(route.spec.status ?? 200)]: { description: 'Good answer' } },
})

const operations = new Set(['livez', 'readyz', 'metrics'])

/** Plugins are under their ids, core under the first word of the path, probes together. */
function tagOf(route: BoundRoute): string {
  if (route.owner !== 'core') return route.owner
  const word = route.path.split('/').find((segment) => segment !== '' && !segment.startsWith(':')) ?? 'core'
  return operations.has(word) ? 'operations' : word
}
