import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client } from './client.rig.ts'
import { WhatsappSimulator } from './whatsapp.ts'

let simulator: WhatsappSimulator
let client: Client
beforeEach(async () => {
  simulator = await WhatsappSimulator.start()
  client = new Client(simulator)
})
afterEach(async () => {
  client.close()
  await simulator.close()
})

const link = () => client.link((code) => simulator.scan(simulator.account('5511999990000'), code))

describe('the unmodified client', () => {
  it('is linked by a code that a phone scans, and logs in', async () => {
    await link()
    expect(client.auth.creds.me?.id).toBe('5511999990000:1@s.whatsapp.net')
  })

  it('hears what people write, and confirms it', async () => {
    await link()
    const maria = simulator.person('Maria', '5511988887777')
    const heard = client.event('messages.upsert')
    const id = simulator.phone(maria, simulator.account('5511999990000')).say('Bom dia')
    const { messages } = await heard
    expect(messages[0]).toMatchObject({ key: { id, remoteJid: maria.jid, fromMe: false }, pushName: 'Maria' })
    expect(messages[0]!.message?.conversation).toBe('Bom dia')
  })

  it('writes to people, who can read it and say so', async () => {
    await link()
    simulator.receipts = 'read'
    const maria = simulator.person('Maria', '5511988887777')
    const states: unknown[] = []
    client.socket.ev.on('messages.update', (updates) => states.push(...updates.map(({ update }) => update.status)))
    const read = client.event('messages.update', (updates) => updates.some(({ update }) => update.status === 4))
    const sent = await client.socket.sendMessage(maria.jid, { text: 'Olá, Maria' })
    await read
    const message = await simulator.sentMessage(({ id }) => id === sent!.key.id)
    expect(message).toMatchObject({ to: maria.jid, content: { extendedTextMessage: { text: 'Olá, Maria' } } })
    expect(states.at(-1)).toBe(4)
  })
})

describe('the page of the customers', () => {
  const play = async (act: string, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const answer = await fetch(`${simulator.url}/play/${act}`, { method: 'POST', body: form })
    return (await answer.json()) as { error?: string }
  }

  it('lets somebody join a group, or ask where joining is approved; who is outside says nothing there', async () => {
    await link()
    await play('say', { name: 'Maria', group: 'Bairro', text: 'Oi' })
    const group = [...simulator.groups.values()].find(({ subject }) => subject === 'Bairro')!
    const inside = async () => (await client.socket.groupMetadata(group.id)).participants.length
    expect(await inside()).toBe(2)
    await play('join', { name: 'Rui', group: 'Bairro' })
    expect(await inside()).toBe(3)
    await client.socket.groupJoinApprovalMode(group.id, 'on')
    expect(await play('say', { name: 'Iara', group: 'Bairro', text: 'Oi' })).toEqual({
      error: 'Iara is not in the group: join it first',
    })
    await play('join', { name: 'Iara', group: 'Bairro' })
    const [asking, ...others] = await client.socket.groupRequestParticipantsList(group.id)
    expect([others, await inside()]).toEqual([[], 3])
    await client.socket.groupRequestParticipantsUpdate(group.id, [asking!.jid!], 'approve')
    expect(await play('say', { name: 'Iara', group: 'Bairro', text: 'Oi' })).toEqual({})
    expect(await play('join', { name: 'Iara' })).toEqual({ error: 'name a group first' })
  })
})
