import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGraph, graphOf } from '../../graphs.rig.ts'
import { faultsOf } from '../graph/faults.ts'
import type { Graph } from '../graph/graph.ts'
import { advance } from './advance.ts'
import { Effect, RunState, type AskAnswer, type Effect as EffectOf, type RunEvent, type Turn } from './state.ts'

const at = Date.UTC(2026, 10, 27, 12)
const facts = { name: 'Ana', protocol: '7' }
const begin = (text?: string): RunEvent => ({
  kind: 'begin',
  at,
  said: text === undefined ? null : { text, choice: null, hasFile: false },
  seed: 7,
  variables: {},
  jumps: 0,
})
const said = (text: string, choice: string | null = null): RunEvent => ({
  kind: 'said',
  at,
  said: { text, choice, hasFile: false },
})
const timer = (turn: Turn): RunEvent => ({ kind: 'timer', at: at + 1, wait: turn.state.wait })
const answer = (turn: Turn, given: AskAnswer): RunEvent => ({
  kind: 'answer',
  at,
  wait: turn.state.wait,
  answer: given,
})
const texts = ({ effects }: Turn): string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'send' ? effect.parts.flatMap((part) => ('text' in part ? [part.text] : [])) : [],
  )
const outcome = ({ effects }: Turn) => effects.find((effect) => effect.kind === 'end')?.outcome
const asked = ({ effects }: Turn) => effects.find((effect) => effect.kind === 'ask')?.ask
/** Plays texts of the contact one after the other. */
function play(graph: Graph, ...replies: string[]): Turn {
  let turn = advance(graph, null, begin('oi'), facts)
  for (const reply of replies) turn = advance(graph, turn.state, said(reply), facts)
  return turn
}

const menuGraph = (settings: object = {}, data: object = {}): Graph =>
  graphOf(
    {
      start: ['start'],
      menu: [
        'menu',
        {
          text: 'Olá {{name}}!',
          options: [
            { id: 'a', label: 'Vendas', keys: ['comprar'] },
            { id: 'b', label: 'Suporte' },
          ],
          variable: 'area',
          ...data,
        },
      ],
      sales: ['people', { text: 'Vamos para {{area}}' }],
      back: ['message', { parts: [{ kind: 'text', text: 'De novo' }] }],
    },
    [
      ['start', 'next', 'menu'],
      ['menu', 'option:a', 'sales'],
      ['menu', 'option:b', 'back'],
      ['back', 'next', 'menu'],
    ],
    settings,
  )

describe('a menu', () => {
  it('is sent with buttons, and waits', () => {
    const turn = play(menuGraph())
    expect(turn.effects).toContainEqual({
      kind: 'send',
      nodeId: 'menu',
      parts: [
        {
          kind: 'menu',
          text: 'Olá Ana!',
          display: 'buttons',
          options: [
            { id: 'menu:a', label: 'Vendas', hint: '' },
            { id: 'menu:b', label: 'Suporte', hint: '' },
          ],
        },
      ],
    })
    expect(outcome(turn)?.kind).toBe('keep')
  })
  it.each(['1', ' 1) ', 'VENDAS', 'comprar'])('is answered by %s', (reply) => {
    const turn = play(menuGraph(), reply)
    expect(outcome(turn)).toMatchObject({ kind: 'people', isExhausted: false })
    expect(texts(turn)).toEqual(['Vamos para Vendas'])
  })
  it('is answered by its button, and not by one of another menu', () => {
    const turn = advance(menuGraph(), play(menuGraph()).state, said('?', 'menu:a'), facts)
    expect(outcome(turn)?.kind).toBe('people')
    const other = advance(menuGraph(), play(menuGraph()).state, said('?', 'other:a'), facts)
    expect(outcome(other)?.kind).toBe('keep')
  })
  it('counts attempts, then leaves it to people because of them', () => {
    const graph = menuGraph({}, { attempts: 2, invalidText: 'Não entendi' })
    expect(texts(play(graph, 'x'))).toEqual(['Não entendi'])
    expect(outcome(play(graph, 'x', 'y'))).toMatchObject({ kind: 'people', isExhausted: true })
  })
  it('goes by its way out for no reply', () => {
    const graph = menuGraph({ silence: 'close' })
    const turn = play(graph)
    expect(outcome(advance(graph, turn.state, timer(turn), facts))).toEqual({ kind: 'close', note: '' })
  })
  it('ends a circle over it that never ends by itself', () => {
    const turns = Array.from({ length: 40 }, () => 'suporte')
    let turn = play(menuGraph())
    const outcomes = turns.map((reply) => {
      if (turn.state.phase !== 'over') turn = advance(menuGraph(), turn.state, said(reply), facts)
      return outcome(turn)
    })
    expect(outcomes.at(-1)).toMatchObject({ kind: 'people', isExhausted: true })
  })
})

