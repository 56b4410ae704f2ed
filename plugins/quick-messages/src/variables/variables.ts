/* Variables of a quick message for its conversation. Free of any library: the composer imports it. */

export const maxVariables = 50
export const maxLabelLength = 80
export const maxValueLength = 500
/** A name that can stand between the braces. */
export const variablePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

/** Names that are there for everybody. */
export const builtInNames = {
  name: true,
  firstName: true,
  fullName: true,
  agent: true,
  protocol: true,
  greeting: true,
  queue: true,
  date: true,
  time: true,
} as const
export type BuiltInName = keyof typeof builtInNames

export type DayPart = 'morning' | 'afternoon' | 'evening'
/** By the clock of a time zone: before noon, before six, after. The small hours belong to the night before. */
export const dayPart = (at: Date, timeZone: string): DayPart => {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
  return hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
