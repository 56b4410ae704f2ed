import { useQuery } from '@tanstack/react-query'
import { keys } from '../app/query-keys.ts'
import { api } from '../app/services.ts'

/** What the installation says of itself before anybody has signed in, as far as the entrance shows it. */
export interface LoadConfig { readonly applicationName: string; readonly logoUrl: string | null; readonly loginFormPosition?: 'left' | 'center' | 'right'; readonly termsUrl?: string | null }

/** Undefined until it is known; the entrance is drawn without it and does not fail for it. */
export const useLoadConfig = (): LoadConfig | undefined => useQuery({ queryKey: keys.loadConfig, queryFn: ({ signal }) => api.get<LoadConfig>('/load-config', { signal }), staleTime: 5 * 60_000 }).data
