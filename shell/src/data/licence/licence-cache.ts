import type { Tier } from '../../base/contracts.ts'

/** S9-005. Milliseconds that a known tier is not asked for again. */
export const licenceCacheMs = 300_000
/** S4-136. Milliseconds from a change of the tier to reloading the page. */
export const reloadAfterMs = 1_000

/** S3-083. */
export const licenceCacheKey = 'licenseCache'

interface Remembered {
  readonly type: Tier
  readonly lastCheck: number
}

function read(storage: Storage): Remembered | null {
  try {
    const found = JSON.parse(storage.getItem(licenceCacheKey) ?? 'null') as Partial<Remembered> | null
    return found && typeof found.type === 'string' && typeof found.lastCheck === 'number'
      ? { type: found.type, lastCheck: found.lastCheck }
      : null
  } catch {
    return null
  }
}

/**
 * Whether the tier has to be asked for: it is not known, or has been for too long. A clock that went back counts as too
 * long.
 */
export function isStale(storage: Storage, now: number): boolean {
  const known = read(storage)
  return known === null || now - known.lastCheck >= licenceCacheMs || now < known.lastCheck
}

/**
 * Stores the tier that counts now. A change of it clears the stored one and answers true: the page has to be reloaded,
 * once, because after that there is nothing to compare with (reading 12).
 */
export function learnTier(storage: Storage, type: Tier, now: number): boolean {
  const known = read(storage)
  if (known && known.type !== type) {
    storage.removeItem(licenceCacheKey)
    return true
  }
  storage.setItem(licenceCacheKey, JSON.stringify({ type, lastCheck: now } satisfies Remembered))
  return false
}
