import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeLetter } from '../../plugins/email/simulator/letters.ts'
import { mailWorld, type MailSide, type MailWorld } from './email.rig.ts'

/* Mails that programs send for people: whose conversation they are, and who gets the answer. */

let world: MailWorld
beforeAll(async () => {
  world = await mailWorld('the stand-in')
})
afterAll(() => world.close())

/** Puts a mail there that names this person as the one to be answered. */
function write(side: MailSide, person: string, from: string, headers: Readonly<Record<string, string>> = {}): string {
  const name = `Eva ${randomUUID().slice(0, 8)}`
  const { raw } = writeLetter({
    from,
    to: side.account.address,
    subject: 'Contato',
    text: `Sou ${name}.`,
    headers: { 'Reply-To': `${name} <${person}>`, ...headers },
  })
  side.account.deliver(raw)
  return name
}
const address = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@cliente.test`

describe('an answer goes to the person', () => {
  test.for([
    ['who filled in a form', 'Formulário <noreply@forms.test>', {}],
    ['who wrote to a list', 'Eva via Clientes <clientes@listas.test>', { 'List-Id': '<clientes.listas.test>' }],
  ] as const)('%s', async ([, from, headers]) => {
    const side = world.mine
    const person = address('eva')
    const ticket = await side.open(await side.ticket(write(side, person, from, headers)))
    await side.send(ticket, 'Obrigado pelo contato')
    const [mail] = await side.got(side.account.customer('Eva', person), 1)
    expect(mail!.to).toEqual([person])
  })
})

test('people who fill in the same form have conversations of their own', async () => {
  const { mine } = world
  const [one, other] = [address('ivo'), address('ada')].map((person) => write(mine, person, 'noreply@forms.test'))
  expect((await mine.ticket(one!)).id).not.toBe((await mine.ticket(other!)).id)
})

test('a mailbox that does not want it keeps the form as the contact', async () => {
  const side = await world.connect(world.mine.admin, world.account(), { formReplyTo: false })
  await side.connected()
  const form = `noreply@${randomUUID().slice(0, 8)}.test`
  write(side, address('eva'), form)
  expect(await side.ticket(form)).toBeDefined()
})

test('the reply address of a person’s mail reaches nobody else’s conversation', async () => {
  const { mine } = world
  const victim = mine.customer()
  victim.write({ subject: 'Pedido', text: 'Oi' })
  const ticket = await mine.ticket(victim.name)
  const stranger = address('mal')
  write(mine, victim.address, `Mal <${stranger}>`)
  await mine.ticket(stranger)
  expect(await mine.messages(ticket)).toHaveLength(1)
})

test('who is only said to be behind a mail gets into nobody else’s conversation', async () => {
  const { mine } = world
  const victim = mine.customer()
  const guest = address('bia')
  const messageId = victim.write({ subject: 'Pedido', text: 'Oi', to: `${mine.account.address}, ${guest}` })
  const ticket = await mine.ticket(victim.name)
  const name = write(mine, guest, 'noreply@forms.test', { 'In-Reply-To': `<${messageId}>` })
  expect((await mine.ticket(name)).id).not.toBe(ticket.id)
  expect(await mine.messages(ticket)).toHaveLength(1)
})
