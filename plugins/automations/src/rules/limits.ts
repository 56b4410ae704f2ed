/* What server and screens both check; free of any library. */

export const maxNameLength = 60
/** Rules of a company. */
export const maxRules = 100
export const maxConditions = 20
export const maxActions = 10
/** A rule by time waits at least and at most so long, in minutes. */
export const minMinutes = 1
export const maxMinutes = 60 * 24 * 90
/**
 * Whatever a rule says: it fires so often in one ticket within a day and no more, so that two automations that answer
 * each other come to an end.
 */
export const mostFiringsADay = 20
/** How long firings are kept, in days; a simulation looks as far back at most. */
export const keepFiringsDays = 30
export const simulatedDays = 7
/** What happens to a conversation that a rule can begin with. */
export const ruleEvents = [
  'created',
  'received',
  'sent',
  'assigned',
  'moved',
  'opened',
  'returned',
  'closed',
  'prioritized',
  'tagged',
  'woken',
] as const
export type RuleEvent = (typeof ruleEvents)[number]
/** How often a rule fires in one ticket: each time, once, once a day. */
export const repetitions = ['always', 'once', 'daily'] as const
export type Repetition = (typeof repetitions)[number]
