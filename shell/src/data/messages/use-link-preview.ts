import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { LinkPreview, Message } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'
import { useCompanySettings } from '../company/use-company.ts'

/** Half as long as the path of its picture is valid. Milliseconds. */
const freshMs = 12 * 60 * 60_000

/**
 * What the server says of the page behind the link of a message, once `isWanted`; undefined until then, where there is
 * nothing to show, and in a company that wants no previews. One that fails is no loss: nobody is told.
 */
export function useLinkPreview(message: Pick<Message, 'id'>, link: string, isWanted: boolean): LinkPreview | undefined {
  const api = useApi()
  const isOn = useCompanySettings().data?.linkPreviews ?? false
  const { data } = useQuery({
    queryKey: keys.linkPreview(message.id, link),
    queryFn: ({ signal }) =>
      api.get<{ preview: LinkPreview | null }>(`/messages/${message.id}/link-preview`, { signal }),
    enabled: isOn && isWanted,
    staleTime: freshMs,
    retry: false,
  })
  return isOn ? (data?.preview ?? undefined) : undefined
}
