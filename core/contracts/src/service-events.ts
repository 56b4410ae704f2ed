import * as z from 'zod'
import { defineEvent, type EventDefinition } from './events.ts'
import { id, type ContactId, type TicketId } from './ids.ts'
import type { ServiceKind } from './services.ts'
import { SurveyGrade } from './survey-grades.ts'

/* Events of kinds of services: who provides a kind may publish them, whoever it is, and others listen without knowing
   who it is. */

/** `survey.answered.v1`: a contact gave a valid grade. */
export const SurveyAnswered = defineEvent(
  'survey.answered.v1',
  z
    .object({
      /** The same for everything that is told of one asking. */
      requestId: z.string().min(1).max(100),
      /** As the method `survey.list` names it. */
      surveyId: z.string().min(1).max(100),
      ticketId: id<TicketId>(),
      contactId: id<ContactId>(),
      ...SurveyGrade.shape,
    })
    .describe('A contact graded a conversation; a comment, if there is one, comes later and has no event.'),
)

/** Events of each kind of services. Only plugins that provide the kind emit them. */
export const serviceEvents = {
  survey: [SurveyAnswered],
} as const satisfies Partial<Record<ServiceKind, readonly EventDefinition[]>>

/** The kind of services that an event belongs to; undefined for one of core or of a plugin. Asked by the host. */
export const kindOfServiceEvent = (name: string): ServiceKind | undefined =>
  (Object.entries(serviceEvents) as [ServiceKind, readonly EventDefinition[]][]).find(([, events]) =>
    events.some((event) => event.name === name),
  )?.[0]
