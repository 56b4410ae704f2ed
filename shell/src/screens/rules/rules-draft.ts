import type { CompanySettings } from '../../base/contracts.ts'
import type { Draft } from '../../base/forms/use-draft.ts'

/** The settings of this page, as `PUT /settings/{key}` names them. */
export const rulesKeys = [
  'returnToQueueMinutes',
  'autoCloseMinutes',
  'autoCloseSparesWaiting',
  'autoCloseMessage',
  'birthdayMessages',
  'birthdayMessage',
  'birthdayConnectionId',
  'autoDistribution',
  'agentCapacity',
  'walletRouting',
  'slaColours',
  'slaThresholds',
  'slaOpeningHours',
  'forceSignature',
  'linkPreviews',
] as const satisfies readonly (keyof CompanySettings)[]
export type Rules = Pick<CompanySettings, (typeof rulesKeys)[number]>

export const rulesOf = (settings: CompanySettings): Rules =>
  Object.fromEntries(rulesKeys.map((key) => [key, settings[key]])) as unknown as Rules

/** Props of each section of the page. Errors are keyed by their setting. */
export interface RulesDraft extends Pick<Draft<Rules>, 'values' | 'set'> {
  readonly errors: Readonly<Record<string, string>>
}