describe('at any time', () => {
  it('a word leaves the conversation to people', () => {
    const queueId = '0198a000-0000-7000-8000-000000000001'
    const graph = menuGraph({ humanKeywords: ['Atendente'], human: { to: 'queue', queueId } })
    const turn = play(graph, ' atendente ')
    expect(outcome(turn)).toMatchObject({ kind: 'people', destination: { to: 'queue', queueId }, isExhausted: false })
  })
  it('a word begins again', () => {
    const graph = menuGraph({ restartKeywords: ['menu'] }, { attempts: 2 })
    const turn = play(graph, 'x', 'menu', 'x')
    expect(outcome(turn)?.kind).toBe('keep')
  })
})

it('what a customer writes is never read as a template', () => {
  const graph = graphOf(
    {
      start: ['start'],
      ask: ['question', { text: 'Nome?', variable: 'city' }],
      say: ['message', { parts: [{ kind: 'text', text: '{{city}}!' }] }],
      call: [
        'http',
        {
          method: 'POST',
          url: 'https://shop.example/find?q={{city}}',
          headers: [{ name: 'X-Who', value: '{{city}}' }],
          body: '{"who":"{{city}}","n":1}',
        },
      ],
    },
    [
      ['start', 'next', 'ask'],
      ['ask', 'next', 'say'],
      ['say', 'next', 'call'],
    ],
  )
  const turn = play(graph, '{{protocol}}","n":2}&x=1\r\nEvil: 1')
  expect(texts(turn)[0]).toBe('{{protocol}}","n":2}&x=1\r\nEvil: 1!')
  const ask = asked(turn)
  expect(ask).toMatchObject({
    kind: 'http',
    url: `https://shop.example/find?q=${encodeURIComponent('{{protocol}}","n":2}&x=1\r\nEvil: 1')}`,
    headers: [{ name: 'X-Who', value: '{{protocol}}","n":2}&x=1 Evil: 1' }],
  })
  expect(JSON.parse((ask as { body: string }).body)).toEqual({ who: '{{protocol}}","n":2}&x=1\r\nEvil: 1', n: 1 })
})

it('maps an answer to variables, and goes by its error where there is none', () => {
  const graph = graphOf(
    {
      start: ['start'],
      call: [
        'http',
        { url: 'https://shop.example', mapping: [{ path: 'items.0.name', variable: 'item' }], statusVariable: 'code' },
      ],
      good: ['close', { text: '{{item}} {{code}}' }],
      bad: ['close', { text: 'Sem resposta {{code}}' }],
    },
    [
      ['start', 'next', 'call'],
      ['call', 'success', 'good'],
      ['call', 'error', 'bad'],
    ],
  )
  const turn = play(graph)
  const body = { items: [{ name: 'Bolo' }] }
  expect(texts(advance(graph, turn.state, answer(turn, { kind: 'http', ok: true, status: 200, body }), facts))).toEqual(
    ['Bolo 200'],
  )
  expect(
    texts(advance(graph, turn.state, answer(turn, { kind: 'http', ok: false, status: 0, body: null }), facts)),
  ).toEqual(['Sem resposta '])
})

it('keeps what a model answers, and goes by its error where it does not', () => {
  const graph = graphOf(
    {
      start: ['start'],
      ask: ['ai', { instructions: 'Uma palavra de {{name}}.', text: 'Assunto?', variable: 'kind' }],
      good: ['close', { text: '{{kind}}' }],
      bad: ['close', { text: 'Sem resposta' }],
    },
    [
      ['start', 'next', 'ask'],
      ['ask', 'success', 'good'],
      ['ask', 'error', 'bad'],
    ],
  )
  const turn = play(graph)
  // Nothing is filled into the instructions: customers may have written it.
  expect(asked(turn)).toEqual({ kind: 'model', instructions: 'Uma palavra de {{name}}.', text: 'Assunto?' })
  const after = (ok: boolean) =>
    texts(advance(graph, turn.state, answer(turn, { kind: 'model', ok, text: 'venda {{name}}' }), facts))
  expect(after(true)).toEqual(['venda {{name}}'])
  expect(after(false)).toEqual(['Sem resposta'])
})

