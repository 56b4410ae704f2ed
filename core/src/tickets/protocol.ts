import type { SettingsReader } from '../settings/settings-reader.ts'
import type { Clock } from '../clock.ts'

/**
 * Protocol numbers (S9-139…): prefix, date, number and suffix. The number comes from the database when the ticket is
 * stored, so what is made here holds the placeholder `{id}`.
 */
export function createProtocols(deps: { settings: SettingsReader; clock: Clock; timeZone(tenantId: string): Promise<string> }) {
  return {
    async template(tenantId: string): Promise<string> {
      const { format, prefix, suffix, separator, idPosition } = await deps.settings.protocol(tenantId)
      const date = formatDate(deps.clock.now(), format, await deps.timeZone(tenantId))
      const numbered = idPosition === 'start' ? ['{id}', date] : [date, '{id}']
      return [prefix, ...numbered, suffix].filter((piece) => piece !== '').join(separator)
    },
  }
}

/** Making one costs more than storing a message does; there are some 400 time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, made)
  return made
}

/** `yyyyMMdd` and the like; other characters stand as they are. */
export function formatDate(at: Date, format: string, timeZone: string): string {
  const pieces = Object.fromEntries(clockOf(timeZone).formatToParts(at).map((piece) => [piece.type, piece.value])) as Record<string, string>
  return format.replace(/yyyy|yy|MM|dd|HH|mm/g, (token) => ({ yyyy: pieces.year!, yy: pieces.year!.slice(-2), MM: pieces.month!, dd: pieces.day!, HH: pieces.hour!, mm: pieces.minute! })[token]!)
}
