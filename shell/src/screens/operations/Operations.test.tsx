import type { InstallationDeadLetter } from '../../base/contracts.ts'
import { toastQueue } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import { draw } from '../../testing/draw.rig.tsx'

import { Operations } from './Operations.tsx'
import type { ConsumerStanding, OperationsStatus } from '@recado/sdk/client'

const at = '2026-03-01T12:00:00.000Z'
const ago = (seconds: number): string => new Date(Date.parse(at) - seconds * 1_000).toISOString()
const consumer = (name: string, change: Partial<ConsumerStanding> = {}): ConsumerStanding => ({
  name,
  node: 'no-a',
  lagEvents: 0,
  lagSeconds: 0,
  parked: 0,
  dead: 0,
  ...change,
})

const well: OperationsStatus = {
  at,
  node: 'no-a',
  alarms: [],
  advice: [],
  missing: [],
  nodes: [
    { name: 'no-a', version: '1.2.3', startedAt: ago(7_200), silentSeconds: 0.4, draining: false, duties: ['relay'] },
  ],
  departures: [],
  network: { state: 'up', since: ago(300) },
  outbox: { events: 0, seconds: 0 },
  bus: { head: 12_345, consumers: [consumer('aviso'), consumer('relatorio')] },
  sessions: [{ node: 'no-a', status: 'connected', count: 7 }],
  troubled: [],
  deliveries: { waiting: [], held: { count: 0, oldest: null } },
  pools: [{ name: 'queries', max: 12, open: 4, used: 1, waiting: 0 }],
  jobs: [],
}
const letter = (seq: string, change: Partial<InstallationDeadLetter> = {}): InstallationDeadLetter => ({
  consumer: 'relatorio',
  seq,
  company: 'Aurora',
  attempts: 8,
  error: 'Error: a impressora pegou fogo',
  deadAt: ago(60),
  tenantId: '0198c0de-0000-7000-8000-0000000000aa',
  event: { id: '0198c0de-0000-7000-8000-0000000000bb', name: 'ticket.created.v1', key: 'k', at: ago(120) },
  ...change,
})

interface Call {
  readonly path: string
  readonly body: unknown
}
/** Answers with this state and these letters, and takes letters away as the server does. */
function server(status: OperationsStatus, letters: readonly InstallationDeadLetter[] = []) {
  const asked: Call[] = []
  const world = { status: status as OperationsStatus | null, letters: [...letters], failing: false }
  const headers = { 'content-type': 'application/json' }
  const json = (body: unknown, code = 200) => new Response(JSON.stringify(body), { status: code, headers })
  const away = () => json({ error: 'ERR_UNAVAILABLE' }, 503)
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (path === '/operations/status') return world.status ? json(world.status) : away()
    if (init.method === 'GET') return json({ deadLetters: world.letters, hasMore: false, nextCursor: null })
    const body = JSON.parse(String(init.body)) as { consumer: string; seq?: string; asOf?: string }
    asked.push({ path: path.slice(path.lastIndexOf('/') + 1), body })
    if (world.failing) return away()
    if (path.endsWith('/restore')) world.letters = [...letters]
    else world.letters = world.letters.filter((one) => body.seq !== undefined && one.seq !== body.seq)
    return json({ count: 1, hasMore: false, asOf: body.asOf ?? at })
  }
  return { asked, fetch, world }
}
const section = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => toastQueue.clear())
afterEach(cleanup)

describe('the page of operations', () => {
  it('says calmly that everything works, with the figures below', async () => {
    await draw(<Operations />, server(well))
    await screen.findByText('Tudo funciona.')
    const facts = section('Nós').getByText(/Versão 1\.2\.3/).textContent
    expect(facts).toBe('Versão 1.2.3 · iniciado há 2 horas · último sinal há 1 segundo')
    section('Fluxo de eventos').getByText('12.345')
    section('Canais').getByText('Conectado: 7')
    section('Conexões com o banco de dados').getByText('1 de 12 em uso')
    await section('Eventos que falharam').findByText('Nenhum evento falhou')
  })

  it('says what a superuser of the database could do, with the statement to copy, while nothing is wrong', async () => {
    const statement = 'create extension if not exists vector with schema public'
    await draw(<Operations />, server({ ...well, advice: [{ kind: 'extension', name: 'vector', statement }] }))
    await screen.findByText('Tudo funciona.')
    expect(section('Recomendações').getByText(/oferece a extensão “vector”/)).toBeTruthy()
    expect(section('Recomendações').getByRole('region', { name: 'Comando SQL' }).textContent).toBe(statement)
  })

  it('says what is wrong in the order of the server, and leads to the part that tells more', async () => {
    const status: OperationsStatus = {
      ...well,
      alarms: [
        { severity: 'error', kind: 'consumerBehind', consumer: 'relatorio', events: 40, seconds: 150 },
        { severity: 'warning', kind: 'deadLetters', count: 10_000, consumers: ['a', 'b', 'c', 'd', 'e'] },
      ],
    }
    await draw(<Operations />, server(status))
    await screen.findByText('relatorio está atrasado: 40 eventos, o mais antigo há 2 minutos.')
    screen.getByText('10.000 ou mais eventos falharam tantas vezes que foram abandonados: a, b, c e mais 2.')
    expect(screen.queryByText('Tudo funciona.')).toBeNull()
    const marks = section('Alarmes')
      .getAllByRole('img')
      .map((mark) => mark.getAttribute('aria-label'))
    expect(marks).toEqual(['Parado', 'Atenção'])
    Element.prototype.scrollIntoView = () => undefined
    fireEvent.click(screen.getByRole('button', { name: 'Ir para Consumidores de eventos' }))
    expect(document.activeElement?.textContent).toBe('Consumidores de eventos')
  })

  it('says which parts could not be read, and then not that everything works', async () => {
    const status = { ...well, outbox: null, bus: null, jobs: null, missing: ['bus', 'jobs', 'outbox'] }
    await draw(<Operations />, server(status))
    await screen.findByText(/Nada errado no que foi possível ler/)
    for (const name of ['Fluxo de eventos', 'Consumidores de eventos', 'Tarefas em segundo plano']) {
      section(name).getByText('Não foi possível ler esta parte agora.')
    }
    section('Fluxo de eventos').getByText('Conectado')
    expect(screen.queryByText('Tudo funciona.')).toBeNull()
  })

  it('shows consumers in trouble, and the others when they are asked for', async () => {
    const consumers = [
      consumer('bom'),
      consumer('parado', { node: null }),
      consumer('repete', { parked: 2, lagEvents: 1, lagSeconds: 0.2 }),
    ]
    await draw(<Operations />, server({ ...well, bus: { head: 1, consumers } }))
    const part = await waitFor(() => section('Consumidores de eventos'))
    part.getByText('2 esperam nova tentativa')
    part.getByText('1 evento atrás, 1 segundo')
    part.getByText('em nenhum nó')
    expect(part.getByText('1 sem problemas').closest('details')!.open).toBe(false)
  })

  it('keeps the last figures when a reading fails, and says so', async () => {
    const { fetch, world } = server(well)
    world.status = null
    await draw(<Operations />, { fetch, queries: [[keys.operationsStatus, well]] })
    await screen.findByText(/A última leitura falhou/)
    screen.getByText('Tudo funciona.')
    expect(section('Nós').getAllByText(/Versão 1\.2\.3/)).toHaveLength(1)
  })

  it('says that it could not be read where nothing was read before', async () => {
    const { fetch, world } = server(well)
    world.status = null
    await draw(<Operations />, { fetch })
    await screen.findByText(/a situação da instalação/)
    world.status = well
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await screen.findByText('Tudo funciona.')
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
  })
})

