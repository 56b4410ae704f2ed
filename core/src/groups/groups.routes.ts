import { defineRoute, Empty, UserGroup, UserGroupInput } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import { maxPictureBytes } from '../users/picture.ts'
import type { GroupsService } from './groups.service.ts'

// S9-089: groups need the tier PLUS.
const tier = 'plus'
const manage = {
  tier,
  access: { kind: 'session', permission: 'groups.manage' },
  rate: 'write',
  maxBody: 65_536,
} as const
const params = z.object({ groupId: z.uuid() })
const errors = ['ERR_NO_GROUP_FOUND', 'ERR_GROUP_NAME_EXISTS', 'ERR_NO_USER_FOUND'] as const

const List = defineRoute({
  tier,
  method: 'GET',
  path: '/user-groups',
  summary: 'Groups of users with their members',
  access: { kind: 'session', permission: 'groups.read' },
  rate: 'read',
  response: z.array(UserGroup),
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/user-groups',
  summary: 'Make a group of users',
  body: UserGroupInput,
  response: UserGroup,
  errors,
})
const Update = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/user-groups/:groupId',
  summary: 'Change a group and who is in it',
  params,
  body: UserGroupInput,
  response: UserGroup,
  errors,
})
const Picture = defineRoute({
  ...manage,
  rate: 'upload',
  method: 'PUT',
  path: '/user-groups/:groupId/image',
  summary: 'Set the picture of a group',
  params,
  encoding: 'multipart',
  maxBody: maxPictureBytes + 65_536,
  response: UserGroup,
  errors: [
    'ERR_NO_GROUP_FOUND',
    'ERR_NO_FILE_UPLOADED',
    'ERR_FILE_TYPE',
    'ERR_FILE_TOO_LARGE',
    'ERR_INVALID_IMAGE',
    'ERR_IMAGE_TOO_LARGE',
  ],
})
const NoPicture = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/user-groups/:groupId/image',
  summary: 'Take the picture of a group away',
  params,
  response: UserGroup,
  errors: ['ERR_NO_GROUP_FOUND'],
})
const Remove = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/user-groups/:groupId',
  summary: 'Delete a group; its members stay',
  params,
  response: Empty,
  errors: ['ERR_NO_GROUP_FOUND'],
})

export function groupRoutes({ groups }: { readonly groups: GroupsService }): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) => groups.list(viewerOf(caller))),
    bindRoute(Create, (request, caller) => groups.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => groups.update(viewerOf(caller), request.params.groupId, request.body)),
    {
      ...bindRoute(Picture, (request, caller) =>
        groups.setPicture(viewerOf(caller), request.params.groupId, request.files),
      ),
      maxFile: { bytes: maxPictureBytes, code: 'ERR_FILE_TOO_LARGE' },
    },
    bindRoute(NoPicture, (request, caller) => groups.setPicture(viewerOf(caller), request.params.groupId, null)),
    bindRoute(Remove, async (request, caller) => {
      await groups.remove(viewerOf(caller), request.params.groupId)
      return {}
    }),
  ]
}
