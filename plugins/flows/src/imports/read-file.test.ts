import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGraph } from '../../graphs.rig.ts'
import { advance } from '../engine/advance.ts'
import type { Turn } from '../engine/state.ts'
import { exportFormat } from '../flows/flow.ts'
import { faultsOf } from '../graph/faults.ts'
import type { Graph } from '../graph/graph.ts'
import { stepsOf } from '../steps/project.ts'
import { readFile } from './read-file.ts'

const read = (file: unknown) => {
  const flow = readFile(file)
  if ('issues' in flow) throw new Error(JSON.stringify(flow.issues))
  return flow
}
const texts = ({ effects }: Turn): string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'send' ? effect.parts.flatMap((part) => ('text' in part ? [part.text] : [])) : [],
  )
function play(graph: Graph, ...replies: string[]): Turn {
  const said = (text: string) => ({ text, choice: null, hasFile: false })
  let turn = advance(
    graph,
    null,
    { kind: 'begin', at: 0, said: said('oi'), seed: 1, variables: {}, jumps: 0 },
    { name: 'Ana' },
  )
  for (const reply of replies)
    turn = advance(graph, turn.state, { kind: 'said', at: 0, said: said(reply) }, { name: 'Ana' })
  return turn
}

const chatFlow = {
  name: 'Atendimento',
  isActive: true,
  celularTeste: '',
  flow: {
    name: 'Atendimento',
    nodeList: [
      { id: 'start', name: 'Início', type: 'start', left: '10px', top: '20px' },
      {
        id: 'nodeC',
        type: 'configurations',
        configurations: {
          notOptionsSelectMessage: { message: 'Opção inválida', stepReturn: 'A' },
          notResponseMessage: { time: 10, type: 1, destiny: 3 },
          maxRetryBotMessage: { number: 2, type: 2, destiny: 5 },
          welcomeMessage: { message: 'Olá {{name}}' },
          answerCloseTicket: ['sair'],
          autoDistributeTickets: 'B',
        },
      },
      {
        id: 'a-1',
        name: 'Menu',
        type: 'node',
        left: '200px',
        top: 40,
        interactions: [
          { id: 'x', type: 'MediaField', data: { mediaUrl: 'logo.png', ext: 'png', caption: '' } },
          { id: 'y', type: 'MessageField', data: { message: 'Bem-vindo' } },
          {
            id: 'z',
            type: 'MessageOptionsField',
            data: { message: 'Escolha', values: ['1 Vendas', { value: '2 Outros' }] },
          },
        ],
        conditions: [
          { id: 'c', type: 'R', condition: ['1', 'vendas'], action: 1, queueId: 7 },
          { id: 'd', type: 'R', condition: ['2'], action: 0, nextStepId: 'b-2' },
        ],
      },
      {
        id: 'b-2',
        name: 'Fim',
        type: 'node',
        interactions: [{ type: 'MessageField', data: { message: 'Escreva o que quiser' } }],
        conditions: [{ type: 'US', condition: [], action: 0, nextStepId: 'a-1' }],
      },
    ],
    lineList: [{ from: 'start', to: 'a-1', connector: [], paintStyle: {} }],
  },
}

describe('a file of an older product', () => {
  it('with a canvas becomes the same conversation', () => {
    const { name, graph, notes } = read(chatFlow)
    expect(name).toBe('Atendimento')
    expect(texts(play(graph))).toEqual(['Olá Ana', 'Bem-vindo', 'Escolha\n1 Vendas\n2 Outros'])
    expect(texts(play(graph, 'x'))).toEqual(['Opção inválida'])
    expect(play(graph, 'VENDAS').effects.at(-1)).toMatchObject({ kind: 'end', outcome: { kind: 'people' } })
    expect(texts(play(graph, '2'))).toEqual(['Escreva o que quiser'])
    expect(texts(play(graph, '2', 'qualquer coisa'))).toEqual(['Bem-vindo', 'Escolha\n1 Vendas\n2 Outros'])
    expect(graph.settings).toMatchObject({ silentMinutes: 10, silent: { to: 'queue' }, attempts: { to: 'user' } })
    expect(notes.map(({ code }) => code)).toEqual([
      'actionLeft',
      'actionLeft',
      'fileLeft',
      'destinationLeft',
      'destinationLeft',
      'destinationLeft',
    ])
    // What has to be chosen anew is a fault until it is.
    expect(
      faultsOf(graph)
        .filter(({ severity }) => severity === 'error')
        .map(({ code, field }) => `${code} ${field}`),
    ).toEqual(['required destination.queueId', 'required attempts.userId', 'required silent.queueId'])
  })
  it('with steps becomes steps', () => {
    const { graph, notes } = read({
      name: 'Antigo',
      action: 0,
      stepsReply: [
        {
          id: 1,
          reply: '1 Vendas',
          initialStep: true,
          stepsReplyAction: [
            { words: '1', action: 0, nextStepId: 2, replyDefinition: 'Certo' },
            { words: '2', action: 1, queueId: 4 },
            { words: '3', action: 0, nextStepId: 99 },
          ],
        },
        { id: 2, reply: 'Fim', initialStep: false },
      ],
    })
    expect(stepsOf(graph)).toMatchObject({
      isWhole: true,
      steps: [
        {
          initialStep: true,
          message: '1 Vendas',
          actions: [
            { key: '1', action: 'step', message: 'Certo' },
            { key: '2', action: 'queue' },
          ],
        },
        { message: 'Fim' },
      ],
    })
    expect(notes.map(({ code }) => code)).toEqual(['destinationLeft', 'lineLeft'])
  })
})

it('an export is read as it was written', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const file = { format: exportFormat, formatVersion: 1, name: 'A', description: '', graph }
      expect(read(JSON.parse(JSON.stringify(file))).graph).toEqual(graph)
    }),
  )
})

describe('a hostile file', () => {
  it.each([
    [null, 'file'],
    [[], 'file'],
    [{}, 'file'],
    [{ format: 'other' }, 'file.format'],
    [
      {
        format: exportFormat,
        formatVersion: 1,
        name: 'x',
        description: '',
        graph: { nodes: [{ id: '../x', kind: 'start' }] },
      },
      'file.graph.nodes.0.id',
    ],
    [
      {
        format: exportFormat,
        formatVersion: 1,
        name: 'x',
        description: '',
        graph: { nodes: [{ id: 'x', kind: 'eval' }] },
      },
      'file.graph.nodes.0.kind',
    ],
    [{ nodeList: [] }, 'file.nodeList'],
    [{ steps: 'x' }, 'file.steps'],
  ])('%j is refused with its place', (file, path) => {
    const flow = readFile(file)
    expect('issues' in flow && flow.issues[0]?.path).toBe(path)
  })
  it('is read or refused, and never breaks', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const node = fc.record(
      { id: value, type: value, interactions: value, conditions: value, configurations: value, left: value },
      { requiredKeys: [] },
    )
    const step = fc.record({ id: value, reply: value, initialStep: value, actions: value }, { requiredKeys: [] })
    const file = fc.oneof(
      value,
      fc.record({ nodeList: fc.array(node), lineList: value }, { requiredKeys: ['nodeList'] }),
      fc.record({ steps: fc.array(step) }),
      fc.record({
        format: fc.constant(exportFormat),
        formatVersion: fc.constant(1),
        graph: value,
        name: value,
        description: value,
      }),
    )
    fc.assert(
      fc.property(file, (given) => {
        const flow = readFile(JSON.parse(JSON.stringify(given)))
        if ('graph' in flow) expect(faultsOf(flow.graph)).toBeInstanceOf(Array)
        else expect(flow.issues.length).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })
})
