import type { GlobalSettingValues } from '@recado/contracts'
import { isDeepStrictEqual } from 'node:util'

export type PrivacyNotice = GlobalSettingValues['privacyNotice']

/**
 * The notice as it is stored: the version is counted here and not by who writes it. New words have a version above
 * every one that was ever answered, so that everybody is asked; the same words keep theirs.
 */
export function versioned(given: PrivacyNotice, stored: PrivacyNotice, latestAnswered: number): PrivacyNotice {
  if (given === null) return null
  if (stored && isDeepStrictEqual(stored.text, given.text)) return stored
  return { ...given, version: Math.max(stored?.version ?? 0, latestAnswered) + 1 }
}