it('asks what rules know, and branches on the answer', () => {
  const graph = graphOf(
    {
      start: ['start'],
      if: ['condition', { conditions: [{ plugin: 'x', name: 'y', input: {}, negated: true }] }],
      yes: ['close'],
    },
    [
      ['start', 'next', 'if'],
      ['if', 'yes', 'yes'],
    ],
  )
  const turn = play(graph)
  const judged = (holds: boolean) =>
    outcome(advance(graph, turn.state, answer(turn, { kind: 'conditions', holds: [holds] }), facts))?.kind
  expect([judged(false), judged(true)]).toEqual(['close', 'pass'])
})

it('ignores a timer and an answer of an earlier wait', () => {
  const graph = menuGraph()
  const first = play(graph)
  const second = advance(graph, first.state, said('x'), facts)
  for (const late of [timer(first), answer(first, { kind: 'hours', isOpen: true })])
    expect(advance(graph, second.state, late, facts)).toEqual({ state: second.state, effects: [] })
})

const anyAnswer = (ask: Extract<EffectOf, { kind: 'ask' }>['ask']): fc.Arbitrary<AskAnswer> => {
  switch (ask.kind) {
    case 'conditions':
      return fc.boolean().map((held) => ({ kind: 'conditions', holds: ask.conditions.map(() => held) }))
    case 'hours':
      return fc.boolean().map((isOpen) => ({ kind: 'hours', isOpen }))
    case 'http':
      return fc.record({
        kind: fc.constant('http' as const),
        ok: fc.boolean(),
        status: fc.constantFrom(0, 200, 500),
        body: fc.jsonValue(),
      })
    default:
      return fc.boolean().map((ok) => ({ kind: 'act', ok }))
  }
}
const reply = fc.oneof(
  fc.constantFrom('1', '2', 'sim', 'não', 'atendente', 'menu', 'a@b.co', '{{name}}', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

describe('whatever the flow and the contact are', () => {
  it('a turn ends where the run waits, asks, or is over, and the same events decide the same', () => {
    fc.assert(
      fc.property(anyGraph, fc.array(reply, { maxLength: 12 }), fc.gen(), (graph, replies, gen) => {
        const events: RunEvent[] = [begin(replies[0])]
        const turns: Turn[] = [advance(graph, null, events[0]!, facts)]
        for (let at = 1; at < 80; at += 1) {
          const last = turns.at(-1)!
          const end = last.effects.at(-1)!
          expect(['ask', 'end']).toContain(end.kind)
          expect(RunState.safeParse(last.state).success).toBe(true)
          expect(last.effects.every((effect) => Effect.safeParse(effect).success)).toBe(true)
          if (last.state.phase === 'over') break
          const next =
            end.kind === 'ask'
              ? answer(
                  last,
                  gen(() => anyAnswer(end.ask)),
                )
              : gen(fc.boolean)
                ? timer(last)
                : said(replies[at % (replies.length || 1)] ?? 'x')
          events.push(next)
          turns.push(advance(graph, last.state, next, facts))
        }
        const again: Turn[] = []
        for (const event of events)
          again.push(advance(graph, again.at(-1)?.state ?? null, structuredClone(event), facts))
        expect(again).toEqual(turns)
      }),
    )
  })

  it('a contact who stays silent is not written to for ever', () => {
    fc.assert(
      fc.property(anyGraph, fc.gen(), (graph, gen) => {
        let turn = advance(graph, null, begin('oi'), facts)
        let turns = 0
        for (; turn.state.phase !== 'over' && turns < 3_000; turns += 1) {
          const end = turn.effects.at(-1)!
          const next =
            end.kind === 'ask'
              ? answer(
                  turn,
                  gen(() => anyAnswer(end.ask)),
                )
              : timer(turn)
          turn = advance(graph, turn.state, next, facts)
        }
        expect(turn.state.phase).toBe('over')
      }),
    )
  })

  it('a flow without faults never comes to the end of its turn by the limit of blocks', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        fc.pre(!faultsOf(graph).some(({ code }) => code === 'loop' || code === 'self'))
        const turn = advance(graph, null, begin('oi'), facts)
        expect(turn.effects.filter(({ kind }) => kind === 'took').length).toBeLessThanOrEqual(graph.nodes.length)
      }),
    )
  })
})

