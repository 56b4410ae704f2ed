import {
  ContactChange,
  ContactMerge,
  ContactMergePage,
  ContactMergeQuery,
  ContactMergeRequest,
  ContactNote,
  ContactNoteInput,
  ContactNotePage,
  ContactNoteQuery,
  ContactPage,
  ContactQuery,
  ContactRecord,
  ContactSummary,
  ContactTicketPage,
  ContactTicketQuery,
  defineRoute,
  ExchangedFilePage,
  ExchangedFileQuery,
  ExchangedLinkPage,
  ExchangedLinkQuery,
  id,
  NewContact,
  type ContactId,
  type MergeId,
  type Viewer,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import { maxPictureBytes } from '../users/picture.ts'
import type { ContactChanges } from './contact-changes.ts'
import type { ContactCreation } from './contact-creation.ts'
import type { ContactMerges } from './contact-merges.ts'
import type { ContactNotes } from './contact-notes.ts'
import type { ContactsService } from './contacts.service.ts'

const byId = z.object({ id: id<ContactId>() })
const byNote = z.object({ noteId: z.uuid() })
const read = { access: { kind: 'session', permission: 'contacts.read' }, rate: 'read' } as const
const write = { access: { kind: 'session', permission: 'contacts.write' }, rate: 'write', maxBody: 131_072 } as const
const merge = { kind: 'session', permission: 'contacts.merge' } as const
const ofBelongings = ['ERR_NO_TAG_FOUND', 'ERR_NO_USER_FOUND'] as const
const done = z.object({ message: z.string() })

export interface ContactRoutesDeps {
  readonly contacts: ContactsService
  /** Page of a contact's tickets as the viewer may see them. */
  readonly tickets: (
    viewer: Viewer,
    contactId: string,
    query: z.output<typeof ContactTicketQuery>,
  ) => Promise<ContactTicketPage>
  /** Page of the files of these tickets. */
  readonly files: (
    viewer: Viewer,
    contactId: string,
    query: z.output<typeof ExchangedFileQuery>,
  ) => Promise<ExchangedFilePage>
  /** Page of the web links in their messages. */
  readonly links: (
    viewer: Viewer,
    contactId: string,
    query: z.output<typeof ExchangedLinkQuery>,
  ) => Promise<ExchangedLinkPage>
  readonly merges: ContactMerges
  readonly creation: ContactCreation
  readonly changes: ContactChanges
  readonly notes: ContactNotes
}

export const contactRoutes = ({
  contacts,
  tickets,
  files,
  links,
  merges,
  creation,
  changes,
  notes,
}: ContactRoutesDeps): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts',
      summary: 'Contacts in an order, those that a search finds and that filters leave',
      ...read,
      query: ContactQuery,
      response: ContactPage,
    }),
    (request, caller) => contacts.list(viewerOf(caller), request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/contacts',
      summary: 'Write a contact down',
      ...write,
      body: NewContact,
      response: ContactRecord,
      status: 201,
      errors: ['ERR_CONTACT_LIMIT_REACHED', 'ERR_DUPLICATED_CONTACT', ...ofBelongings],
    }),
    async (request, caller) => contacts.get(viewerOf(caller), await creation.create(viewerOf(caller), request.body)),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id',
      summary:
        'One contact with identities, tags, wallets and notes; one that was merged answers the contact it is part of',
      ...read,
      params: byId,
      response: ContactRecord,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => contacts.get(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/contacts/:id',
      summary: 'Change what is given of a contact',
      ...write,
      params: byId,
      body: ContactChange,
      response: ContactRecord,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT', ...ofBelongings],
    }),
    async (request, caller) =>
      contacts.get(viewerOf(caller), await changes.change(viewerOf(caller), request.params.id, request.body)),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/contacts/:id',
      summary: 'Delete a contact with whom there are no conversations',
      ...write,
      access: { kind: 'session', permission: 'contacts.delete' },
      params: byId,
      response: done,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_TICKETS_REGISTERED', 'ERR_ERASURE_RUNNING'],
    }),
    async (request, caller) => {
      await changes.remove(viewerOf(caller), request.params.id)
      return { message: 'Contact deleted' }
    },
  ),
  {
    ...bindRoute(
      defineRoute({
        ...write,
        rate: 'upload',
        method: 'PUT',
        path: '/contacts/:id/image',
        summary: 'Set a contact’s picture',
        params: byId,
        encoding: 'multipart',
        maxBody: maxPictureBytes + 65_536,
        response: ContactRecord,
        errors: [
          'ERR_NO_CONTACT_FOUND',
          'ERR_NO_FILE_UPLOADED',
          'ERR_FILE_TYPE',
          'ERR_FILE_TOO_LARGE',
          'ERR_INVALID_IMAGE',
          'ERR_IMAGE_TOO_LARGE',
        ],
      }),
      async (request, caller) =>
        contacts.get(viewerOf(caller), await changes.setPicture(viewerOf(caller), request.params.id, request.files)),
    ),
    maxFile: { bytes: maxPictureBytes, code: 'ERR_FILE_TOO_LARGE' },
  },
  bindRoute(
    defineRoute({
      ...write,
      method: 'DELETE',
      path: '/contacts/:id/image',
      summary: 'Take a contact’s picture away',
      params: byId,
      response: ContactRecord,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    async (request, caller) =>
      contacts.get(viewerOf(caller), await changes.setPicture(viewerOf(caller), request.params.id, null)),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id/tickets',
      summary: 'The conversations with a contact that the caller may see, the last one first',
      ...read,
      params: byId,
      query: ContactTicketQuery,
      response: ContactTicketPage,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => tickets(viewerOf(caller), request.params.id, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id/files',
      summary: 'Files of the conversations with a contact that the caller may see, newest first, of one kind',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byId,
      query: ExchangedFileQuery,
      response: ExchangedFilePage,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => files(viewerOf(caller), request.params.id, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id/links',
      summary: 'Web links in the conversations with a contact that the caller may see, newest first',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byId,
      query: ExchangedLinkQuery,
      response: ExchangedLinkPage,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => links(viewerOf(caller), request.params.id, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id/suggestions',
      summary: 'Contacts that may be the same person, by number or e-mail address',
      access: merge,
      rate: 'read',
      params: byId,
      response: z.array(ContactSummary),
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => contacts.suggestions(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contacts/:id/merges',
      summary: 'What became part of this contact, newest first',
      ...read,
      params: byId,
      query: ContactMergeQuery,
      response: ContactMergePage,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    (request, caller) => merges.list(viewerOf(caller), request.params.id, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/contacts/:id/merge',
      summary: 'Make another contact part of this one',
      access: merge,
      rate: 'write',
      params: byId,
      body: ContactMergeRequest,
      response: ContactMerge,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGE_SAME', 'ERR_CONTACT_MERGE_GROUP'],
    }),
    (request, caller) => merges.merge(viewerOf(caller), request.params.id, request.body.from),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/contacts/merges/:mergeId/undo',
      summary: 'Undo a merge: two contacts again, each with what came through its own identities',
      access: merge,
      rate: 'write',
      params: z.object({ mergeId: id<MergeId>() }),
      response: ContactMerge,
      errors: ['ERR_NO_MERGE_FOUND', 'ERR_MERGE_UNDONE', 'ERR_MERGE_CONTINUED'],
    }),
    (request, caller) => merges.undo(viewerOf(caller), request.params.mergeId),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/contact-notes',
      summary: 'Notes about all contacts, newest first',
      ...read,
      query: ContactNoteQuery,
      response: ContactNotePage,
    }),
    (request, caller) => notes.list(viewerOf(caller), request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/contacts/:id/notes',
      summary: 'Write a note about a contact',
      ...write,
      params: byId,
      body: ContactNoteInput,
      response: ContactNote,
      status: 201,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_NOTES_FULL'],
    }),
    (request, caller) => notes.create(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/contact-notes/:noteId',
      summary: 'Change a note',
      ...write,
      params: byNote,
      body: ContactNoteInput,
      response: ContactNote,
      errors: ['ERR_NO_CONTACT_NOTE_FOUND'],
    }),
    (request, caller) => notes.change(viewerOf(caller), request.params.noteId, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/contact-notes/:noteId',
      summary: 'Delete a note',
      ...write,
      params: byNote,
      response: done,
      errors: ['ERR_NO_CONTACT_NOTE_FOUND'],
    }),
    async (request, caller) => {
      await notes.remove(viewerOf(caller), request.params.noteId)
      return { message: 'Note deleted' }
    },
  ),
]
