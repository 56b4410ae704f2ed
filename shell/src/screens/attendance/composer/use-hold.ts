import { isSupported } from '../../../base/contracts.ts'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import type { Channel } from '../use-channel.ts'

/**
 * Seconds in which what is sent can be taken back: as the user chose, and none where the channel lets it be deleted
 * afterwards.
 */
export function useHold(channel: Channel | undefined): number {
  const [{ holdSeconds = 0 }] = usePreferences()
  return channel && isSupported(channel.capabilities.deleteForAll.level) ? 0 : holdSeconds
}
