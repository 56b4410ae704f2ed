import type { Prompt } from '../../plugins/ai/src/prompts/prompt.ts'
import { draftOf } from '../../plugins/ai/src/ui/prompts/new-draft.ts'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { answersFirst } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

interface Called {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A shop that functions call. */
const called: Called[] = []
let shop: Server
let shopUrl: string
let status = 200
let prompt: Prompt

const order = {
  name: 'order',
  type: 'text',
  description: 'Número do pedido.',
  min: 4,
  max: 6,
} as const

beforeAll(async () => {
  shop = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      called.push({ method, path, headers, body: Buffer.concat(pieces).toString() })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"state":"a caminho"}')
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  await ai.rig.ana.ok('POST', '/attributes', { owner: 'ticket', type: 'text', label: 'Tamanho', key: 'tamanho' })
  prompt = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', {
    name: 'Loja',
    text: 'Você atende a loja.',
    functionKeys: { order_status: 'Bearer segredo-da-loja' },
    functions: [
      {
        name: 'order_status',
        description: 'Quando pergunta do pedido.',
        parameters: [order],
        http: { method: 'GET', url: `${shopUrl}/pedidos/{{order}}?de={{contact_id}}` },
      },
      {
        name: 'cancel_order',
        description: 'Quando quer cancelar.',
        parameters: [order, { name: 'units', type: 'whole', description: 'Quantos.', min: 1, max: 3 }],
        http: { method: 'POST', url: `${shopUrl}/cancelamentos` },
        confirm: 'Cancelo {{units}} do pedido {{order}}?',
      },
      {
        name: 'note_size',
        description: 'Quando diz o tamanho.',
        parameters: [{ name: 'size', type: 'choice', description: 'Tamanho.', options: ['P', 'M'], fills: 'value' }],
        action: { plugin: 'automations', name: 'ticketAttribute', input: { attribute: 'tamanho', value: '' } },
      },
    ],
  })
  await answersFirst(ai.rig, prompt.id)
})
beforeEach(() => {
  called.length = 0
  status = 200
})
afterAll(() => new Promise((resolve) => shop.close(resolve)))

