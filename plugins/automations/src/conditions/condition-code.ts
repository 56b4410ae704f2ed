import type { AutomationSubject, ConditionCode } from '@recado/sdk'
import { byAttribute } from './attribute.ts'
import { isInQueue, isInWallet, isOfUser, isOnConnection } from './belonging.ts'
import { byCompanyClock, isOn, isWithin } from './calendar.ts'
import { fitsContact } from './contact.ts'
import type { conditions } from './conditions.ts'
import { hasElapsed } from './elapsed.ts'
import { speaks } from './language.ts'
import { hasLastWord } from './last-word.ts'
import { isOfKind } from './message-kind.ts'
import { hasPriority } from './priority.ts'
import { areInSegment } from './segment.ts'
import { isWindow } from './service-window.ts'
import { isInStatus } from './status.ts'
import { carriesTags } from './tags.ts'
import { saysText } from './text.ts'

/** Asks about one conversation after the other what each of them says itself. */
const each =
  <I>(holds: (input: I, subject: AutomationSubject) => boolean) =>
  (input: I, subjects: readonly AutomationSubject[]): boolean[] =>
    subjects.map((subject) => holds(input, subject))

/** Code of each of `conditions`. */
export const conditionCode = {
  text: each(saysText),
  messageKind: each(isOfKind),
  status: each(isInStatus),
  queue: each(isInQueue),
  user: each(isOfUser),
  connection: each(isOnConnection),
  priority: each(hasPriority),
  tags: each(carriesTags),
  lastWord: each(hasLastWord),
  elapsed: each(hasElapsed),
  hours: byCompanyClock(isWithin),
  calendarDay: byCompanyClock(isOn),
  serviceWindow: each(isWindow),
  contact: each(fitsContact),
  wallet: each(isInWallet),
  segment: areInSegment,
  language: each(speaks),
  ticketAttribute: byAttribute('ticket'),
  contactAttribute: byAttribute('contact'),
} satisfies { readonly [Name in keyof typeof conditions]: ConditionCode<(typeof conditions)[Name]['input']> }
