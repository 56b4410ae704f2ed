import type { BellPage, TicketResponders } from '@recado/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { bakeryAgent } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

interface Usage {
  readonly today: number
  readonly month: number
  readonly monthlyTokens: number | null
}
const usage = (): Promise<Usage> => ai.rig.ana.ok<Usage>('GET', '/p/ai/usage')
/** What the bell tells of budgets, the newest first. */
const rings = async (person: Person): Promise<string[]> =>
  (await person.ok<BellPage>('GET', '/notifications/entries')).entries.flatMap(({ notice }) =>
    notice?.plugin === 'ai' ? [notice.textKey] : [],
  )
const long = 'Seu pedido chega na sexta-feira, depois das duas. '.repeat(60)
const shorten = (ticketId: string) => ai.rig.rewrite(ticketId, long, { kind: 'shorten' })

describe('a budget', () => {
  beforeAll(async () => {
    await bakeryAgent(ai.rig)
  })

  it('is told of, and once, when questions that are asked at once reach it together', async () => {
    const { ticket } = await ai.rig.visitor('Várias ao mesmo tempo')
    await ai.rig.saying(ticket.id, 'Você disse: Várias ao mesmo tempo')
    const before = (await usage()).today
    await shorten(ticket.id)
    const spent = (await usage()).today
    const one = spent - before
    // Each of them alone stays below four fifths of it.
    const dailyTokens = Math.max(1_000, 2 * (spent + one))
    await ai.rig.settings({ dailyTokens })
    const most = Math.ceil((dailyTokens - spent) / one)
    ai.rig.models.faults.plan('chat', ...Array.from({ length: most }, () => ({ delayMs: 1_000 })))
    const answers = await Promise.all(Array.from({ length: most }, () => shorten(ticket.id)))
    expect(answers.map((events) => events.at(-1)!.event)).toEqual(answers.map(() => 'done'))
    expect((await shorten(ticket.id)).at(-1)).toEqual({ event: 'error', data: { error: 'ERR_AI_BUDGET' } })
    expect(
      await eventually(
        () => rings(ai.rig.ana),
        (told) => told.length > 0,
      ),
    ).toEqual(['budget.dayUsed'])
    expect(await rings(ai.rig.bia)).toEqual([])
    await ai.rig.settings()
  })

  it('of a month stops at its end too, and gives the customers of an agent to people, who read why', async () => {
    const { ticket } = await ai.rig.visitor('Ainda dá')
    await ai.rig.saying(ticket.id, 'Você disse: Ainda dá')
    const { month } = await usage()
    await ai.rig.settings({ monthlyTokens: month + 1 })
    expect((await shorten(ticket.id)).at(-1)!.event, 'the one that reaches it is answered').toBe('done')
    expect(await usage()).toMatchObject({ monthlyTokens: month + 1 })
    expect(
      await eventually(
        () => rings(ai.rig.ana),
        (told) => told[0] === 'budget.monthUsed',
      ),
    ).toHaveLength(2)
    ai.rig.models.exchanges.length = 0
    const { visitor, ticket: stopped } = await ai.rig.visitor('Tem alguém aí?')
    expect(await ai.rig.withPeople(stopped.id)).toMatchObject({ status: 'pending' })
    expect(ai.rig.models.exchanges, 'nothing left').toEqual([])
    const { decisions } = await ai.rig.ana.ok<TicketResponders>('GET', `/tickets/${stopped.id}/responders`)
    expect(decisions.map(({ note }) => note)).toContain('Agente: Os tokens do dia ou do mês acabaram.')
    await visitor.say('Continuo aqui')
    await eventually(
      () => ai.rig.messagesOf(stopped.id),
      (all) => all.some(({ body }) => body === 'Continuo aqui'),
    )
    await ai.rig.settings({ monthlyTokens: 10_000_000 })
    const { ticket: next } = await ai.rig.visitor('E com mais?')
    await ai.rig.saying(next.id, 'Você disse: E com mais?')
    await ai.rig.settings()
  })
})
