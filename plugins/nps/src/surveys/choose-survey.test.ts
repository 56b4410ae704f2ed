import { mint, type ConnectionId, type QueueId } from '@recado/sdk'
import { expect, it } from 'vitest'
import { chooseSurvey } from './choose-survey.ts'

const [sales, support] = ['q1', 'q2'].map((id) => mint<QueueId>(id)) as [QueueId, QueueId]
const [site, phone] = ['c1', 'c2'].map((id) => mint<ConnectionId>(id)) as [ConnectionId, ConnectionId]
const survey = (name: string, queueIds: QueueId[], connectionIds: ConnectionId[], enabled = true) => ({
  name,
  enabled,
  queueIds,
  connectionIds,
})

it('the most specific survey asks: of the queue, of the connection, of all', () => {
  const all = [
    survey('all', [], []),
    survey('second', [], []),
    survey('site', [], [site]),
    survey('sales', [sales], []),
    survey('sales on site', [sales], [site]),
    survey('off', [support], [phone], false),
  ]
  const chosen = (queueId: QueueId | null, channelId: ConnectionId) => chooseSurvey(all, { queueId, channelId })?.name
  expect([
    chosen(sales, site),
    chosen(sales, phone),
    chosen(support, site),
    chosen(support, phone),
    chosen(null, site),
    chosen(null, phone),
  ]).toEqual(['sales on site', 'sales', 'site', 'all', 'site', 'all'])
  expect(chooseSurvey([survey('off', [], [], false)], { queueId: null, channelId: site })).toBeUndefined()
})
