import type {
  AttributeDefinition,
  AttributeOwner,
  Connection,
  ContactSegment,
  FormReference,
  Queue,
  Tag,
  User,
} from '@recado/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../plugin/api.ts'
import { useApi } from '../plugin/context.tsx'
import type { Choice } from '../kit/choice.ts'

/** An object of the company that a field can refer to. One that cannot be chosen any more still has its name. */
export interface Reference extends Choice {
  readonly isOffered: boolean
}

interface UserPage {
  readonly users: readonly Pick<User, 'id' | 'name'>[]
  readonly nextCursor: string | null
}

/** Pages of users that are read at most. */
const mostPages = 25

async function allUsers(api: Api, signal: AbortSignal): Promise<Reference[]> {
  const found: Reference[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const { users, nextCursor }: UserPage = await api.get<UserPage>('/users/with-queue', { signal, query: { cursor } })
    found.push(...users.map(({ id, name }) => ({ value: id, label: name, isOffered: true })))
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return found
}

const attributes =
  (owner: AttributeOwner) =>
  async (api: Api, signal: AbortSignal): Promise<Reference[]> =>
    (await api.get<AttributeDefinition[]>('/attributes', { signal, query: { owner } })).map(
      ({ key, label, isArchived }) => ({ value: key, label, isOffered: !isArchived }),
    )

const sources: Readonly<Record<FormReference, (api: Api, signal: AbortSignal) => Promise<Reference[]>>> = {
  queue: async (api, signal) =>
    (await api.get<Queue[]>('/queue', { signal })).map(({ id, queue, color, isActive }) => ({
      value: id,
      label: queue,
      color,
      isOffered: isActive,
    })),
  user: allUsers,
  tag: async (api, signal) =>
    (await api.get<Tag[]>('/tags', { signal })).map(({ id, tag, color, isActive }) => ({
      value: id,
      label: tag,
      color,
      isOffered: isActive,
    })),
  connection: async (api, signal) =>
    (await api.get<Connection[]>('/whatsapp', { signal })).map(({ id, name }) => ({
      value: id,
      label: name,
      isOffered: true,
    })),
  contactAttribute: attributes('contact'),
  ticketAttribute: attributes('ticket'),
  segment: async (api, signal) =>
    (await api.get<ContactSegment[]>('/contact-segments', { signal }))
      .filter(({ shared }) => shared)
      .map(({ id, name }) => ({ value: id, label: name, isOffered: true })),
}

/** Time for which a loaded list counts as current. */
const staleAfterMs = 30_000

/**
 * Objects of the company that a field can refer to, as the user may read them. Sends no request for a field of another
 * kind.
 */
export function useReferences(of: FormReference | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['kit', 'references', of],
    queryFn: ({ signal }) => sources[of!](api, signal),
    enabled: of !== undefined,
    staleTime: staleAfterMs,
  })
}
