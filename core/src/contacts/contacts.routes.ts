import { Contact, ContactMerge, ContactMergePage, ContactMergeQuery, ContactMergeRequest, ContactPage, ContactQuery, ContactSummary, defineRoute, id, NewContact, type ContactId, type MergeId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ContactCreation } from './contact-creation.ts'
import type { ContactMerges } from './contact-merges.ts'
import type { ContactsService } from './contacts.service.ts'

const byId = z.object({ id: id<ContactId>() })
const read = { access: { kind: 'session', permission: 'contacts.read' }, rate: 'read' } as const
const merge = { kind: 'session', permission: 'contacts.merge' } as const

export const contactRoutes = (contacts: ContactsService, merges: ContactMerges, creation: ContactCreation): BoundRoute[] => [
  bindRoute(defineRoute({ method: 'GET', path: '/contacts', summary: 'Contacts by name, or those that a search finds', ...read, query: ContactQuery, response: ContactPage }),
    (request, caller) => contacts.list(viewerOf(caller), request.query)),
  bindRoute(defineRoute({
    method: 'POST', path: '/contacts', summary: 'Write a contact down', access: { kind: 'session', permission: 'contacts.write' }, rate: 'write', maxBody: 8_192, body: NewContact, response: Contact, status: 201,
    errors: ['ERR_CONTACT_LIMIT_REACHED', 'ERR_DUPLICATED_CONTACT'],
  }), async (request, caller) => contacts.get(viewerOf(caller), await creation.create(viewerOf(caller), request.body))),
  bindRoute(defineRoute({ method: 'GET', path: '/contacts/:id', summary: 'One contact with identities and tags; one that was merged answers the contact it is part of', ...read, params: byId, response: Contact, errors: ['ERR_NO_CONTACT_FOUND'] }),
    (request, caller) => contacts.get(viewerOf(caller), request.params.id)),
  bindRoute(defineRoute({ method: 'GET', path: '/contacts/:id/suggestions', summary: 'Contacts that may be the same person, by number or e-mail address', access: merge, rate: 'read', params: byId, response: z.array(ContactSummary), errors: ['ERR_NO_CONTACT_FOUND'] }),
    (request, caller) => contacts.suggestions(viewerOf(caller), request.params.id)),
  bindRoute(defineRoute({ method: 'GET', path: '/contacts/:id/merges', summary: 'What became part of this contact, newest first', ...read, params: byId, query: ContactMergeQuery, response: ContactMergePage, errors: ['ERR_NO_CONTACT_FOUND'] }),
    (request, caller) => merges.list(viewerOf(caller), request.params.id, request.query)),
  bindRoute(defineRoute({
    method: 'POST', path: '/contacts/:id/merge', summary: 'Make another contact part of this one', access: merge, rate: 'write', params: byId, body: ContactMergeRequest, response: ContactMerge,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGE_SAME', 'ERR_CONTACT_MERGE_GROUP'],
  }), (request, caller) => merges.merge(viewerOf(caller), request.params.id, request.body.from)),
  bindRoute(defineRoute({
    method: 'POST', path: '/contacts/merges/:mergeId/undo', summary: 'Undo a merge: two contacts again, each with what came through its own identities', access: merge, rate: 'write',
    params: z.object({ mergeId: id<MergeId>() }), response: ContactMerge, errors: ['ERR_NO_MERGE_FOUND', 'ERR_MERGE_UNDONE', 'ERR_MERGE_CONTINUED'],
  }), (request, caller) => merges.undo(viewerOf(caller), request.params.mergeId)),
]