describe('events that failed', () => {
  const failing: OperationsStatus = { ...well, bus: { head: 2, consumers: [consumer('relatorio', { dead: 2 })] } }
  const one = (act: 'Reprocessar' | 'Descartar', seq: string) =>
    screen.findByRole('button', { name: `${act} ticket.created.v1, número ${seq}` })

  it('are replayed one by one, and the focus goes on to the next', async () => {
    const { asked, fetch } = server(failing, [letter('2'), letter('1')])
    await draw(<Operations />, { fetch })
    const button = await one('Reprocessar', '2')
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('button', { name: /número 2$/ })).toBeNull())
    expect(asked).toEqual([{ path: 'replay', body: { consumer: 'relatorio', seq: '2' } }])
    expect(document.activeElement).toBe(await one('Reprocessar', '1'))
  })

  it('are discarded and brought back from the notice, also the last one', async () => {
    const { asked, fetch } = server(failing, [letter('1')])
    await draw(<Operations />, { fetch })
    const button = await one('Descartar', '1')
    button.focus()
    fireEvent.click(button)
    await screen.findByText('Nenhum evento falhou')
    expect(document.activeElement?.textContent).toBe('Eventos que falharam')
    toastQueue.shown()[0]!.action!.onClick()
    await one('Descartar', '1')
    expect(asked.at(-1)).toEqual({ path: 'restore', body: { consumer: 'relatorio', seq: '1', asOf: at } })
  })

  it('can be brought back later when that fails', async () => {
    const { asked, fetch, world } = server(failing, [letter('1')])
    await draw(<Operations />, { fetch })
    fireEvent.click(await one('Descartar', '1'))
    await screen.findByText('Nenhum evento falhou')
    world.failing = true
    toastQueue.shown()[0]!.action!.onClick()
    const again = await waitFor(() => {
      const words = 'Não foi possível recuperar tudo. O que falta continua guardado.'
      const found = toastQueue.shown().find(({ content }) => content === words)
      expect(found).toBeDefined()
      return found!
    })
    world.failing = false
    again.action!.onClick()
    await one('Descartar', '1')
    expect(asked.map(({ path }) => path)).toEqual(['discard', 'restore', 'restore'])
  })

  it('are all discarded once that was asked, of the consumer that is meant', async () => {
    const { asked, fetch } = server(failing, [letter('2'), letter('1')])
    await draw(<Operations />, { fetch })
    fireEvent.click(await screen.findByRole('button', { name: 'Descartar todos' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Descartar todos de relatorio?' }))
    fireEvent.click(question.getByRole('button', { name: 'Descartar todos' }))
    await screen.findByText('Nenhum evento falhou')
    expect(asked).toEqual([{ path: 'discard', body: { consumer: 'relatorio' } }])
  })

  it('of several consumers are acted on together once one is chosen', async () => {
    const consumers = [consumer('aviso', { dead: 1 }), consumer('relatorio', { dead: 1 })]
    const two: OperationsStatus = { ...well, bus: { head: 2, consumers } }
    const { asked, fetch } = server(two, [letter('2'), letter('1', { consumer: 'aviso', company: null })])
    await draw(<Operations />, { fetch })
    await screen.findByText('Escolha um consumidor para reprocessar ou descartar todos os eventos dele.')
    screen.getByText(/empresa excluída/)
    fireEvent.change(screen.getByLabelText('Consumidor'), { target: { value: 'aviso' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Reprocessar todos' }))
    await waitFor(() => expect(asked).toEqual([{ path: 'replay', body: { consumer: 'aviso' } }]))
  })
})
