import { longestKeyOverlapMs, type CoreUse, type PluginKey, type PluginKeyPort } from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** Keys of one company's plugin, by their text; the host's `ask` admits whoever comes with one of them. */
export function keysInMemory(requireUse: (use: CoreUse) => void): {
  readonly issued: Map<string, PluginKey>
  readonly port: PluginKeyPort
} {
  const issued = new Map<string, PluginKey>()
  const port: PluginKeyPort = {
    async issue(holder, { overlapMs = 0 } = {}) {
      requireUse('keys.issue')
      if (!(overlapMs >= 0 && overlapMs <= longestKeyOverlapMs))
        throw new RangeError(`an earlier key is accepted for ${longestKeyOverlapMs} ms at most`)
      const end = new Date(Date.now() + overlapMs).toISOString()
      for (const [text, key] of issued) {
        if (key.holder !== holder) continue
        if (overlapMs === 0) issued.delete(text)
        else if (key.endsAt === null || key.endsAt > end) issued.set(text, { ...key, endsAt: end })
      }
      const text = `rck_${randomUUID()}`
      const key: PluginKey = {
        id: randomUUID(),
        holder,
        last4: text.slice(-4),
        createdAt: new Date().toISOString(),
        endsAt: null,
        lastUsedAt: null,
      }
      issued.set(text, key)
      return { text, key }
    },
    async list(holders) {
      requireUse('keys.issue')
      return [...issued.values()].filter(({ holder }) => holders.includes(holder)).toReversed()
    },
    async revoke(holder) {
      requireUse('keys.issue')
      for (const [text, key] of issued) if (key.holder === holder) issued.delete(text)
    },
  }
  return { issued, port }
}
