import { randomInt, randomUUID } from 'node:crypto'
import type { AuditPage, Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Passkey } from '../../plugins/whatsapp/simulator/passkey.ts'
import { eventually } from '../harness/app.ts'
import { hasFfmpeg } from '../harness/ffmpeg.ts'
import { wav } from '../harness/recording.ts'
import { webSite } from '../harness/web-site.ts'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import type { Line } from '../../plugins/whatsapp/simulator/line.ts'
import { decryptMedia } from '../../plugins/whatsapp/simulator/media.ts'
import { shopName, whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ogg = Buffer.concat([
  Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
  Buffer.alloc(64),
])

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

/** Somebody new who writes to a number, in a conversation that an agent has taken. */
async function talking(side: NumberSide = world.mine) {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const person = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
  const phone = world.simulator.phone(person, side.account)
  phone.say('Oi')
  return { name, person, phone, ticket: await side.open(await side.ticket(name)) }
}
const kinds = (message: Message) => message.parts.map((part) => part.kind)

describe('a number of WhatsApp', () => {
  it('S1-003 S3-051 is linked by scanning its code; a customer writes, an agent answers, each company has its own', async () => {
    const { phone, person, ticket, name } = await talking()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá, Ana!' })
    const sent = await world.simulator.sentMessage(({ to }) => to === person.jid)
    expect(sent.content.extendedTextMessage?.text).toContain('Olá, Ana!')
    await world.mine.last(ticket, ({ status }) => status === 'delivered')
    phone.receipt([sent.id], 'read')
    expect(await world.mine.last(ticket, ({ status }) => status === 'read')).toMatchObject({ fromMe: true })
    expect(await world.theirs.tickets(name)).toEqual([])
  })

  it('what somebody new sends in one breath keeps its order', async () => {
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const person = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
    const phone = world.simulator.phone(person, world.mine.account)
    const said = Array.from({ length: 8 }, (_, index) => `linha ${index}`)
    for (const line of said) phone.say(line)
    const ticket = await world.mine.ticket(name)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      ({ length }) => length === said.length,
    )
    expect(messages.map(({ body }) => body)).toEqual(said)
  })

  it('files arrive decrypted and go out encrypted, both ways', async () => {
    const { phone, ticket } = await talking()
    phone.file({ kind: 'image', bytes: png, mime: 'image/png', caption: 'olha' })
    phone.file({ kind: 'voice', bytes: ogg, mime: 'audio/ogg; codecs=opus', seconds: 3 })
    phone.file({ kind: 'document', bytes: Buffer.from('%PDF-1.4\n'), mime: 'application/pdf', name: 'nota.pdf' })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.slice(1).length === 3 && found.slice(1).every((message) => kinds(message)[0] === 'media'),
    )
    expect(messages.slice(1).map(({ parts: [part] }) => part)).toMatchObject([
      { as: 'image', mime: 'image/png', caption: 'olha' },
      { as: 'voice', mime: 'audio/ogg; codecs=opus', seconds: 3 },
      { as: 'document', name: 'nota.pdf' },
    ])
    const form = new FormData()
    form.set('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.set('body', 'a nossa')
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const { content } = await world.simulator.sentMessage(
      (message) => message.content.imageMessage?.caption?.includes('a nossa') === true,
    )
    const { url, mediaKey } = content.imageMessage!
    const stored = world.simulator.files.find(new URL(url!).pathname)!
    expect(Buffer.from(decryptMedia(stored.bytes, mediaKey!, 'image'))).toEqual(png)
  })

  it('a voice note of the agent is read, and then played; another file is never more than read', async () => {
    const { phone, person, ticket } = await talking()
    const sent = async (voice: boolean) => {
      const form = new FormData()
      form.set('medias', new File([ogg], 'nota.ogg', { type: 'audio/ogg' }))
      form.set('voice', String(voice))
      await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
      return world.simulator.sentMessage(({ to, content }) => to === person.jid && content.audioMessage?.ptt === voice)
    }
    const note = await sent(true)
    const seen = async () => (await world.mine.messages(ticket)).slice(1).map(({ status }) => status)
    phone.receipt([note.id], 'read')
    await eventually(seen, ([status]) => status === 'read')
    phone.receipt([note.id], 'played')
    await eventually(seen, ([status]) => status === 'played')
    // What comes late takes nothing back.
    phone.receipt([note.id], 'delivered')
    const file = await sent(false)
    phone.receipt([file.id], 'read')
    await eventually(seen, (statuses) => statuses[1] === 'read')
    expect(await seen()).toEqual(['played', 'read'])
  })

  it.skipIf(!hasFfmpeg())('a voice note goes out with its length and its waveform', async () => {
    const { person, ticket } = await talking()
    const form = new FormData()
    form.set('medias', new File([wav()], 'nota.wav', { type: 'audio/wav' }))
    form.set('voice', 'true')
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const { content } = await world.simulator.sentMessage(({ to }) => to === person.jid)
    expect(content.audioMessage).toMatchObject({ ptt: true, seconds: 1, mimetype: 'audio/ogg; codecs=opus' })
    expect(content.audioMessage!.waveform).toHaveLength(64)
    expect(Math.min(...content.audioMessage!.waveform!)).toBeGreaterThan(50)
    const { parts } = await world.mine.last(ticket, ({ fromMe }) => fromMe)
    expect(parts[0]).toMatchObject({ as: 'voice', waveform: [...content.audioMessage!.waveform!] })
  })

  it('a link goes out with what its page says of itself and a picture, where the company shows previews', async () => {
    const { person, ticket } = await talking()
    const { admin } = world.mine
    const site = await webSite()
    try {
      const head = '<title>Caderno azul</title><meta name="description" content="96 folhas">'
      site.page('/caderno', `${head}<meta property="og:image" content="/capa.png">`)
      site.answer('/capa.png', { headers: { 'content-type': 'image/png' }, body: png })
      site.page('/outro', '<title>Outro</title>')
      const sent = async (text: string) => {
        await world.mine.send(ticket, text)
        const { content } = await world.simulator.sentMessage(
          (message) => message.to === person.jid && message.content.extendedTextMessage?.text === text,
        )
        return content.extendedTextMessage!
      }
      const address = `http://${shopName}:${site.port}/caderno`
      const shown = await sent(`Veja ${address}`)
      expect(shown).toMatchObject({ matchedText: address, title: 'Caderno azul', description: '96 folhas' })
      expect(Buffer.from(shown.jpegThumbnail!).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      expect((await sent('Sem endereço')).title ?? '').toBe('')
      expect((await sent(`Nada em http://${shopName}:${site.port}/nada`)).title ?? '').toBe('')
      await admin.ok('PUT', '/settings/linkPreviews', { value: 'disabled' })
      expect((await sent(`E http://${shopName}:${site.port}/outro`)).title ?? '').toBe('')
      expect(site.times('/outro')).toBe(0)
    } finally {
      await admin.ok('PUT', '/settings/linkPreviews', { value: 'enabled' })
      await site.close()
    }
  })

  it('replies, edits, deletions and reactions find their message, both ways', async () => {
    const { phone, person, ticket } = await talking()
    const { admin } = world.mine
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Qual o pedido?' })
    const asked = await world.mine.last(ticket, ({ ack }) => ack >= 2)
    const sent = await world.simulator.sentMessage(({ to }) => to === person.jid)
    const own = phone.say('o 42', {
      context: {
        stanzaId: sent.id,
        participant: world.mine.account.jid,
        quotedMessage: { conversation: 'Qual o pedido?' },
      },
    })
    const arrived = await world.mine.last(ticket, ({ body }) => body === 'o 42')
    expect(arrived.quotedMsgId).toBe(asked.id)
    phone.edit(own, 'o 43')
    await world.mine.last(ticket, ({ body, edited }) => body === 'o 43' && edited)
    phone.react(sent.id, '👍')
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => Object.values(messages.find(({ id }) => id === asked.id)!.reaction).includes('👍'),
    )
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Certo', quotedMsg: arrived.id })
    const answer = await world.simulator.sentMessage(
      ({ content }) => content.extendedTextMessage?.contextInfo?.stanzaId === own,
    )
    const [, , ours] = await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.length === 4 && messages[3]!.ack >= 2,
    )
    expect(ours!.id).toBe(arrived.id)
    const certain = (await world.mine.messages(ticket))[3]!
    await admin.ok('POST', `/messagesEdit/${certain.id}`, { body: 'Certo!' })
    await world.simulator.sentMessage(
      ({ content }) =>
        content.protocolMessage?.editedMessage?.extendedTextMessage?.text === 'Certo!' ||
        content.editedMessage?.message?.protocolMessage?.key?.id === answer.id,
    )
    await admin.ok('POST', `/messagesReaction/${arrived.id}`, { reaction: '🎉' })
    await world.simulator.sentMessage(
      ({ content }) => content.reactionMessage?.text === '🎉' && content.reactionMessage.key?.id === own,
    )
    await admin.ok('DELETE', `/messages/${certain.id}`)
    await world.simulator.sentMessage(
      ({ content }) => content.protocolMessage?.key?.id === answer.id && content.protocolMessage.type === 0,
    )
    phone.revoke(own)
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.find(({ id }) => id === arrived.id)!.isDeleted,
    )
  })

  it('a group is one conversation under its subject, with its picture, and says who wrote', async () => {
    const group = new Group(`Entregas ${randomUUID().slice(0, 8)}`, world.mine.account.number)
    group.picture = png
    world.simulator.groups.set(group.id, group)
    const [ana, bia] = ['Ana', 'Bia'].map((name) => {
      const person = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
      group.members.set(person.number, 'member')
      return world.simulator.phone(person, world.mine.account, group)
    })
    ana!.say('Chegou?')
    const ticket = await world.mine.ticket(group.subject)
    bia!.say('Ainda não')
    await world.mine.last(ticket, ({ body }) => body === 'Ainda não')
    const messages = await world.mine.messages(ticket)
    expect(messages.map(({ username }) => username)).toEqual(['Ana', 'Bia'])
    await eventually(
      () => world.mine.admin.ok<{ profilePicUrl: string | null }>('GET', `/contacts/${ticket.contactId}`),
      ({ profilePicUrl }) => profilePicUrl !== null,
    )
  })

  it('one person under number and id is one contact in one conversation', async () => {
    const { phone, ticket } = await talking()
    phone.say('agora pelo outro endereço', { by: 'lid' })
    await world.mine.last(ticket, ({ body }) => body === 'agora pelo outro endereço')
    phone.say('e sem dizer o número', { by: 'lid', tellsNumber: false })
    expect(await world.mine.last(ticket, ({ body }) => body === 'e sem dizer o número')).toMatchObject({
      fromMe: false,
    })
    expect((await world.mine.messages(ticket)).map(({ body }) => body)).toEqual([
      'Oi',
      'agora pelo outro endereço',
      'e sem dizer o número',
    ])
  })

  it('a message that cannot be decrypted is shown as waiting, and replaced when it comes again', async () => {
    const { phone, ticket } = await talking()
    const id = phone.sendUnreadable()
    const shown = await world.mine.last(ticket, (message) => kinds(message)[0] === 'unsupported')
    phone.say('agora dá para ler', { id })
    expect(await world.mine.last(ticket, ({ body }) => body === 'agora dá para ler')).toMatchObject({ id: shown.id })
  })

  it('what nobody read before the line was cut comes once it is back, and once only', async () => {
    const { phone, ticket } = await talking()
    for (const line of world.simulator.lines(world.mine.account)) line.drop()
    const words = Array.from({ length: 30 }, (_, index) => `mensagem ${index}`)
    for (const word of words) phone.say(word)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length >= 31,
    )
    expect(messages.slice(1).map(({ body }) => body)).toEqual(words)
    expect(
      [...world.mine.account.devices.values()].flatMap(({ kept }) => kept.filter(({ tag }) => tag === 'message')),
    ).toEqual([])
  })

  it('a conversation begun here goes to the number under which somebody is registered, and to nobody else', async () => {
    const { admin, connection } = world.mine
    // Registered without the ninth digit, and written to with it.
    const registered = world.simulator.person('Zeca', '551188776655')
    world.simulator.alsoKnownAs.set('5511988776655', registered)
    const begin = async (number: string) => {
      const contact = await admin.ok<{ id: string }>('POST', '/contacts', { name: `Novo ${number}`, number })
      return admin.ok<Ticket>('POST', '/tickets', { contactId: contact.id, channelId: connection.id })
    }
    const ticket = await begin('5511988776655')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá, Zeca' })
    await world.simulator.sentMessage(({ to }) => to === registered.jid)
    world.simulator.phone(registered, world.mine.account).say('Oi!')
    await world.mine.last(ticket, ({ body }) => body === 'Oi!')
    const nobody = await begin('5511912345678')
    await admin.ok('POST', `/messages/${nobody.id}`, { body: 'alguém?' })
    expect(await world.mine.last(nobody, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: 'NOT_ON_WHATSAPP' },
    })
  })

  it('a call is shown, and declined with the words of the company where the settings say so', async () => {
    const { admin } = world.mine
    const callMessage = 'Por aqui só respondemos por escrito.'
    const declining = await world.number(admin, { rejectCalls: true, callMessage })
    await declining.scan()
    const { phone, person, ticket } = await talking(declining)
    const declined = world.simulator.signal(({ stanza }) => stanza.tag === 'call' && stanza.attrs['to'] === person.jid)
    const call = phone.call(true)
    const { stanza } = await declined
    expect(JSON.stringify(stanza)).toContain(`"call-id":"${call}"`)
    const told = await world.simulator.sentMessage(({ to }) => to === person.jid)
    expect(told.content.conversation ?? told.content.extendedTextMessage?.text).toBe(callMessage)
    const shown = await eventually(
      () => declining.messages(ticket),
      (messages) => messages.some((message) => kinds(message).includes('unsupported')),
    )
    expect(shown.flatMap(({ parts }) => parts)).toContainEqual({ kind: 'unsupported', note: 'video call' })
  })

  it('where messages disappear, answers disappear with them, until they stay again', async () => {
    const day = 86_400
    const { phone, person, ticket } = await talking()
    const answered = async (text: string) => {
      await world.mine.send(ticket, text)
      const { content } = await world.simulator.sentMessage(
        ({ to, content: sent }) => to === person.jid && sent.extendedTextMessage?.text?.includes(text) === true,
      )
      return content.extendedTextMessage?.contextInfo?.expiration ?? 0
    }
    const said = async (body: string, context?: { expiration: number }) => {
      phone.say(body, context && { context })
      await world.mine.last(ticket, (message) => message.body === body)
    }
    expect(await answered('fica')).toBe(0)
    await said('some em um dia', { expiration: day })
    expect(await answered('some também')).toBe(day)
    await said('fica de novo')
    expect(await answered('fica outra vez')).toBe(0)
  })

  it('a refused message says why and is not sent again', async () => {
    const { ticket } = await talking()
    world.simulator.refuse(463)
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'não vai' })
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      fromMe: true,
      failure: { code: '463' },
    })
  })
})

