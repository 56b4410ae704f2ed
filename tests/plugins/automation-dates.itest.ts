import { join } from 'node:path'
import type { Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FiringPage } from '../../plugins/automations/src/runs/firing.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { isSignedBy, webhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

/* Rules that begin by dates of conversations and contacts, and that call other programs. */

let world: HookWorld
let receiver: WebhookReceiver
let [ana, ugo, bia]: Person[] = []
beforeAll(async () => {
  receiver = await webhookReceiver()
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/automations'))])
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

interface Stored {
  readonly id: string
}
const rules = '/p/automations/rules'
const block = (name: string, input: object) => ({ plugin: 'automations', name, input })
const firingsOf = async ({ id }: Stored) =>
  (await ana!.ok<Pick<FiringPage, 'firings'>>('GET', `/p/automations/firings?ruleId=${id}`)).firings
async function writes(name: string, text = 'Oi'): Promise<Ticket> {
  await world.channel.say(name, text)
  const { tickets } = await ana!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&limit=200')
  return tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
}
async function daysFromNow(days: number): Promise<string> {
  const { timeZone } = await ana!.ok<{ timeZone: string }>('GET', '/company')
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(Date.now() + days * 86_400_000))
}
/** Lets the sweep of rules come once more than it has by now, as if they had last been looked at yesterday. */
async function sweeps(): Promise<void> {
  const { owner } = world.database
  await owner`update plg_automations.rule set swept_until = date_trunc('milliseconds', now()) - interval '1 day'`
  await eventually(
    async () => {
      await owner`
        update graphile_worker._private_jobs set run_at = now()
         where key = ${`${world.a.id}:plugin:automations:sweep:sweep`} and locked_at is null and run_at > now()`
      return owner`select from plg_automations.rule where swept_until < now() - interval '1 hour'`
    },
    ({ length }) => length === 0,
  )
}

it('begin so many days before, at and after a date, once for each value', async () => {
  for (const owner of ['ticket', 'contact'])
    await ana!.ok('POST', '/attributes', { owner, type: 'date', key: 'renewal', label: 'Renovação' })
  await ana!.ok('POST', '/attributes', { owner: 'ticket', type: 'text', key: 'words', label: 'Texto' })
  const onDate = (name: string, of: string, days: number) => ({
    name,
    trigger: { kind: 'date', of, attribute: 'renewal', days, time: '00:00' },
    actions: [block('priority', { priority: 'high' })],
  })
  expect(
    await ana!.refused('POST', rules, {
      ...onDate('Texto', 'ticket', 0),
      trigger: { kind: 'date', of: 'ticket', attribute: 'words' },
    }),
  ).toBe('422 ERR_VALIDATION')
  const before = await ana!.ok<Stored>('POST', rules, onDate('Antes', 'contact', -3))
  const at = await ana!.ok<Stored>('POST', rules, onDate('No dia', 'ticket', 0))
  const after = await ana!.ok<Stored>('POST', rules, onDate('Depois', 'ticket', 2))
  const [due, today, past, none] = [
    await writes('antes'),
    await writes('hoje'),
    await writes('depois'),
    await writes('nunca'),
  ]
  await ana!.ok('PUT', `/contacts/${due.contactId}`, { attributes: { renewal: await daysFromNow(3) } })
  await ana!.ok('PUT', `/tickets/${today.id}`, { attributes: { renewal: await daysFromNow(0) } })
  await ana!.ok('PUT', `/tickets/${past.id}`, { attributes: { renewal: await daysFromNow(-2) } })
  await ana!.ok('PUT', `/tickets/${none.id}`, { attributes: { renewal: await daysFromNow(40) } })
  await sweeps()
  const fired = async () =>
    (await Promise.all([before, at, after].map(firingsOf))).map((all) => all.map(({ ticketId }) => ticketId))
  expect(await fired()).toEqual([[due.id], [today.id], [past.id]])
  await sweeps()
  expect(await fired(), 'no value twice').toEqual([[due.id], [today.id], [past.id]])
  const { priority } = await ana!.ok<Ticket>('GET', `/tickets/${due.id}`)
  expect(priority).toBe('high')
  for (const { id } of [before, at, after]) await ana!.ok('DELETE', `${rules}/${id}`)
})

it('tell another program of the conversation, signed, and once more until it has taken it', async () => {
  receiver.answers('/crm', [500])
  const rule = await ana!.ok<Stored>('POST', rules, {
    name: 'CRM',
    trigger: { kind: 'event', event: 'received' },
    actions: [block('webhook', { url: receiver.url('/crm') })],
  })
  const ticket = await writes('crm', 'Quero comprar')
  const [firing] = await eventually(
    () => firingsOf(rule),
    (all) => all.some(({ results }) => results.length > 0),
  )
  expect(firing).toMatchObject({ ticketId: ticket.id, results: [{ state: 'done', error: null }] })
  const [, again] = await eventually(
    () => receiver.at('/crm'),
    ({ length }) => length >= 2,
    60_000,
  )
  const { secret } = await ana!.ok<{ secret: string }>('GET', '/p/automations/webhook-secret')
  expect(await ana!.ok('POST', '/p/automations/webhook-secret', {})).toEqual({ secret })
  expect(await bia!.ok('GET', '/p/automations/webhook-secret')).toEqual({ secret: null })
  const [shown] = await eventually(
    () => firingsOf(rule),
    ([one]) => one!.results[0]!.delivery?.state === 'sent',
  )
  expect(shown!.results[0]!.delivery).toMatchObject({
    url: receiver.url('/crm'),
    attempts: 2,
    nextAt: null,
    log: [
      { number: 2, outcome: 'ok', status: expect.any(Number) },
      { number: 1, outcome: 'status', status: 500 },
    ],
  })
  expect(isSignedBy(secret, again!)).toBe(true)
  expect(again!.body).toMatchObject({
    type: 'automation.fired',
    data: { ticket: { id: ticket.id }, contact: { name: 'Cliente crm' }, message: { body: 'Quero comprar' } },
  })
  expect((await firingsOf(rule)).map(({ results }) => results.map(({ state }) => state))).toEqual([['done']])
  expect(await ugo!.refused('GET', '/p/automations/webhook-secret')).toMatch('ERR_NO_PERMISSION')
  expect(
    await ana!.refused('POST', rules, {
      name: 'Por dentro',
      trigger: { kind: 'event', event: 'received' },
      actions: [block('webhook', { url: 'http://192.168.0.1/x' })],
    }),
  ).toMatch('ERR_WEBHOOK_ADDRESS')
}, 90_000)
