import type { ChannelErrorKind, ChannelErrorShape } from '@recado/sdk'
import { idsIn } from './head.ts'

/** What became of a mail of ours. */
export interface Fate { readonly state: 'failed' | 'read'; readonly target: string; readonly error?: ChannelErrorShape }

/** Groups of fields of a report (RFC 3464, 8098): one about the mail, one for each recipient. */
function groups(report: string): ReadonlyMap<string, string>[] {
  return report.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/).slice(0, 200).map((group) => {
    const fields = new Map<string, string>()
    for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
      const [, name, value] = /^([\w-]{1,60}):\s*(.*)$/.exec(line) ?? []
      if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
    }
    return fields
  })
}

/** Kinds by the second and third number of the enhanced status (RFC 3463). */
function kindOf(status: string): ChannelErrorKind {
  if (/^5\.1\.|^5\.4\.4/.test(status)) return 'invalidRecipient'
  if (/^5\.3\.4|^5\.2\.3/.test(status)) return 'tooLarge'
  if (status.startsWith('5.7.')) return 'blocked'
  return 'provider'
}

export interface Report { readonly type: string; readonly text: string }

/**
 * What the reports of a mail say of a mail of ours: that it failed for good, or that it was read. A delay says nothing
 * yet. Pure and total.
 * @param answered ids that the mail itself answers, for reports that do not bring what they speak of
 */
export function fateOf(reports: readonly Report[], words: string, answered: readonly string[] = []): Fate | undefined {
  const target = originalId(reports) ?? answered.at(-1)
  if (target === undefined) return undefined
  for (const { type, text } of reports) {
    const found = groups(text)
    if (isStatus({ type, text })) {
      const failed = found.find((fields) => /^failed\b/i.test(fields.get('action') ?? ''))
      if (failed) return { state: 'failed', target, error: failure(failed, words) }
    }
    if (type === 'message/disposition-notification' && found.some((fields) => /displayed/i.test(fields.get('disposition') ?? ''))) return { state: 'read', target }
  }
  return undefined
}

const isStatus = ({ type }: Report): boolean => type.endsWith('delivery-status')

/** The id of the mail that a report speaks of: as the mail itself says it, else as some servers name it beside its fate. */
function originalId(reports: readonly Report[]): string | undefined {
  for (const { type, text } of reports.toSorted((one, other) => Number(isStatus(one)) - Number(isStatus(other)))) {
    if (type === 'message/feedback-report') continue
    const field = type === 'message/disposition-notification' ? 'original-message-id' : type.endsWith('delivery-status') ? 'x-original-message-id' : 'message-id'
    const value = groups(text).map((fields) => fields.get(field)).find((each) => each !== undefined)
    const [id] = idsIn(value ?? '')
    if (id !== undefined) return id
  }
  return undefined
}

function failure(fields: ReadonlyMap<string, string>, words: string): ChannelErrorShape {
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? fields.get('diagnostic-code') ?? '')?.[0] ?? '5.0.0'
  const diagnostic = fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '').trim()
  return { kind: kindOf(status), code: status, message: (diagnostic || words.trim().split('\n', 1)[0] || 'the mail could not be delivered').slice(0, 500), certain: true }
}

/** A bounce of a system that knows no reports: our id stands somewhere in its text. */
export function plainBounce(text: string, own: RegExp): Fate | undefined {
  const target = own.exec(text)?.[0]
  if (target === undefined) return undefined
  const said = /^.*(?:\b(?:5\d\d[ -]\d\.\d{1,3}\.\d{1,3}|55\d)\b|\(#5\.\d{1,3}\.\d{1,3}\)).*$/m.exec(text)?.[0]?.trim() ?? text.trim().split('\n', 1)[0]!
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ?? '5.0.0'
  return { state: 'failed', target, error: { kind: kindOf(status), code: status, message: said.slice(0, 500), certain: true } }
}
