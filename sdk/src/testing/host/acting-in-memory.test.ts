import {
  definePlugin,
  mint,
  type MessageId,
  type Ticket,
  type TicketId,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { expect, test } from 'vitest'
import { actingInMemory } from './acting-in-memory.ts'
import { coreInMemory } from './core-in-memory.ts'

const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const plugin = definePlugin({
  id: 'helper',
  version: '1.0.0',
  host: '^1.2.0',
  publisher: 'Tests',
  title: words,
  description: words,
  acting: ['messages'],
})
const ticket = { id: mint<TicketId>('t'), status: 'open', priority: 'normal' } as unknown as Ticket
const viewer = (permissions: readonly string[]): Viewer =>
  ({ userId: mint<UserId>('ana'), can: (permission: string) => permissions.includes(permission) }) as unknown as Viewer

function stage({
  permissions = ['messages.write', 'tickets.write'],
  definition = plugin as Parameters<typeof actingInMemory>[2],
} = {}) {
  const core = coreInMemory({ id: 'pigeon' })
  core.known.tickets.set(ticket.id, ticket)
  const lease = { isOver: false }
  return { core, lease, acting: actingInMemory(core, viewer(permissions), definition, () => lease.isOver) }
}

test('what is done for a user is kept, and the same key is one message', async () => {
  const { core, acting } = stage({ definition: { ...plugin, acting: ['messages', 'tickets'] } })
  for (const key of ['k', 'k', 'l']) await acting.messages.send(ticket.id, 'Oi', { key })
  expect(await acting.tickets.change(ticket.id, { priority: 'high' })).toMatchObject({ priority: 'high' })
  expect(core.acts.map((act) => ('key' in act ? act.key : 'change' in act ? act.change : act))).toEqual([
    'k',
    'l',
    { priority: 'high' },
  ])
})

test('what was sent can be taken back by who sent it, and nothing else', async () => {
  const { core, acting } = stage()
  const {
    messages: [sent],
  } = await acting.messages.send(ticket.id, 'Oi', { key: 'k' })
  expect(await acting.messages.send(ticket.id, 'Oi', { key: 'k' })).toEqual({ messages: [sent] })
  await acting.messages.remove(sent!)
  expect(core.acts.at(-1)).toEqual({ as: 'ana', removed: sent })
  await expect(acting.messages.remove(mint<MessageId>('other'))).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
})

test('refuses as the product does: what the user may not, or does not see', async () => {
  await expect(stage({ permissions: [] }).acting.messages.send(ticket.id, 'Oi', { key: 'k' })).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
  })
  const { core, acting } = stage()
  core.sees = () => false
  await expect(acting.messages.send(ticket.id, 'Oi', { key: 'k' })).rejects.toMatchObject({
    code: 'ERR_NO_TICKET_FOUND',
  })
})

test('what is not declared, and what is kept beyond the request, is the plugin’s fault', async () => {
  const { acting, lease } = stage()
  await expect(acting.tickets.transfer(ticket.id, {})).rejects.toThrow(
    'helper does not declare that it acts on tickets',
  )
  lease.isOver = true
  await expect(acting.messages.send(ticket.id, 'Oi', { key: 'k' })).rejects.toThrow('whose request is over')
})
