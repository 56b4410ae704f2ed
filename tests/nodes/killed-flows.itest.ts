import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { deliver, KillableNode } from './killable-node.ts'

const kills = 4
const customers = 12

let node: KillableNode
beforeAll(async () => {
  node = await KillableNode.prepare()
})
afterAll(() => node.close())

const say = (text: string) => ({ kind: 'message', data: { parts: [{ kind: 'text', text }] } })
/** Greets, asks twice, waits for an address and a bot that nobody has, sets a priority, hands to people. */
const graph = {
  nodes: [
    { id: 'start', kind: 'start' },
    { id: 'hi', ...say('Olá') },
    {
      id: 'menu',
      kind: 'menu',
      data: {
        text: 'Escolha',
        display: 'none',
        options: [{ id: 'a', label: 'sim' }],
        invalidText: 'De novo',
        attempts: 5,
      },
    },
    { id: 'who', kind: 'question', data: { text: 'Nome?', variable: 'who' } },
    { id: 'call', kind: 'http', data: { url: 'http://10.1.2.3/' } },
    { id: 'bot', kind: 'bot', data: { provider: 'http-bot', bot: 'x', seconds: 5 } },
    { id: 'thanks', ...say('Obrigado, {{who}}') },
    { id: 'high', kind: 'priority', data: { priority: 'high' } },
    { id: 'people', kind: 'people', data: { text: 'Já vamos' } },
  ],
  edges: [
    ['start', 'next', 'hi'],
    ['hi', 'next', 'menu'],
    ['menu', 'option:a', 'who'],
    ['who', 'next', 'call'],
    ['call', 'error', 'bot'],
    ['bot', 'failed', 'thanks'],
    ['bot', 'finished', 'people'],
    ['call', 'success', 'people'],
    ['thanks', 'next', 'high'],
    ['high', 'next', 'people'],
  ].map(([from, outlet, to], at) => ({ id: `e${at}`, from, outlet, to })),
}
/** What a customer writes, and what the flow has said by then. */
const course = [
  ['oi', ['Olá', 'Escolha']],
  ['talvez', ['De novo']],
  ['sim', ['Nome?']],
  ['Ana', ['Obrigado, Ana', 'Já vamos']],
] as const
const whole = course.flatMap(([, said]) => said)

it('a flow whose node is killed at any point says everything once, in its order, and ends with people', async () => {
  await node.start()
  const { database } = node
  const admin = await node.signIn()
  const { id: connection, hook } = await node.connect(admin)
  await admin.ok('PUT', '/api/plugins/http-bot', { enabled: true })
  const { id } = await admin.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Fluxo', graph })
  await admin.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await admin.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  await admin.ok('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
  })
  const said = async (chat: string): Promise<string[]> =>
    (
      await database.owner<{ body: string }[]>`
        select m.body from core.message m join core.ticket t on t.id = m.ticket_id
         where m.connection_id = ${connection} and t.chat = ${chat} and m.from_me order by m.position`
    ).map(({ body }) => body)

  let steps = 0
  const chats = Array.from({ length: customers }, async (_, at) => {
    const chat = `chat-${at}`
    let expected = 0
    for (const [index, [text, answers]] of course.entries()) {
      await deliver(hook, `${chat}-${index}`, chat, text)
      expected += answers.length
      while ((await said(chat)).length < expected) await new Promise((resolve) => setTimeout(resolve, 30))
      steps += 1
    }
  })
  const all = customers * course.length
  for (let kill = 1; kill <= kills; kill++) {
    while (steps < (all * kill) / (kills + 1)) await new Promise((resolve) => setTimeout(resolve, 5))
    await node.kill()
    await node.start()
  }
  await Promise.all(chats)

  for (let at = 0; at < customers; at++) expect(await said(`chat-${at}`)).toEqual(whole)
  const tickets = await eventually(
    async () => (await admin.ok<TicketPage>('GET', '/tickets/?status=pending&limit=100')).tickets,
    (found) => found.every(({ withBot }) => !withBot),
  )
  expect(tickets.map(({ priority }) => priority)).toEqual(Array(customers).fill('high'))
  const decisions = await database.owner`
    select outcome, count(*)::integer as n from core.responder_decision group by outcome order by outcome`
  expect(decisions.map(({ outcome, n }) => `${outcome} ${n}`)).toEqual([`began ${customers}`, `people ${customers}`])
}, 240_000)
