import type { MessageId, SurveyGrade } from '@recado/sdk'
import type { TicketPlace } from '../runs/rule-events.ts'

/**
 * A time at which a rule would have been asked: how the ticket stood, and what was said. `at` is an instant, ISO 8601.
 */
export interface Moment {
  readonly at: string
  readonly state: TicketPlace
  readonly message?: MessageId
  /** The answer to a survey with which it began. */
  readonly answer?: SurveyGrade
}
