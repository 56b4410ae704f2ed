import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type {
  AttributeDefinition,
  AttributeOwner,
  AttributeUpdate,
  AttributeUsage,
  NewAttribute,
} from '../../base/contracts.ts'

/** The company's attributes of both kinds, in their order. Asked once and shared. */
export function useAttributeQuery() {
  const api = useApi()
  return useQuery({
    queryKey: keys.attributes,
    queryFn: ({ signal }) => api.get<AttributeDefinition[]>('/attributes', { signal }),
  })
}

/** Attributes of contacts, or of tickets; none while they are loading. */
export function useAttributes(owner: AttributeOwner): readonly AttributeDefinition[] {
  return (useAttributeQuery().data ?? []).filter((definition) => definition.owner === owner)
}

/** Number of contacts or tickets with a value, fetched while a deletion is being confirmed. */
export function useAttributeUsage(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.attributeUsage(id),
    gcTime: 0,
    queryFn: ({ signal }) => api.get<AttributeUsage>(`/attributes/${id}/usage`, { signal }),
  })
}

/** Fields of an attribute that an update keeps. */
export const updateOf = ({
  label,
  description,
  options,
  requiredToResolve,
  isArchived,
}: AttributeDefinition): AttributeUpdate => ({
  label,
  description,
  requiredToResolve,
  isArchived,
  options: options.filter(({ isFormer }) => !isFormer).map((option) => ({ id: option.id, label: option.label })),
})

/** Everything that is done with attributes. The form and the dialog show their own failures. */
export function useAttributeActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('attributes')
  const changed = () => queries.invalidateQueries({ queryKey: keys.attributes, exact: true })
  const put = ({ id, ...change }: AttributeUpdate & { id: string }) =>
    api.put<AttributeDefinition>(`/attributes/${id}`, change)
  return {
    create: useMutation({
      mutationFn: (input: NewAttribute) => api.post<AttributeDefinition>('/attributes', input),
      onSuccess: ({ label }) => {
        toast.success(t('saved', { name: label }))
        return changed()
      },
    }),
    change: useMutation({
      mutationFn: put,
      onSuccess: ({ label }) => {
        toast.success(t('saved', { name: label }))
        return changed()
      },
    }),
    archive: useMutation({
      mutationFn: ({ definition, isArchived }: { definition: AttributeDefinition; isArchived: boolean }) =>
        put({ id: definition.id, ...updateOf(definition), isArchived }),
      onSuccess: ({ label, isArchived }) => {
        toast.success(t(isArchived ? 'archivedNow' : 'restored', { name: label }))
        return changed()
      },
    }),
    remove: useMutation({
      mutationFn: ({ id }: AttributeDefinition) => api.delete(`/attributes/${id}`),
      onSuccess: (_answer, { label }) => {
        toast.success(t('deleted', { name: label }))
        return changed()
      },
    }),
    /** Shown in the new order at once, and as it was where it could not be kept. */
    order: useMutation({
      mutationFn: ({ owner, rows }: { owner: AttributeOwner; rows: readonly AttributeDefinition[] }) =>
        api.put<AttributeDefinition[]>('/attributes/order', { owner, ids: rows.map(({ id }) => id) }),
      onMutate: ({ owner, rows }) =>
        queries.setQueryData<AttributeDefinition[]>(
          keys.attributes,
          (known) => known && [...known.filter((one) => one.owner !== owner), ...rows],
        ),
      onError: reportFailure,
      onSettled: changed,
    }),
  }
}
