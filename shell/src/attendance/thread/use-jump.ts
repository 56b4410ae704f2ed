import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** An address as it is, but for the message that it names: this one or none. */
export const atMessage = (messageId: string | null) => ({ mensagem: _left, ...rest }: { mensagem?: string }) => ({ ...rest, ...(messageId !== null && { mensagem: messageId }) })

/** The message that the address of a conversation names (`?mensagem=`), so that a link leads to it, and how to name another or none. */
export function useJump(): [string | null, (messageId: string | null) => void] {
  const router = useRouter()
  const { mensagem } = useSearch({ strict: false }) as { mensagem?: string }
  const jump = useCallback((messageId: string | null) => {
    void router.navigate({ to: '.', search: atMessage(messageId) as never, replace: true })
  }, [router])
  return [mensagem ?? null, jump]
}