describe('the channel says what happened', () => {
  const fails = async (side: NumberSide, code: string, act: (side: NumberSide) => void) => {
    act(side)
    return side.reaches(({ statusCode }) => statusCode === code)
  }
  /** What the trail says of the channel's state, oldest first. */
  const stateTrail = async (side: NumberSide, reader = side.admin) =>
    (await reader.ok<AuditPage>('GET', `/audit?action=connection.state&subject=${side.connection.id}`)).entries
      .map(({ facts }) => facts)
      .toReversed()
  const onLines = (stanza: Parameters<Line['send']>[0]) => (side: NumberSide) => {
    for (const line of world.simulator.lines(side.account)) {
      line.send(stanza)
      line.close()
    }
  }
  const conflict = { tag: 'stream:error', attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] }

  /** WhatsApp lets clients of a number wait when they log in. */
  function heldBack({ account }: NumberSide) {
    const [asked, admitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    account.admits = () => {
      asked.resolve()
      return admitted.promise
    }
    return { asked: asked.promise, now: admitted.resolve }
  }

  it('S4-061 S4-058 S4-066 it waits for its code to be scanned, a code ends, and a new one can be asked for', async () => {
    const side = await world.number(world.mine.admin)
    const first = await side.reaches(({ qrcode }) => qrcode !== undefined)
    expect(first).toMatchObject({ status: 'qrcode', statusUntil: expect.any(String) })
    world.simulator.rotateCodes()
    const second = await side.reaches(({ qrcode }) => qrcode !== undefined && qrcode !== first.qrcode)
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.reaches(({ qrcode }) => qrcode !== undefined && qrcode !== second.qrcode)
    await side.scan()
    expect(await side.read()).toMatchObject({ status: 'connected', number: `+${side.account.number}` })
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S4-057 a phone has scanned the code: it is pairing until it has logged in, and shows no code any more', async () => {
    const side = await world.number(world.mine.admin)
    const { qrcode } = await side.reaches((connection) => connection.qrcode !== undefined)
    const admit = heldBack(side)
    world.simulator.scan(side.account, qrcode!)
    await admit.asked
    // What was said of the session before it asked to be let in has arrived with a message that came later.
    await talking(world.mine)
    const { status, statusCode, ...shown } = await side.read()
    expect([status, statusCode ?? null]).toEqual(['pairing', null])
    expect([shown.qrcode, shown.pairingCode]).toEqual([undefined, undefined])
    admit.now()
    await side.connected()
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S8-067 a number is linked by a code that is typed on its phone; a wrong one and a number without WhatsApp are said', async () => {
    const side = await world.number(world.mine.admin)
    await side.reaches(({ qrcode }) => qrcode !== undefined)
    const path = `/p/whatsapp/pairing/${side.connection.id}`
    expect(await side.admin.refused('POST', path, { number: 'meu celular' })).toBe('422 ERR_VALIDATION')
    expect(await world.theirs.admin.refused('POST', path, { number: side.account.number })).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
    await side.admin.ok('POST', path, { number: '+55 11 4004-0000' })
    expect(await side.reaches(({ statusCode }) => statusCode === 'PAIRING_REFUSED')).toMatchObject({ status: 'qrcode' })
    await side.admin.ok('POST', path, { number: `+${side.account.number}` })
    const { pairingCode } = await side.reaches((connection) => connection.pairingCode !== undefined)
    await world.simulator.type(side.account, 'AAAA-AAAA')
    expect((await side.read()).status).toBe('qrcode')
    await world.simulator.type(side.account, pairingCode!)
    await side.connected()
    expect(await side.admin.refused('POST', path, { number: side.account.number })).toBe('409 ERR_WAPP_NOT_INITIALIZED')
    const { ticket, person } = await talking(side)
    await side.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Conectado' })
    await world.simulator.sentMessage(({ to }) => to === person.jid)
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('a code that nobody typed leaves nothing behind: the number is linked by scanning later', async () => {
    const side = await world.number(world.mine.admin)
    await side.reaches(({ qrcode }) => qrcode !== undefined)
    await side.admin.ok('POST', `/p/whatsapp/pairing/${side.connection.id}`, { number: side.account.number })
    await side.reaches((connection) => connection.pairingCode !== undefined)
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.reaches((connection) => connection.qrcode !== undefined && connection.pairingCode === undefined)
    await side.scan()
    expect(side.account.devices.size).toBe(1)
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S4-063 another program has the session: it waits for a person, and goes on without a code', async () => {
    const side = await world.number(world.mine.admin)
    await side.scan()
    const { person, ticket } = await talking(side)
    expect(await fails(side, 'CONFLICT', onLines(conflict))).toMatchObject({ status: 'conflict' })
    await side.admin.ok('POST', `/messages/${ticket.id}`, { body: 'assim que der' })
    expect(await side.last(ticket, ({ body }) => body.includes('assim que der'))).toMatchObject({ status: 'pending' })
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.connected()
    await world.simulator.sentMessage(({ to }) => to === person.jid)
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S4-059 the phone has removed the device: the login is gone and a new code is shown on demand', async () => {
    const side = await world.number(world.mine.admin)
    await side.scan()
    const removed = await fails(side, 'REMOVED', ({ account }) => {
      for (const device of account.devices.values()) world.simulator.unlink(account, device)
    })
    expect(removed).toMatchObject({ status: 'disconnected' })
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.scan()
    const trail = await eventually(
      () => stateTrail(side),
      (facts) => facts.length === 5,
    )
    expect(trail).toMatchObject([
      { reason: 'login', code: null, to: 'qrcode' },
      { reason: 'connected', to: 'connected' },
      { reason: 'relogin', code: 'REMOVED', from: 'connected', to: 'disconnected' },
      { reason: 'login', code: null },
      { reason: 'connected', to: 'connected' },
    ])
    expect(await stateTrail(side, world.theirs.admin)).toEqual([])
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('a refused version and a ban keep the login', async () => {
    const side = await world.number(world.mine.admin)
    await side.scan()
    expect(
      await fails(side, 'BANNED', ({ account }) => {
        for (const line of world.simulator.lines(account)) world.simulator.fail(line, 403)
      }),
    ).toMatchObject({ status: 'disconnected' })
    world.simulator.leastBuild = Number.MAX_SAFE_INTEGER
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.reaches(({ statusCode }) => statusCode === 'VERSION')
    world.simulator.leastBuild = 0
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.connected()
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S4-062 S4-064 a number that is disconnected keeps its login, one that is reset or deleted gives it back', async () => {
    const side = await world.number(world.mine.admin)
    await side.scan()
    await side.admin.ok('DELETE', `/whatsappsession/${side.connection.id}`)
    await side.reaches(({ status }) => status === 'inactive')
    await eventually(
      () => world.simulator.lines(side.account).length,
      (open) => open === 0,
    )
    expect(side.account.devices.size).toBe(1)
    const admit = heldBack(side)
    await side.admin.ok('POST', `/whatsappsession/${side.connection.id}`)
    await admit.asked
    await talking(world.mine)
    expect(await side.read()).toMatchObject({ status: 'connecting' })
    admit.now()
    await side.connected()
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { reset: true })
    await eventually(
      () => side.account.devices.size,
      (linked) => linked === 0,
    )
    await side.scan()
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    await eventually(
      () => side.account.devices.size,
      (linked) => linked === 0,
    )
  })

  /** A number that WhatsApp asks the passkey of, up to where somebody has to confirm. */
  async function askedForPasskey() {
    const side = await world.number(world.mine.admin)
    const passkey = new Passkey()
    Object.assign(side.account, { asksForPasskey: true, passkey: passkey.publicKey })
    const { qrcode } = await side.reaches((connection) => connection.qrcode !== undefined)
    world.simulator.scan(side.account, qrcode!)
    const asked = await side.reaches(({ status }) => status === 'passkey')
    const path = `/p/whatsapp/passkey/${side.connection.id}`
    const { passkey: shown } = await side.admin.ok<{ passkey: { options: string } }>('GET', path)
    return { side, passkey, asked, path, options: shown.options }
  }

  it('WhatsApp asks for a passkey: the answer of a browser is brought to it, and the number is linked', async () => {
    const { side, passkey, asked, path, options } = await askedForPasskey()
    expect(asked).toMatchObject({ statusCode: 'PASSKEY', statusUntil: expect.any(String) })
    expect(asked.qrcode).toBeUndefined()
    expect(JSON.parse(options)).toMatchObject({ rpId: 'whatsapp.com', userVerification: 'required' })
    expect(await side.admin.refused('POST', path, { answer: '{}' })).toBe('422 ERR_VALIDATION')
    const elsewhere = passkey.answer(options, 'https://example.com')
    expect(await side.admin.refused('POST', path, { answer: elsewhere })).toBe('422 ERR_WHATSAPP_PASSKEY_OTHER')
    expect(await world.theirs.admin.refused('GET', path)).toBe('404 ERR_NO_WAPP_FOUND')
    await side.admin.ok('POST', path, { answer: passkey.answer(options) })
    await side.connected()
    await eventually(
      () => side.admin.ok<{ passkey: unknown }>('GET', path),
      (found) => found.passkey === null,
    )
    expect(side.account.shownCode).toMatch(/^[1-9A-Z]{8}$/)
    const late = { answer: passkey.answer(options) }
    expect(await side.admin.refused('POST', path, late)).toBe('409 ERR_WHATSAPP_PASSKEY_OVER')
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('the helper of the browser gets what was handed to it once, and brings the answer once', async () => {
    const { side, passkey, path, options } = await askedForPasskey()
    const handOver = async (): Promise<string> => {
      const { address } = await side.admin.ok<{ address: string }>('POST', `${path}/handover`)
      const { origin, hash } = new URL(address)
      expect(origin).toBe('https://web.whatsapp.com')
      const [, connection, token] = /^#recado-passkey=(.+)\.(.+)$/.exec(hash)!
      expect(connection).toBe(side.connection.id)
      return token!
    }
    const helper = async (act: 'begin' | 'answer', body: object, connection = side.connection.id) => {
      const response = await fetch(`${world.base}/p/whatsapp/helper/${connection}/${act}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'chrome-extension://helper' },
        body: JSON.stringify(body),
      })
      return { status: response.status, ...((await response.json()) as { error?: string; options?: string }) }
    }
    expect(await world.theirs.admin.refused('POST', `${path}/handover`)).toBe('404 ERR_NO_WAPP_FOUND')
    const former = await handOver()
    const token = await handOver()
    const unknown = { status: 404, error: 'ERR_WHATSAPP_HANDOVER' }
    const used = { status: 409, error: 'ERR_WHATSAPP_HANDOVER_USED' }
    // A newer one takes the place of the former, and a token is good for its own connection.
    expect(await helper('begin', { token: former })).toMatchObject(unknown)
    expect(await helper('begin', { token }, world.theirs.connection.id)).toMatchObject(unknown)
    expect(await helper('answer', { token, answer: passkey.answer(options) })).toMatchObject(unknown)
    const begun = await Promise.all([helper('begin', { token }), helper('begin', { token })])
    expect(begun.toSorted((one, other) => one.status - other.status)).toMatchObject([
      { status: 200, options, channel: side.connection.name, company: expect.any(String) },
      used,
    ])
    const other = JSON.stringify({ ...(JSON.parse(options) as object), challenge: 'A'.repeat(43) })
    for (const answer of ['{}', passkey.answer(other), passkey.answer(options, 'https://example.com')])
      expect(await helper('answer', { token, answer })).toMatchObject({
        status: 422,
        error: 'ERR_WHATSAPP_PASSKEY_OTHER',
      })
    const answers = await Promise.all([1, 2].map(() => helper('answer', { token, answer: passkey.answer(options) })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await side.connected()
    expect(await helper('answer', { token, answer: passkey.answer(options) })).toMatchObject(used)
    expect(await side.admin.refused('POST', `${path}/handover`)).toBe('409 ERR_WHATSAPP_PASSKEY_OVER')
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('what was handed to the helper ends with the question that WhatsApp had asked', async () => {
    const { side, passkey, path } = await askedForPasskey()
    const { address } = await side.admin.ok<{ address: string }>('POST', `${path}/handover`)
    const token = address.slice(-43)
    const { status: before } = await side.read()
    expect(before).toBe('passkey')
    await side.admin.ok('DELETE', `/whatsappsession/${side.connection.id}`)
    await side.admin.ok('POST', `/whatsappsession/${side.connection.id}`)
    const { qrcode } = await side.reaches((connection) => connection.qrcode !== undefined)
    const begin = () =>
      fetch(`${world.base}/p/whatsapp/helper/${side.connection.id}/begin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    expect((await begin()).status).toBe(409)
    // Asked anew, WhatsApp has another challenge: what was handed over for the former is not good for it.
    world.simulator.scan(side.account, qrcode!)
    await side.reaches(({ status }) => status === 'passkey')
    expect(await (await begin()).json()).toMatchObject({ error: 'ERR_WHATSAPP_PASSKEY_OVER' })
    const { passkey: shown } = await side.admin.ok<{ passkey: { options: string } }>('GET', path)
    await side.admin.ok('POST', path, { answer: passkey.answer(shown.options) })
    await side.connected()
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })
})
