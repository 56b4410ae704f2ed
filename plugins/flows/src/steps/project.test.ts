import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphOf } from '../../graphs.rig.ts'
import { faultsOf } from '../graph/faults.ts'
import { emptyGraph, type Graph } from '../graph/graph.ts'
import { stepsOf, withoutStep, withStep } from './project.ts'
import { StepDraft, type Step } from './step.ts'

const queueId = '0198a000-0000-7000-8000-000000000001'
const draft = (message: string, more: object = {}): StepDraft => StepDraft.parse({ message, ...more })
const find = (graph: Graph, id: string): Step => stepsOf(graph).steps.find((step) => step.id === id)!

describe('steps', () => {
  it('S3-033 S3-034 a step has a message and actions, which lead to a step, a queue or a user', () => {
    const { graph: first, id: menu } = withStep(emptyGraph(), undefined, draft('1 Vendas, 2 Preços'))
    const prices = withStep(first, undefined, draft('Custa dez'))
    let { graph } = prices
    graph = withStep(
      graph,
      menu,
      draft('1 Vendas, 2 Preços', {
        actions: [
          { key: '1', action: 'queue', queueId, message: 'Já vamos' },
          { key: '2', action: 'step', nextStepId: prices.id, message: 'Veja:' },
        ],
      }),
    ).graph
    expect(stepsOf(graph)).toEqual({
      isWhole: true,
      steps: [
        {
          id: menu,
          name: '',
          initialStep: true,
          message: '1 Vendas, 2 Preços',
          actions: [
            { id: 'o1', key: '1', action: 'queue', nextStepId: null, queueId, userId: null, message: 'Já vamos' },
            {
              id: 'o2',
              key: '2',
              action: 'step',
              nextStepId: prices.id,
              queueId: null,
              userId: null,
              message: 'Veja:',
            },
          ],
        },
        { id: prices.id, name: '', initialStep: false, message: 'Custa dez', actions: [] },
      ],
    })
    expect(faultsOf(graph).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(find(withoutStep(graph, prices.id), menu).actions.map(({ key }) => key)).toEqual(['1'])
    expect(withoutStep(graph, menu).nodes.map(({ id }) => id)).toEqual(['start', prices.id])
  })

  it('S5-090 one step is the initial one: another that becomes it takes it over', () => {
    const first = withStep(emptyGraph(), undefined, draft('A'))
    const second = withStep(first.graph, undefined, draft('B', { initialStep: true }))
    expect(
      stepsOf(second.graph)
        .steps.filter(({ initialStep }) => initialStep)
        .map(({ id }) => id),
    ).toEqual([second.id])
  })

  it('are not all of a flow that has more', () => {
    const graph = graphOf({ start: ['start'], call: ['http', { url: 'https://x.example' }] }, [
      ['start', 'next', 'call'],
    ])
    expect(stepsOf(graph)).toEqual({ isWhole: false, steps: [] })
  })

  const action = fc.record({
    key: fc.constantFrom('1', '2', 'sim', 'não'),
    action: fc.constantFrom('step', 'queue', 'user'),
    target: fc.nat(),
    message: fc.constantFrom('', 'Aguarde'),
  })
  const change = fc.record({
    act: fc.constantFrom('add', 'change', 'change', 'remove'),
    at: fc.nat(),
    message: fc.constantFrom('Oi', 'Escolha'),
    name: fc.constantFrom('', 'Menu'),
    initialStep: fc.boolean(),
    actions: fc.uniqueArray(action, { maxLength: 3, selector: ({ key }) => key }),
  })
  it('are read as they were written, whatever was written before', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        let graph = emptyGraph()
        for (const { act, at, message, name, initialStep, actions } of changes) {
          const { steps } = stepsOf(graph)
          const id = act === 'add' || steps.length === 0 ? undefined : steps[at % steps.length]!.id
          if (act === 'remove' && id !== undefined) {
            graph = withoutStep(graph, id)
            expect(stepsOf(graph).steps.map((step) => step.id)).toEqual(
              steps.map((step) => step.id).filter((one) => one !== id),
            )
          } else {
            const others = steps.filter((step) => step.id !== id)
            const written = actions.flatMap(({ target, ...one }): StepDraft['actions'] => {
              if (one.action !== 'step') return [{ ...one, nextStepId: null, queueId, userId: queueId }]
              const next = others[target % (others.length || 1)]
              return next ? [{ ...one, nextStepId: next.id, queueId: null, userId: null }] : []
            })
            const made = withStep(graph, id, draft(message, { name, initialStep, actions: written }))
            graph = made.graph
            expect(find(graph, made.id)).toMatchObject({
              message,
              name,
              actions: written.map(({ key, action: kind, message: said }) => ({ key, action: kind, message: said })),
            })
            if (initialStep) expect(find(graph, made.id).initialStep).toBe(true)
          }
          const { isWhole, steps: after } = stepsOf(graph)
          expect(isWhole).toBe(true)
          expect(after.filter((step) => step.initialStep).length).toBeLessThanOrEqual(1)
          const ids = [...graph.nodes, ...graph.edges].map((one) => one.id)
          expect(new Set(ids).size).toBe(ids.length)
        }
      }),
    )
  })
})
