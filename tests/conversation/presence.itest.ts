import type { PresencePush } from '@recado/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let app: TestApp
let [ana, bia, ugo, colleague]: Person[] = []
const ticketId = newId()
beforeAll(async () => {
  app = await testApp()
  ;[ana, bia, ugo, colleague] = [
    await app.signIn(app.a.admin),
    await app.signIn(app.b.admin),
    await app.signIn(app.a.user),
    await app.signIn(app.a.colleague),
  ]
  const { owner } = app.database
  const contact = newId()
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: app.a.id, name: 'Cliente' })}`
  await owner`
    insert into core.ticket ${owner({
      id: ticketId,
      tenant_id: app.a.id,
      protocol: '1',
      status: 'pending',
      contact_id: contact,
      connection_id: app.a.connection,
      channel: 'test',
      chat: 'c',
      queue_id: app.a.sales,
    })}`
})
afterAll(() => app.close())

test('who opens a ticket is seen by colleagues who may see it, and gone when they close it', async () => {
  const [seesIt, mayNot, stranger] = [await ugo!.listen(), await colleague!.listen(), await bia!.listen()]
  const first = await ana!.listen()
  const event = `${app.a.id}:presence`
  const of = (viewing: boolean) => (push: PresencePush) => push.viewing === viewing && push.ticketId === ticketId
  first.socket.emit(`${app.a.id}:joinChatBox`, { ticketId, focused: true })
  expect(await seesIt.next(event, of(true))).toEqual({
    ticketId,
    who: { userId: app.a.admin.id, name: app.a.admin.name },
    viewing: true,
  })
  first.socket.disconnect()
  expect(await seesIt.next(event, of(false))).toMatchObject({ who: { userId: app.a.admin.id } })
  for (const outside of [mayNot, stranger, first])
    expect(outside.received.filter((push) => push.event.endsWith(':presence'))).toEqual([])
})

test('with two pages open, closing one is no leaving; and nobody is seen where they may not look', async () => {
  const event = `${app.a.id}:presence`
  const watcher = await ana!.listen()
  const [one, two, hidden] = [await ugo!.listen(), await ugo!.listen(), await colleague!.listen()]
  hidden.socket.emit(`${app.a.id}:joinChatBox`, { ticketId, focused: true })
  one.socket.emit(`${app.a.id}:joinChatBox`, { ticketId, focused: true })
  await watcher.next(event)
  two.socket.emit(`${app.a.id}:joinChatBox`, { ticketId, focused: true })
  two.socket.emit(`${app.a.id}:joinChatBox`, { ticketId: null, focused: false })
  two.socket.disconnect()
  one.socket.disconnect()
  const left = await watcher.next(event, (push: PresencePush) => !push.viewing)
  expect(left).toMatchObject({ who: { userId: app.a.user.id } })
  const pushes = watcher.received.filter((push) => push.event === event).map((push) => push.data as PresencePush)
  expect(pushes.filter((push) => !push.viewing)).toHaveLength(1)
  expect(pushes.filter((push) => push.who.userId === app.a.colleague.id)).toEqual([])
})

test('who gives a ticket out of their own sight leaves it for those who see it', async () => {
  const event = `${app.a.id}:presence`
  const [watcher, giver] = [await ana!.listen(), await ugo!.listen()]
  giver.socket.emit(`${app.a.id}:joinChatBox`, { ticketId, focused: true })
  await watcher.next(event, (push: PresencePush) => push.viewing)
  await ana!.ok('PUT', `/tickets/${ticketId}`, { queueId: app.a.support })
  giver.socket.emit(`${app.a.id}:joinChatBox`, { ticketId: null, focused: false })
  expect(await watcher.next(event, (push: PresencePush) => !push.viewing)).toMatchObject({
    ticketId,
    who: { userId: app.a.user.id },
  })
})
