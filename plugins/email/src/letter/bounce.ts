import type { ChannelErrorKind, ChannelErrorShape } from '@recado/sdk'
import { idsIn } from './head.ts'

/**
 * Names a mail of ours in a way that nobody else can make up, and that providers leave alone when they change its
 * Message-ID.
 */
export const referenceHeader = 'x-recado-reference'
const maxReferences = 5

/** Fate of a mail of ours. */
export interface Fate {
  readonly state: 'failed' | 'sent' | 'delivered' | 'read'
  readonly error?: ChannelErrorShape
}

/** Groups of fields of a report (RFC 3464, 8098): one about the mail, one for each recipient. */
function groups(report: string): ReadonlyMap<string, string>[] {
  return report
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .slice(0, 200)
    .map((group) => {
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

export interface Report {
  readonly type: string
  readonly text: string
}

/**
 * Fate of another mail in the reports of a mail: it failed for good, it arrived or was passed on to a server that does
 * not report, or it was read. A delay determines nothing yet. Pure and total.
 */
export function fateOf(reports: readonly Report[], words: string): Fate | undefined {
  const actions = reports
    .filter(isStatus)
    .flatMap(({ text }) => groups(text))
    .filter((fields) => fields.has('action'))
  const isSaid =
    (action: RegExp) =>
    (fields: ReadonlyMap<string, string>): boolean =>
      action.test(fields.get('action')!)
  const failed = actions.find(isSaid(/^failed\b/i))
  if (failed) return { state: 'failed', error: failure(failed, words) }
  const dispositions = reports
    .filter(isNotification)
    .flatMap(({ text }) => groups(text))
    .flatMap((fields) => fields.get('disposition') ?? [])
  if (dispositions.some((disposition) => /displayed/i.test(disposition))) return { state: 'read' }
  if (actions.some(isSaid(/^delayed\b/i))) return undefined
  // An expanded mail has reached the address that it was sent to, and goes on to the members of a list.
  if (
    actions.some(isSaid(/^(delivered|expanded)\b/i)) ||
    dispositions.some((disposition) => arrivedUnread.test(disposition))
  )
    return { state: 'delivered' }
  return actions.some(isSaid(/^relayed\b/i)) ? { state: 'sent' } : undefined
}

/** Dispositions of a mail that arrived and that nobody read (RFC 8098, 2298). */
const arrivedUnread = /;\s*(deleted|dispatched|processed|denied)\b/i
const isStatus = ({ type }: Report): boolean => type.endsWith('delivery-status')
const isNotification = ({ type }: Report): boolean => type.endsWith('disposition-notification')

/** Identification of the reported mail. */
export interface Named {
  /** Our signed references, as the header that came back has them; nothing is proven yet. */
  readonly references: readonly string[]
  /** Message-IDs that it may have gone under, the surest first. */
  readonly ids: readonly string[]
}

/**
 * Identification of the reported mail: from the mail that the report brings back, else from the fields beside its fate,
 * else from the references of the report. Providers that give a mail an id of their own keep the previous one in a
 * header. Pure and total.
 * @param answered ids that the report answers, the last one being the reported mail
 */
export function namedIn(reports: readonly Report[], answered: readonly string[]): Named {
  const told = reports
    .filter(({ type }) => type !== 'message/feedback-report')
    .toSorted((one, other) => Number(isStatus(one)) - Number(isStatus(other)))
  const named = told
    .map((report) => {
      const found = groups(report.text)
      const fields = isNotification(report)
        ? ['original-message-id']
        : isStatus(report)
          ? ['x-original-message-id']
          : ['message-id', 'x-google-original-message-id', 'x-microsoft-original-message-id']
      return fields.flatMap((field) =>
        idsIn(found.map((each) => each.get(field)).find((each) => each !== undefined) ?? '').slice(0, 1),
      )
    })
    .find((ids) => ids.length > 0)
  return {
    references: told
      .flatMap(({ text }) => groups(text).flatMap((fields) => fields.get(referenceHeader) ?? []))
      .slice(0, maxReferences),
    ids: named ?? answered.slice(-1),
  }
}

function failure(fields: ReadonlyMap<string, string>, words: string): ChannelErrorShape {
  const status =
    /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? fields.get('diagnostic-code') ?? '')?.[0] ?? '5.0.0'
  const diagnostic = fields
    .get('diagnostic-code')
    ?.replace(/^\s*[\w-]+\s*;\s*/, '')
    .trim()
  return {
    kind: kindOf(status),
    code: status,
    message: (diagnostic || words.trim().split('\n', 1)[0] || 'the mail could not be delivered').slice(0, 500),
    certain: true,
  }
}

/** A bounce of a system that knows no reports: our id stands somewhere in its text. */
export function plainBounce(text: string, own: RegExp): (Fate & { readonly target: string }) | undefined {
  const target = own.exec(text)?.[0]
  if (target === undefined) return undefined
  const said =
    /^.*(?:\b(?:5\d\d[ -]\d\.\d{1,3}\.\d{1,3}|55\d)\b|\(#5\.\d{1,3}\.\d{1,3}\)).*$/m.exec(text)?.[0]?.trim() ??
    text.trim().split('\n', 1)[0]!
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ?? '5.0.0'
  return {
    state: 'failed',
    target,
    error: { kind: kindOf(status), code: status, message: said.slice(0, 500), certain: true },
  }
}
