import { useViewer } from '@recado/sdk/ui'
import { useEffect } from 'react'
import type { Ticket } from '../contracts.ts'

/**
 * What is on a visible screen has been read, by whoever has the ticket (decision 073): a colleague who looks into it
 * takes the mark from nobody. A group is everybody's, and read by the first who opens it.
 */
export function useMarkRead({ unreadMessages, status, userId }: Pick<Ticket, 'unreadMessages' | 'status' | 'userId'>, mayRead: boolean, markRead: () => void): void {
  const viewer = useViewer()
  const isReader = mayRead && (status === 'group' || (status === 'open' && userId === viewer.userId))
  useEffect(() => {
    if (!isReader || unreadMessages === 0) return
    const check = () => { if (document.visibilityState === 'visible') markRead() }
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [isReader, unreadMessages, markRead])
}
