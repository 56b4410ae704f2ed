import { Contact, defineRoute, id, type ContactId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ContactsService } from './contacts.service.ts'

export const contactRoutes = (contacts: ContactsService): BoundRoute[] => [
  bindRoute(defineRoute({
    method: 'GET', path: '/contacts/:id', summary: 'One contact with identities and tags', access: { kind: 'session', permission: 'contacts.read' }, rate: 'read',
    params: z.object({ id: id<ContactId>() }), response: Contact, errors: ['ERR_NO_CONTACT_FOUND'],
  }), (request, caller) => contacts.get(viewerOf(caller), request.params.id)),
]
