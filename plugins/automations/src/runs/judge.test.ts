import { mint, type AutomationAbout, type BlockCall, type ConditionVerdict, type TicketId } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holds, judge, questionsOf, type Judged } from './judge.ts'

const condition = fc.record({
  plugin: fc.constantFrom('automations', 'pix'),
  name: fc.constantFrom('text', 'queue', 'hours'),
  input: fc.constantFrom({}, { a: 1 }, { a: 2 }),
  negated: fc.boolean(),
})
const rule = fc.record<Judged>({
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(condition, { maxLength: 4 }),
})
const ask = (negated = false) => ({ plugin: 'p', name: 'c', input: {}, negated })

describe('whether a rule fires', () => {
  test('is up to its conditions, turned round where they are negated', () => {
    const [yes, no] = [
      [ask(), ask()],
      [ask(), ask(true)],
    ]
    expect([
      holds({ match: 'all', conditions: yes }, [true, true]),
      holds({ match: 'all', conditions: yes }, [true, false]),
      holds({ match: 'any', conditions: yes }, [true, false]),
      holds({ match: 'any', conditions: yes }, [false, false]),
    ]).toEqual([true, false, true, false])
    expect([
      holds({ match: 'all', conditions: no }, [true, false]),
      holds({ match: 'any', conditions: no }, [false, true]),
    ]).toEqual([true, false])
  })
  test('without conditions it always does, and where one cannot be asked never', () => {
    expect([holds({ match: 'any', conditions: [] }, []), holds({ match: 'all', conditions: [] }, [])]).toEqual([
      true,
      true,
    ])
    for (const match of ['all', 'any'] as const)
      for (const negated of [true, false])
        expect(holds({ match, conditions: [ask(), ask(negated)] }, [true, { error: 'ERR_PLUGIN_FAILED' }])).toBe(false)
  })
})

test('several rules are asked about in one question, each condition once, and come out as if each were asked alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { maxLength: 6 }),
      fc.array(fc.uuid(), { maxLength: 5 }),
      async (rules, tickets) => {
        const verdictOf = ({ plugin, name, input }: BlockCall, about: AutomationAbout): ConditionVerdict =>
          (JSON.stringify([plugin, name, input]).length + about.ticket.charCodeAt(0)) % 3 !== 0
        let questions = 0
        const automation = {
          test: async (calls: readonly BlockCall[], about: readonly AutomationAbout[]) => {
            questions++
            expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(calls.length)
            return about.map((one) => calls.map((call) => verdictOf(call, one)))
          },
        }
        const about = tickets.map((ticket) => ({ ticket: mint<TicketId>(ticket) }))
        const together = await judge(rules, about, { automation })
        expect(questions).toBe(questionsOf(rules).calls.length > 0 && about.length > 0 ? 1 : 0)
        expect(together).toEqual(
          about.map((one) =>
            rules.map((each) =>
              holds(
                each,
                each.conditions.map((call) => verdictOf(call, one)),
              ),
            ),
          ),
        )
      },
    ),
  )
})
