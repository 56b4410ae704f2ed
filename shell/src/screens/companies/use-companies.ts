import { toast, useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { Company, CompanyChange, LicenceOrder } from '../../base/contracts.ts'

interface Page {
  companies: Company[]
  nextCursor: string | null
}
export interface NewCompany extends CompanyChange {
  name: string
  admin: { name: string; email: string; password?: string }
}

export function useCompanies(searchParam: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.companyList(searchParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>('/tenants', { query: { searchParam, cursor: pageParam }, signal }),
  })
}

export function useCompanyActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('companies')
  const refresh = () => {
    for (const queryKey of [keys.companies, keys.companyPlans]) void queries.invalidateQueries({ queryKey })
  }
  const create = useMutation({
    mutationFn: (input: NewCompany) => api.post<{ company: Company }>('/tenants', input),
    onSuccess: () => {
      refresh()
      toast.success(t('companies.created'))
    },
  })
  const change = useMutation({
    mutationFn: ({ id, ...input }: CompanyChange & { id: string; words: string }) =>
      api.put<Company>(`/tenants/${id}`, withoutWords(input)),
    onSuccess: (_company, { words }) => {
      refresh()
      toast.success(t(words))
    },
  })
  const issue = useMutation({
    mutationFn: ({ id, ...order }: LicenceOrder & { id: string }) =>
      api.post<{ token: string }>(`/tenants/${id}/licence`, order),
    onSuccess: refresh,
  })
  return { create, change, issue }
}

const withoutWords = ({ words: _words, ...change }: CompanyChange & { words: string }): CompanyChange => change
