import { QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { waitingTickets } from '../notifications/waiting-tickets.ts'
import { keys } from '../../base/query-keys.ts'
import { publicApi } from '../../base/session/services.ts'

/** Public facts of the installation, from `GET /load-config` (S7-026). */
export interface PublicSettings {
  readonly applicationName: string
  readonly logoUrl: string | null
  readonly pageUrl: string | null
  readonly builderUrl: string | null
  readonly recaptchaKey: string | null
  readonly videos: readonly { readonly title: string; readonly url: string }[]
  readonly registrationOpen: boolean
  readonly loginFormPosition: 'left' | 'center' | 'right'
  readonly termsUrl: string | null
  readonly captchaMode: 'suspicious' | 'always'
}

const storageKey = 'recado.load-config'
/** Cache time, that of the version (S7-028): milliseconds. */
export const publicSettingsKeptMs = 300_000

/** Apart from the answers of a session, which are dropped when it ends. */
const publicQueries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', refetchOnWindowFocus: false } },
})

/** After they were changed from here. */
export const refreshPublicSettings = (): Promise<void> => publicQueries.invalidateQueries({ queryKey: keys.loadConfig })

/** The last known settings of this browser: drawn until the answer comes, so that a name or logo does not jump. */
function remembered(): PublicSettings | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as PublicSettings | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined only in a browser that was never here, until the first answer. */
export function usePublicSettings(): PublicSettings | undefined {
  return useQuery(
    {
      queryKey: keys.loadConfig,
      staleTime: publicSettingsKeptMs,
      placeholderData: remembered,
      queryFn: async ({ signal }) => {
        const settings = await publicApi.get<PublicSettings>('/load-config', { signal })
        localStorage.setItem(storageKey, JSON.stringify(settings))
        return settings
      },
    },
    publicQueries,
  ).data
}

/** The product's name and mark as this installation calls them. */
export function useBrand(): { readonly name: string; readonly logoUrl: string | null } {
  const settings = usePublicSettings()
  return { name: settings?.applicationName ?? 'Recado', logoUrl: settings?.logoUrl ?? null }
}

/**
 * Keeps the window's title and icon like the brand, and says on both how many conversations wait. Stands once, above
 * all screens.
 */
export function useBrandedWindow(): void {
  const { name, logoUrl } = useBrand()
  const waiting = useSyncExternalStore(waitingTickets.subscribe, waitingTickets.count)
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    icon.href = logoUrl ?? (waiting > 0 ? '/icon-unread.svg' : '/icon.svg')
    if (logoUrl === null) icon.type = 'image/svg+xml'
    else icon.removeAttribute('type')
  }, [name, logoUrl, waiting])
}
