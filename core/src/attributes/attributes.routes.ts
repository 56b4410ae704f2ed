import {
  AttributeDefinition,
  attributeOwners,
  attributesMost,
  AttributeUpdate,
  AttributeUsage,
  defineRoute,
  Empty,
  NewAttribute,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { AttributesService } from './attributes.service.ts'

const manage = { access: { kind: 'session', permission: 'attributes.manage' }, rate: 'write', maxBody: 65_536 } as const
const params = z.object({ attributeId: z.uuid() })
const owner = z.enum(attributeOwners)
const notFound = 'ERR_NO_ATTRIBUTE_FOUND'

const List = defineRoute({
  method: 'GET',
  path: '/attributes',
  summary: 'The company’s own attributes of contacts and tickets, in their order',
  access: { kind: 'session', permission: 'tickets.read' },
  rate: 'read',
  query: z.object({ owner: owner.optional() }),
  response: z.array(AttributeDefinition),
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/attributes',
  summary: 'Define an attribute of contacts or of tickets',
  body: NewAttribute,
  response: AttributeDefinition,
  status: 201,
  errors: ['ERR_ATTRIBUTE_LIMIT', 'ERR_ATTRIBUTE_KEY_EXISTS'],
})
const Order = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/attributes/order',
  summary: 'Put the attributes of contacts, or of tickets, in an order',
  body: z.object({ owner, ids: z.array(z.uuid()).min(1).max(attributesMost) }).strict(),
  response: z.array(AttributeDefinition),
})
const Update = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/attributes/:attributeId',
  summary: 'Change, archive or bring back an attribute; options that are not named become former ones',
  params,
  body: AttributeUpdate,
  response: AttributeDefinition,
  errors: [notFound],
})
const Usage = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/attributes/:attributeId/usage',
  summary: 'How many contacts or tickets have a value',
  params,
  response: AttributeUsage,
  errors: [notFound],
})
const Remove = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/attributes/:attributeId',
  summary: 'Delete an attribute that nobody has a value of',
  params,
  response: Empty,
  errors: [notFound, 'ERR_ATTRIBUTE_IN_USE'],
})

export function attributeRoutes(attributes: AttributesService): readonly BoundRoute[] {
  return [
    bindRoute(List, (request, caller) => attributes.list(viewerOf(caller).tenantId, request.query.owner)),
    bindRoute(Create, (request, caller) => attributes.create(viewerOf(caller), request.body)),
    bindRoute(Order, (request, caller) => attributes.order(viewerOf(caller), request.body.owner, request.body.ids)),
    bindRoute(Update, (request, caller) =>
      attributes.update(viewerOf(caller), request.params.attributeId, request.body),
    ),
    bindRoute(Usage, async (request, caller) => ({
      count: await attributes.usage(viewerOf(caller), request.params.attributeId),
    })),
    bindRoute(Remove, async (request, caller) => {
      await attributes.remove(viewerOf(caller), request.params.attributeId)
      return {}
    }),
  ]
}
