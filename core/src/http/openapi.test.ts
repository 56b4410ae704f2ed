import { defineRoute, Ticket } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { docsRoutes } from './docs.routes.ts'
import { rig } from './http.rig.ts'
import { openApiDocument } from './openapi.ts'
import { bindRoute, type BoundRoute } from './route.ts'

const list = bindRoute(
  defineRoute({
    method: 'GET',
    path: '/tickets/:ticketId',
    summary: 'One ticket',
    access: { kind: 'session', permission: 'tickets.read' },
    rate: 'read',
    params: z.object({ ticketId: z.uuid() }),
    query: z.object({ page: z.coerce.number().default(1) }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  () => ({}) as never,
)
const create = bindRoute(
  defineRoute({
    method: 'POST',
    path: '/tickets',
    summary: 'Open',
    access: { kind: 'session', permission: 'tickets.write' },
    rate: 'write',
    body: z.object({ name: z.string() }),
    response: z.object({ ok: z.boolean() }),
    status: 201,
  }),
  () => ({ ok: true }),
)
const odd: BoundRoute = {
  ...bindRoute(
    defineRoute({
      method: 'POST',
      path: '/p/odd/:x',
      summary: 'Odd',
      access: { kind: 'public' },
      rate: 'write',
      body: z.map(z.symbol(), z.symbol()),
      params: z.object({ x: z.string() }),
      response: z.object({}),
    }),
    () => ({}),
  ),
  owner: 'odd',
}
const declaring: BoundRoute = {
  ...bindRoute(
    defineRoute({
      method: 'GET',
      path: '/p/stock/items',
      summary: 'Items',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({}),
      errors: ['ERR_STOCK_EMPTY', 'ERR_OF_NOBODY'],
    }),
    () => ({}),
  ),
  owner: 'stock',
  errors: { ERR_STOCK_EMPTY: { status: 409, when: 'Nothing is left.' } },
}
const document = openApiDocument([list, create, odd, declaring], { version: '1.2.3', server: undefined })

describe('the OpenAPI document', () => {
  it('describes parameters, permission, refusals and named schemas of a route', () => {
    const { get } = document.paths!['/tickets/{ticketId}']!
    expect(document.openapi).toBe('3.1.1')
    expect(get).toMatchObject({
      summary: 'One ticket',
      tags: ['tickets'],
      security: [{ session: [] }],
      description: expect.stringContaining('tickets.read'),
      parameters: [
        { in: 'path', name: 'ticketId', required: true, schema: { type: 'string', format: 'uuid' } },
        { in: 'query', name: 'page', schema: { default: 1 } },
      ],
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ticket' } } } },
        404: { description: expect.stringContaining('ERR_NO_TICKET_FOUND') },
        403: { description: expect.stringContaining('ERR_SESSION_EXPIRED') },
      },
    })
    expect(document.paths!['/tickets']!.post).toMatchObject({
      parameters: [{ in: 'header', name: 'Idempotency-Key' }],
      responses: { 201: {} },
    })
    expect(Object.keys(document.components!.schemas!)).toEqual(
      expect.arrayContaining(['Ticket', 'Message', 'Contact', 'Error']),
    )
  })

  it('describes a route whose schema has no JSON form as far as it can, and the others in full', () => {
    expect(document.paths!['/p/odd/{x}']!.post).toMatchObject({
      summary: 'Odd',
      tags: ['odd'],
      parameters: [{ in: 'path', name: 'x' }],
    })
  })

  it('describes the codes that a plugin declares', () => {
    expect(document.paths!['/p/stock/items']!.get!.responses!['409']).toMatchObject({
      description: '`ERR_STOCK_EMPTY`: Nothing is left.',
    })
    expect(JSON.stringify(document)).not.toContain('ERR_OF_NOBODY')
  })

  it('follows the mounted routes', async () => {
    const { http } = rig([])
    const docs = docsRoutes({ routes: () => http.routes, version: '1', publicUrl: undefined })
    const paths = async () =>
      Object.keys(
        ((await (await http.app.fetch(new Request('http://x/openapi.json'))).json()) as { paths: object }).paths,
      )
    http.setRoutes(docs)
    expect(await paths()).not.toContain('/tickets')
    http.setRoutes([...docs, create])
    expect(await paths()).toContain('/tickets')
  })
})
