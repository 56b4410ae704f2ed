import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { errors } from '../errors.ts'
import {
  CreatedGroup,
  Group,
  GroupChange,
  GroupChannel,
  GroupRules,
  Invitation,
  MembersChange,
  NewGroup,
  Outcomes,
  Requests,
  RequestsDecision,
} from './group.ts'
import { maxPictureBytes } from './limits.ts'

const read = { access: { kind: 'session', permission: 'chat-groups.read' }, rate: 'read' } as const
const manage = { access: { kind: 'session', permission: 'chat-groups.manage' }, rate: 'write' } as const
const ofTicket = {
  params: z.object({ ticketId: id<TicketId>() }),
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_CONNECTION_INACTIVE',
    'ERR_CHANNEL_UNSUPPORTED',
    ...Object.keys(errors),
  ],
} as const
const Done = z.object({ message: z.string() })

/** S7-091. */
export const routes = {
  channels: defineRoute({
    ...manage,
    rate: 'read',
    method: 'GET',
    path: '/channels',
    summary: 'Connections through which a group can be made',
    response: z.object({ channels: z.array(GroupChannel) }),
  }),
  create: defineRoute({
    ...manage,
    method: 'POST',
    path: '/groups',
    summary: 'Makes a group of contacts; answers what became of each of them',
    body: NewGroup,
    response: CreatedGroup,
    status: 201,
    errors: [
      ...ofTicket.errors,
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACTS_NOT_EXISTS_WHATSAPP',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_VALIDATION',
    ],
  }),
  ofTicket: defineRoute({
    ...read,
    ...ofTicket,
    method: 'GET',
    path: '/tickets/:ticketId/group',
    summary: 'The group of a conversation: name, description, rules and members',
    response: Group,
  }),
  change: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'PUT',
    path: '/tickets/:ticketId/group',
    summary: 'Changes name and description',
    body: GroupChange,
    response: Group,
    errors: [...ofTicket.errors, 'ERR_VALIDATION'],
  }),
  rules: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'PATCH',
    path: '/tickets/:ticketId/group',
    summary: 'Changes who may write, who may change the group, and whether joining needs an approval',
    body: GroupRules,
    response: Group,
  }),
  picture: defineRoute({
    ...manage,
    ...ofTicket,
    rate: 'upload',
    method: 'POST',
    path: '/tickets/:ticketId/group/picture',
    summary: 'Changes the picture: JPEG, PNG or WebP of 5 MB at most',
    encoding: 'multipart',
    maxBody: maxPictureBytes + 64 * 1_024,
    body: z.object({}),
    response: Done,
    errors: [...ofTicket.errors, 'ERR_NO_FILE_UPLOADED', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE'],
  }),
  removePicture: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'DELETE',
    path: '/tickets/:ticketId/group/picture',
    summary: 'Removes the picture',
    response: Done,
  }),
  members: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'POST',
    path: '/tickets/:ticketId/group/members',
    summary: 'Adds or removes people, makes them administrators or plain members; answers what became of each',
    body: MembersChange,
    response: Outcomes,
    errors: [...ofTicket.errors, 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT', 'ERR_VALIDATION'],
  }),
  invitation: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'POST',
    path: '/tickets/:ticketId/group/invitation',
    summary: 'The address by which people join; renewed, the one before is invalid',
    body: z.object({ renew: z.boolean().default(false) }),
    response: Invitation,
  }),
  requests: defineRoute({
    ...manage,
    ...ofTicket,
    rate: 'read',
    method: 'GET',
    path: '/tickets/:ticketId/group/requests',
    summary: 'Who asks to be let in',
    response: Requests,
  }),
  decide: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'POST',
    path: '/tickets/:ticketId/group/requests',
    summary: 'Approves or rejects who asks to be let in (S4-143, S4-144)',
    body: RequestsDecision,
    response: Outcomes,
  }),
  leave: defineRoute({
    ...manage,
    ...ofTicket,
    method: 'DELETE',
    path: '/tickets/:ticketId/group',
    summary: 'Leaves the group; the conversation stays',
    response: Done,
  }),
}