describe('a bot', () => {
  const graph = graphOf(
    { start: ['start'], bot: ['bot', { provider: 'p', bot: 'b' }], done: ['close', { text: 'Fim' }] },
    [
      ['start', 'next', 'bot'],
      ['bot', 'finished', 'done'],
    ],
  )
  type Says = Extract<AskAnswer, { kind: 'bot' }>['answer']
  const text = (words: string) => ({ kind: 'text', text: words, format: 'plain' }) as const
  const wait = (seconds: number) => ({ kind: 'wait', seconds }) as const
  const asks = { kind: 'text' as const, options: [], many: false }
  const given = (answered: NonNullable<Says>): Turn => {
    const turn = play(graph)
    return advance(graph, turn.state, answer(turn, { kind: 'bot', answer: answered }), facts)
  }

  it('says what stands behind a pause once that is over, and asks then', () => {
    const first = given({ says: [text('a'), wait(2.5), text('b')], asks, hands: null })
    expect([texts(first), first.state.phase, first.state.until]).toEqual([['a'], 'pause', at + 2_500])
    expect(advance(graph, first.state, said('oi'), facts).effects).toEqual([])
    const second = advance(graph, first.state, timer(first), facts)
    expect([texts(second), second.state.phase, outcome(second)?.kind]).toEqual([['b'], 'reply', 'keep'])
    expect(advance(graph, second.state, timer(first), facts).effects).toEqual([])
  })

  it('tells what it found out: the flow keeps what its block names, and nothing else', () => {
    const naming = graphOf(
      {
        start: ['start'],
        bot: ['bot', { provider: 'p', bot: 'b', variables: ['cpf'] }],
        done: ['message', { parts: [{ kind: 'text', text: 'CPF {{cpf}}' }] }],
      },
      [
        ['start', 'next', 'bot'],
        ['bot', 'finished', 'done'],
      ],
    )
    const turn = play(naming)
    const variables = { cpf: '529.982.247-25', outra: 'x' }
    const told = { kind: 'bot' as const, answer: { says: [], asks: null, hands: null, variables } }
    const next = advance(naming, turn.state, answer(turn, told), facts)
    expect(texts(next)).toEqual(['CPF 529.982.247-25'])
    expect(Object.keys(next.state.variables)).not.toContain('outra')
  })

  describe('is given the files of the message that the flow began with', () => {
    const message = '0198f1a0-0000-7000-8000-000000000001'
    const file = { text: '', choice: null, hasFile: true, message }
    const started = (of: Graph) => advance(of, null, { ...begin(), said: file } as RunEvent, facts)

    it('without a text of its own, and after what is asked outside', () => {
      expect(asked(started(graph))).toMatchObject({ message: { text: '', files: [] }, filesOf: message })
      const late = graphOf({ start: ['start'], open: ['hours'], bot: ['bot', { provider: 'p', bot: 'b' }] }, [
        ['start', 'next', 'open'],
        ['open', 'open', 'bot'],
      ])
      const turn = started(late)
      const next = advance(late, turn.state, answer(turn, { kind: 'hours', isOpen: true }), facts)
      expect(asked(next)).toMatchObject({ filesOf: message })
      expect(next.state).not.toHaveProperty('firstFiles')
    })

    it('until the contact writes again', () => {
      const later = graphOf(
        { start: ['start'], who: ['question', { text: 'Nome?' }], bot: ['bot', { provider: 'p', bot: 'b' }] },
        [
          ['start', 'next', 'who'],
          ['who', 'next', 'bot'],
        ],
      )
      const turn = advance(later, started(later).state, said('Lia'), facts)
      expect(asked(turn)).toMatchObject({ kind: 'bot', message: null })
      expect(asked(turn)).not.toHaveProperty('filesOf')
    })
  })

  it('passes over pauses with nothing behind them', () => {
    const turn = given({ says: [text('a'), wait(3), wait(3)], asks: null, hands: null })
    expect([texts(turn), outcome(turn)]).toEqual([['a', 'Fim'], { kind: 'close', note: '' }])
  })

  it('says everything in its order, whatever pauses it makes', () => {
    const sayings = fc.array(fc.oneof(fc.string({ minLength: 1 }).map(text), fc.nat(30).map(wait)), { maxLength: 12 })
    fc.assert(
      fc.property(sayings, fc.boolean(), (says, isAsking) => {
        const seen: string[] = []
        let turn = given({ says, asks: isAsking ? asks : null, hands: null })
        seen.push(...texts(turn))
        for (; turn.state.phase === 'pause'; seen.push(...texts(turn)))
          turn = advance(graph, turn.state, timer(turn), facts)
        const words = says.flatMap((saying) => (saying.kind === 'text' ? [saying.text] : []))
        expect(seen).toEqual(isAsking ? words : [...words, 'Fim'])
        expect(turn.state.phase).toBe(isAsking ? 'reply' : 'over')
      }),
    )
  })
})
