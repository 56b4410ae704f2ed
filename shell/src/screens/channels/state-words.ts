import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionStatus } from '../../base/contracts.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'

/** States in which nothing goes on by itself. */
const stopped: ReadonlySet<ConnectionStatus> = new Set(['disconnected', 'timeout', 'conflict', 'passkey'])

/** The words of a plugin for the state of its connection; empty where it has none. */
export function useStateWords(connection: Connection, type: ChannelType | undefined): { title: string; fix: string } {
  const words = useTranslation(type?.namespace ?? 'settings', { useSuspense: false }).t as (
    key: string,
    options: { defaultValue: string },
  ) => string
  const { statusCode: code } = connection
  const of = (what: 'title' | 'fix') => (code === null ? '' : words(`state.${code}.${what}`, { defaultValue: '' }))
  return { title: of('title'), fix: of('fix') }
}

/** Whether nothing goes on by itself, although the connection is switched on. */
export const isStopped = ({ isActive, status }: Connection): boolean => isActive && stopped.has(status)
