import { useRouter, useSearch } from '@tanstack/react-router'
import { useApi } from '@recado/sdk/ui'
import { useCallback, useEffect } from 'react'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { MessagePage } from '../../../base/contracts.ts'
import { threadPageSize } from './use-thread.ts'

/** An address as it is, but for the message or the page that it names: this message or none. */
export const atMessage =
  (messageId: string | null) =>
  ({ mensagem: _left, pageNumber: _page, ...rest }: { mensagem?: string; pageNumber?: number }) => ({
    ...rest,
    ...(messageId !== null && { mensagem: messageId }),
  })

/**
 * The message that the address of a conversation names (`?mensagem=`), so that a link leads to it, and how to name
 * another or none.
 */
export function useJump(): [string | null, (messageId: string | null) => void] {
  const router = useRouter()
  const { mensagem } = useSearch({ strict: false }) as { mensagem?: string }
  const jump = useCallback(
    (messageId: string | null) => {
      void router.navigate({ to: '.', search: atMessage(messageId) as never, replace: true })
    },
    [router],
  )
  return [mensagem ?? null, jump]
}

/**
 * S2-048: an address may name a page of a conversation by its number, counted from the end; it leads to the newest
 * message of that page, or to the end where there is no such page.
 */
export function useNumberedPage(ticketId: string, jump: (messageId: string | null) => void): void {
  const api = useApi()
  const { pageNumber } = useSearch({ strict: false }) as { pageNumber?: number }
  useEffect(() => {
    if (pageNumber === undefined) return undefined
    const asked = new AbortController()
    api
      .get<MessagePage>(`/messages/${ticketId}`, { signal: asked.signal, query: { pageNumber, limit: threadPageSize } })
      .then(
        ({ messages }) => jump(messages.at(-1)?.id ?? null),
        (error: unknown) => {
          if (asked.signal.aborted) return
          jump(null)
          reportFailure(error)
        },
      )
    return () => asked.abort()
  }, [api, ticketId, pageNumber, jump])
}
