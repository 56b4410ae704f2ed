/** Why an agent hands over: limits, rules, what went wrong, and what the model wants. */
export const reasonCodes = [
  'turns',
  'minutes',
  'cost',
  'costUnknown',
  'rounds',
  'instructions',
  'address',
  'silent',
  'person',
  'anger',
  'shouted',
  'unsure',
  'notHelped',
  'repeated',
  'noSource',
  'scope',
  'vip',
  'asked',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** A reason, with what it was found in. */
export interface Reason {
  readonly code: ReasonCode
  readonly detail: string
}

/** Length of a detail that is kept. */
const longestDetail = 150

const written = /^(\w+)(?:: ([\s\S]*))?$/

/** A reason as it is kept: `anger: absurdo`. */
export const reason = (code: ReasonCode, detail = ''): string =>
  detail.trim() === '' ? code : `${code}: ${detail.trim().slice(0, longestDetail)}`

/** A reason as it was kept; undefined for words of an earlier version. */
export function readReason(text: string): Reason | undefined {
  const [, code, detail = ''] = written.exec(text) ?? []
  const known = reasonCodes.find((one) => one === code)
  return known && { code: known, detail }
}
