import { defineRoute, HexColor, id, Tag, TagName, TagOverviewPage, type TagId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import { TagOverviewQuery, type TagOverviews } from './tag-overviews.ts'
import type { TagsService } from './tags.service.ts'

const manage = { access: { kind: 'session', permission: 'tags.manage' }, rate: 'write', maxBody: 8_192 } as const
const params = z.object({ tagId: id<TagId>() })
const body = z.object({
  tag: TagName,
  color: HexColor.optional(),
  isActive: z.boolean().optional(),
})

const List = defineRoute({
  method: 'GET',
  path: '/tags',
  summary: 'The tags of the company',
  access: { kind: 'session', permission: 'tags.read' },
  rate: 'read',
  query: z.object({ isActive: z.stringbool().optional() }),
  response: z.array(Tag),
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag',
  body,
  response: Tag,
  errors: ['ERR_TAG_NAME_EXISTS'],
})
const Update = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/tags/:tagId',
  summary: 'Change a tag',
  params,
  body,
  response: Tag,
  errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NAME_EXISTS'],
})
const Remove = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/tags/:tagId',
  summary: 'Delete a tag that no contact carries',
  params,
  response: z.object({ message: z.string() }),
  errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_CONTACTS_EXISTS'],
})
const Overview = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/tags/overview',
  summary: 'Tags by name, with how many contacts and tickets carry them',
  query: TagOverviewQuery,
  response: TagOverviewPage,
})

export function tagRoutes({
  tags,
  overviews,
}: {
  readonly tags: TagsService
  readonly overviews: TagOverviews
}): readonly BoundRoute[] {
  return [
    bindRoute(Overview, (request, caller) => overviews.page(viewerOf(caller).tenantId, request.query)),
    bindRoute(List, (request, caller) => tags.list(viewerOf(caller).tenantId, request.query.isActive)),
    bindRoute(Create, (request, caller) => tags.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => tags.update(viewerOf(caller), request.params.tagId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await tags.remove(viewerOf(caller), request.params.tagId)
      return { message: 'Tag deleted' }
    }),
  ]
}
