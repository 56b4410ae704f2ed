import type { Ticket } from '@recado/sdk'
import type { Survey } from './survey.ts'

type Place = Pick<Ticket, 'queueId' | 'channelId'>
type Choosable = Pick<Survey, 'enabled' | 'queueIds' | 'connectionIds'>

const holds = (ids: readonly string[], value: string | null): boolean =>
  ids.length === 0 || (value !== null && ids.includes(value))
const weight = ({ queueIds, connectionIds }: Choosable): number =>
  (queueIds.length > 0 ? 2 : 0) + (connectionIds.length > 0 ? 1 : 0)

/**
 * The survey of a ticket: of those that are enabled and hold its queue and connection the most specific one. A queue
 * is more specific than a connection, and the older survey comes first.
 */
export const chooseSurvey = <S extends Choosable>(
  surveys: readonly S[],
  { queueId, channelId }: Place,
): S | undefined =>
  surveys
    .filter((survey) => survey.enabled && holds(survey.queueIds, queueId) && holds(survey.connectionIds, channelId))
    .toSorted((one, other) => weight(other) - weight(one))[0]
