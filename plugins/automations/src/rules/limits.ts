/* Limits that server and screens both check; free of any library. */

export const maxNameLength = 60
/** Rules of a company. */
export const maxRules = 100
export const maxConditions = 20
export const maxActions = 10
/** A rule by time waits at least and at most so long, in minutes. */
export const minMinutes = 1
export const maxMinutes = 60 * 24 * 90
/** Most firings of a rule in one ticket within a day, so that two automations that answer each other stop. */
export const mostFiringsADay = 20
/** Time for which firings are kept, in days; the longest reach of a simulation. */
export const keepFiringsDays = 30
export const simulatedDays = 7
/** Farthest that a rule begins from a date, in days. */
export const maxDays = 366
/** Events of a conversation with which a rule can begin. */
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
  'mentioned',
  'woken',
  'surveyed',
] as const
export type RuleEvent = (typeof ruleEvents)[number]
/** Repetition of a rule in one ticket: each time, once, once a day. */
export const repetitions = ['always', 'once', 'daily'] as const
export type Repetition = (typeof repetitions)[number]
