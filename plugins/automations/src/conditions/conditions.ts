import { contactAttribute, ticketAttribute } from './attribute.ts'
import { connection, queue, user, wallet } from './belonging.ts'
import { calendarDay, hours } from './calendar.ts'
import { contact } from './contact.ts'
import { elapsed } from './elapsed.ts'
import { language } from './language.ts'
import { lastWord } from './last-word.ts'
import { messageKind } from './message-kind.ts'
import { priority } from './priority.ts'
import { segment } from './segment.ts'
import { serviceWindow } from './service-window.ts'
import { status } from './status.ts'
import { tags } from './tags.ts'
import { text } from './text.ts'

/** Conditions of rules on a conversation. */
export const conditions = {
  text,
  messageKind,
  status,
  queue,
  user,
  connection,
  priority,
  tags,
  lastWord,
  elapsed,
  hours,
  calendarDay,
  serviceWindow,
  contact,
  wallet,
  segment,
  language,
  ticketAttribute,
  contactAttribute,
}