describe('a function', () => {
  it('is told to the model by a schema of its parameters', async () => {
    const { ticket } = await ai.rig.visitor('Bom dia')
    await ai.rig.saying(ticket.id, 'Você disse: Bom dia')
    const [tool] = ai.rig.models.exchanges.at(-1)!.body.tools!
    expect(tool).toMatchObject({
      function: {
        name: 'order_status',
        parameters: {
          type: 'object',
          properties: { order: { type: 'string', minLength: 4, maxLength: 6, description: 'Número do pedido.' } },
          required: ['order'],
          additionalProperties: false,
        },
      },
    })
  })

  it('calls an address with its arguments, its key and who the customer is, and the model reads the answer', async () => {
    const { ticket } = await ai.rig.visitor('order status order=12/4')
    await ai.rig.saying(ticket.id, 'Resultado: {"state":"a caminho"}')
    expect(called).toHaveLength(1)
    expect(called[0]).toMatchObject({
      method: 'GET',
      path: `/pedidos/12%2F4?de=${ticket.contactId}`,
      headers: { authorization: 'Bearer segredo-da-loja' },
    })
    expect(called[0]!.headers['idempotency-key']).toMatch(/:0:0$/)
    const left = JSON.stringify(ai.rig.models.exchanges)
    expect(left).not.toContain('segredo-da-loja')
    expect(JSON.stringify(await ai.rig.ana.ok('GET', '/p/ai/prompts'))).not.toContain('segredo-da-loja')
  })

  it.each([
    ['none', 'order status'],
    ['one that is too short', 'order status order=1'],
    ['one that is too long', 'order status order=1234567'],
    ['one with a variable', 'order status order={{x}}'],
  ])('is not called with arguments that do not fit: %s', async (_what, text) => {
    const { ticket } = await ai.rig.visitor(`Por favor, ${text}`)
    await ai.rig.saying(ticket.id, 'Faltam dados para isso.')
    expect(called).toEqual([])
  })

  it.each([
    ['a number for a text', { order: 1234 }],
    ['what nobody asked for', { order: '1234', admin: true }],
    ['a list', { order: ['1234'] }],
  ])('is not called with arguments of another type: %s', async (what, given) => {
    ai.rig.models.script({ text: '', calls: [{ name: 'order_status', arguments: given }] })
    const { ticket } = await ai.rig.visitor(`Pedido, ${what}`)
    await ai.rig.saying(ticket.id, 'Faltam dados para isso.')
    expect(called).toEqual([])
  })

  it('does not leave the place of its value in the address', async () => {
    const { id } = prompt
    const [status_, ...others] = draftOf(prompt).functions
    const loose = { ...status_!, parameters: [{ ...status_!.parameters[0]!, min: null, max: null }] }
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, { ...draftOf(prompt), functions: [loose, ...others] })
    const { ticket } = await ai.rig.visitor('order status order=..')
    await ai.rig.saying(ticket.id, 'Resultado: The address does not take these values.')
    expect(called).toEqual([])
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, draftOf(prompt))
  })

  it('that changes something is called after a yes alone, with what was confirmed', async () => {
    const { visitor, ticket } = await ai.rig.visitor('cancel order order=4321 units=2')
    await ai.rig.saying(ticket.id, 'Cancelo 2 do pedido 4321?')
    expect(called).toEqual([])
    await visitor.say('sim')
    await ai.rig.saying(ticket.id, 'Resultado: {"state":"a caminho"}')
    expect(called).toHaveLength(1)
    expect(called[0]!.method).toBe('POST')
    expect(JSON.parse(called[0]!.body)).toEqual({
      arguments: { order: '4321', units: 2 },
      conversation: { ticket: ticket.id, protocol: ticket.protocol, contact: ticket.contactId },
    })
    // The key is of the other function.
    expect(called[0]!.headers.authorization).toBeUndefined()
  })

  it('that fails is said to the customer, and nothing else is done', async () => {
    status = 500
    const { ticket } = await ai.rig.visitor('order status order=9999')
    await ai.rig.saying(ticket.id, 'Resultado: The address answered 500.')
    expect(called).toHaveLength(1)
  })

  it('fills a field of an action with a value that was offered', async () => {
    const { ticket } = await ai.rig.visitor('note size size=M')
    await ai.rig.saying(ticket.id, 'Feito: note_size')
    expect((await ai.rig.read(ticket.id)).attributes).toEqual({ tamanho: 'M' })
    const { ticket: other } = await ai.rig.visitor('note size size=XXL')
    await ai.rig.saying(other.id, 'Faltam dados para isso.')
    expect((await ai.rig.read(other.id)).attributes ?? {}).toEqual({})
  })

  it.each([
    ['a call without a yes', { http: { method: 'POST', url: 'https://loja.example' }, confirm: '' }],
    ['a variable in the host', { http: { url: 'https://{{order}}.example/' }, parameters: [order] }],
    ['a parameter that is not there', { http: { url: 'https://loja.example/{{x}}' } }],
    ['an action and a call', { http: { url: 'https://loja.example' }, action: { plugin: 'a', name: 'b', input: {} } }],
    ['nothing', {}],
    [
      'a parameter with the name of ours',
      { http: { url: 'https://a.example' }, parameters: [{ ...order, name: 'contact_id' }] },
    ],
    [
      'a field that refers to something',
      {
        action: { plugin: 'automations', name: 'ticketAttribute', input: { attribute: 'tamanho', value: 'P' } },
        parameters: [{ ...order, fills: 'attribute' }],
      },
    ],
  ])('is refused where it could not be done, or too much: %s', async (what, part) => {
    const functions = [{ name: 'any', description: 'Sempre.', ...part }]
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { name: what, text: 'Oi', functions })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('has a key for one host alone, which no other one is told', async () => {
    const [first, ...others] = draftOf(prompt).functions
    const elsewhere = { ...first!, http: { ...first!.http!, url: first!.http!.url.replace('127.0.0.1', 'localhost') } }
    const moved = await ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${prompt.id}`, {
      ...draftOf(prompt),
      functions: [elsewhere, ...others],
    })
    expect(moved.keptKeys).toEqual([])
    const back = await ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${prompt.id}`, draftOf(prompt))
    expect(back.keptKeys, 'it was erased with the call').toEqual([])
    const { ticket } = await ai.rig.visitor('order status order=5555')
    await eventually(
      () => Promise.resolve(called.length),
      (count) => count > 0,
    )
    await ai.rig.saying(ticket.id, 'Resultado: {"state":"a caminho"}')
    expect(called[0]!.headers.authorization).toBeUndefined()
  })
})
