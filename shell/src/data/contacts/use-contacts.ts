import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type {
  ContactChange,
  ContactNote,
  ContactNoteInput,
  ContactNotePage,
  ContactPage,
  ContactRecord,
  ContactTicketPage,
  NewContact,
  Tag,
} from '../../base/contracts.ts'
import { pictureForm } from '../../base/pictures/picture-form.ts'
import { queryOf, type ContactFilter } from './contact-filter.ts'

const pageSize = 60

export function useContactList(filter: ContactFilter) {
  const api = useApi()
  const query = queryOf(filter)
  return useInfiniteQuery({
    queryKey: keys.contactList(query),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactPage>('/contacts', { signal, query: { ...query, limit: pageSize, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

export function useContactRecord(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.contact(id),
    queryFn: ({ signal }) => api.get<ContactRecord>(`/contacts/${id}`, { signal }),
  })
}

export function useContactNotes() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.contactNotes,
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactNotePage>('/contact-notes', { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** The conversations with a contact, the last one first, so many a page. */
export function useContactTickets(id: string, limit: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.contactTickets(id, limit),
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactTicketPage>(`/contacts/${id}/tickets`, { signal, query: { cursor: pageParam, limit } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Everything that is done with a contact. Forms and dialogs show their own failures. */
export function useContactActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('contacts')
  const changed = (contact: ContactRecord): void => {
    queries.setQueryData(keys.contact(contact.id), contact)
    for (const queryKey of [keys.contactLists, ['contacts', 'search'], keys.threads])
      void queries.invalidateQueries({ queryKey })
  }
  const noted = (contactId: string): void => {
    for (const queryKey of [keys.contactNotes, keys.contact(contactId)]) void queries.invalidateQueries({ queryKey })
  }
  return {
    create: useMutation({
      mutationFn: (input: NewContact) => api.post<ContactRecord>('/contacts', input),
      onSuccess: (contact) => {
        changed(contact)
        toast.success(t('done.created', { name: contact.name }))
      },
    }),
    change: useMutation({
      mutationFn: ({ id, ...input }: ContactChange & { id: string }) =>
        api.put<ContactRecord>(`/contacts/${id}`, input),
      onSuccess: changed,
    }),
    picture: useMutation({
      mutationFn: ({ id, file }: { id: string; file: File | null }) =>
        file
          ? api.upload<ContactRecord>(`/contacts/${id}/image`, pictureForm(file), { method: 'PUT' })
          : api.delete<ContactRecord>(`/contacts/${id}/image`),
      onSuccess: changed,
      onError: reportFailure,
    }),
    remove: useMutation({
      mutationFn: ({ id }: { id: string; name: string }) => api.delete(`/contacts/${id}`),
      onSuccess: (_answer, { id, name }) => {
        queries.removeQueries({ queryKey: keys.aboutContact(id) })
        for (const queryKey of [keys.contactLists, keys.contactNotes, ['contacts', 'search']])
          void queries.invalidateQueries({ queryKey })
        toast.success(t('done.deleted', { name }))
      },
    }),
    createTag: useMutation({
      mutationFn: (input: { tag: string; color: string }) => api.post<Tag>('/tags', input),
      onSuccess: () => void queries.invalidateQueries({ queryKey: keys.tags }),
    }),
    writeNote: useMutation({
      mutationFn: ({ contactId, id, ...input }: ContactNoteInput & { contactId: string; id?: string | undefined }) =>
        id
          ? api.put<ContactNote>(`/contact-notes/${id}`, input)
          : api.post<ContactNote>(`/contacts/${contactId}/notes`, input),
      onSuccess: (_note, { contactId }) => noted(contactId),
    }),
    removeNote: useMutation({
      mutationFn: ({ id }: { id: string; contactId: string }) => api.delete(`/contact-notes/${id}`),
      onSuccess: (_answer, { contactId }) => noted(contactId),
    }),
  }
}
