import { randomUUID } from 'node:crypto'
import type { ConnectionCheck } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { hasFfmpeg } from '../harness/ffmpeg.ts'
import { wav } from '../harness/recording.ts'
import { settingsOf, wabaWorld, type WabaWorld } from './waba.rig.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const ogg = new Uint8Array(
  Buffer.concat([
    Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
    Buffer.alloc(64),
  ]),
)

describe.each(['meta', '360dialog'] as const)('official WhatsApp at %s', (provider) => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld(provider)
  })
  afterAll(() => world.close())

  it('S1-004 S3-054 S3-055 a customer writes, an agent answers, and each company has its own', async () => {
    const { customer, ticket, name } = await world.mine.talking()
    await world.mine.send(ticket, 'Olá! Veja https://example.com')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer!.message).toMatchObject({
      type: 'text',
      text: { body: 'Olá! Veja https://example.com', preview_url: true },
    })
    expect(await world.mine.last(ticket, ({ status }) => status === 'delivered')).toMatchObject({
      fromMe: true,
      ack: 3,
    })
    expect(await world.theirs.tickets(name)).toEqual([])
  })

  it('what a customer sends arrives as what it is', async () => {
    const { customer, ticket } = await world.mine.talking()
    await world.mine.send(ticket, 'Escolha')
    const [ours] = await world.mine.got(customer, 1)
    customer.say({ type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A' } })
    customer.say({
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+5511987654321' }] }],
    })
    customer.say(
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'v', title: 'Vendas' } } },
      { replyTo: ours },
    )
    customer.say(
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 's', title: 'Suporte', description: '24 h' } },
      },
      { replyTo: ours },
    )
    customer.say({ type: 'button', button: { payload: 'p', text: 'Sim' } }, { replyTo: ours })
    customer.say({
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t","nome":"Ana"}' },
      },
    })
    customer.say({
      type: 'order',
      order: {
        catalog_id: '1',
        text: 'sem cebola',
        product_items: [{ product_retailer_id: 'X-BURGER', quantity: 2, item_price: 19.9, currency: 'BRL' }],
      },
    })
    customer.say(
      { type: 'unsupported' },
      {
        errors: [
          {
            code: 131051,
            title: 'Message type unknown',
            message: 'Message type unknown',
            error_data: { details: 'Message type is currently not supported.' },
          },
        ],
      },
    )
    const messages = (
      await eventually(
        () => world.mine.messages(ticket),
        (found) => found.length === 10,
      )
    ).slice(2)
    expect(messages.map((message) => message.parts[0])).toEqual([
      { kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja', address: 'Rua A' },
      { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+5511987654321'] }] },
      { kind: 'interactiveReply', id: 'v', label: 'Vendas' },
      { kind: 'interactiveReply', id: 's', label: 'Suporte', hint: '24 h' },
      { kind: 'interactiveReply', id: 'p', label: 'Sim' },
      { kind: 'text', text: 'nome: Ana', format: 'markdown' },
      { kind: 'text', text: '🛒 2 × X-BURGER · BRL 19.9\nsem cebola', format: 'markdown' },
      { kind: 'unsupported', note: 'unsupported: Message type unknown: Message type is currently not supported.' },
    ])
    expect(messages[2]!.quotedMsgId).toBe((await world.mine.messages(ticket))[1]!.id)
  })

  it('files come by reference: the message is there at once, the bytes follow, a damaged or failed fetch is repeated', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.faults.plan('media', { status: 500, code: 2, message: 'Service temporarily unavailable' })
    world.simulator.faults.plan('download', 'damaged')
    const picture = customer.send('image', png, 'image/png', { caption: 'a caixa' })
    const waiting = await world.mine.last(ticket, ({ body }) => body === 'a caixa')
    expect(JSON.stringify(waiting)).not.toContain((picture.message['image'] as { id: string }).id)
    const shown = await world.mine.last(ticket, ({ media }) => media.length === 1)
    expect(shown.parts).toMatchObject([
      { kind: 'media', as: 'image', mime: 'image/png', bytes: png.length, caption: 'a caixa' },
    ])
    expect(new Uint8Array(await (await fetch(world.base + shown.media[0]!.url)).arrayBuffer())).toEqual(png)
    customer.send('voice', ogg, 'audio/ogg; codecs=opus')
    expect(
      (await world.mine.last(ticket, ({ media, id }) => media.length === 1 && id !== shown.id)).parts,
    ).toMatchObject([{ kind: 'media', as: 'voice' }])
  })

  it('a file that is gone says so, and an agent may ask again', async () => {
    const { customer, ticket } = await world.mine.talking()
    const document = customer.send('document', new TextEncoder().encode('a;b\n1;2\n'), 'text/csv', {
      name: 'lista.csv',
    })
    const id = (document.message['document'] as { id: string }).id
    const kept = world.mine.line.media.get(id)!
    world.mine.line.media.delete(id)
    const missed = await world.mine.last(
      ticket,
      ({ parts: [part] }) => part?.kind === 'pendingMedia' && part.state === 'unavailable',
    )
    world.mine.line.media.set(id, kept)
    await world.mine.admin.ok('POST', `/messages/${missed.id}/media/retry`)
    expect((await world.mine.last(ticket, ({ media }) => media.length === 1)).parts).toMatchObject([
      { kind: 'media', as: 'document', name: 'lista.csv' },
    ])
  })

  it('sends pictures and files, uploads each once, and voice notes as such', async () => {
    const { customer, ticket } = await world.mine.talking()
    const form = new FormData()
    form.set('body', 'veja')
    form.append('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.append('medias', new File(['%PDF-1.4\n%…\n'], 'conta.pdf', { type: 'application/pdf' }))
    await world.mine.send(ticket, form)
    const [picture, file] = await world.mine.got(customer, 2)
    expect(picture!.message).toMatchObject({ type: 'image', image: { caption: 'veja', id: expect.any(String) } })
    expect(file!.message).toMatchObject({ type: 'document', document: { filename: 'conta.pdf' } })
    expect(world.mine.line.media.get((picture!.message['image'] as { id: string }).id)!.bytes).toEqual(png)
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.append('medias', new File([ogg], 'voice.ogg', { type: 'audio/ogg' }))
    await world.mine.send(ticket, recording)
    const said = await world.mine.got(customer, 3)
    expect(said[2]!.message).toMatchObject({ type: 'audio', audio: { voice: true } })
  })

  it.skipIf(!hasFfmpeg())('a recording that is no ogg is converted, and heard as a voice note', async () => {
    const { customer, ticket } = await world.mine.talking()
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.append('medias', new File([wav()], 'recado.wav', { type: 'audio/wav' }))
    await world.mine.send(ticket, recording)
    const [note] = await world.mine.got(customer, 1)
    const { id } = note!.message['audio'] as { id: string }
    expect(note!.message).toMatchObject({ type: 'audio', audio: { voice: true } })
    expect(world.mine.line.media.get(id)).toMatchObject({ mime: 'audio/ogg' })
  })

  it('S8-175 a recording that nobody can read is refused as such, by its name, and the text with it is not sent alone', async () => {
    const { ticket } = await world.mine.talking()
    const recording = new FormData()
    recording.set('voice', 'true')
    recording.set('body', 'Ouça')
    recording.append(
      'medias',
      new File([wav().subarray(0, 12), 'nada que se ouça'.repeat(9)], 'recado.wav', { type: 'audio/wav' }),
    )
    expect(await world.mine.admin.call('POST', `/messages/${ticket.id}`, recording)).toMatchObject({
      status: 422,
      body: { error: 'ERR_AUDIO', detail: 'recado.wav' },
    })
    expect(await world.mine.messages(ticket)).toHaveLength(1)
  })

  it('statuses in any order, twice and without the one between end at the furthest; played counts', async () => {
    const { customer, ticket } = await world.mine.talking()
    const { line } = world.mine
    line.reports = []
    line.deliveries.copies = 2
    await world.mine.send(ticket, 'Bom dia')
    const [ours] = await world.mine.got(customer, 1)
    customer.mark(ours!, 'read')
    await world.mine.last(ticket, ({ status }) => status === 'read')
    customer.mark(ours!, 'played')
    await world.mine.last(ticket, ({ status }) => status === 'played')
    customer.mark(ours!, 'delivered')
    line.report(ours!, 'sent')
    line.deliveries.copies = 1
    customer.write('fim')
    await world.mine.last(ticket, ({ body }) => body === 'fim')
    expect((await world.mine.messages(ticket)).at(-2)).toMatchObject({ body: 'Bom dia', status: 'played' })
    line.reports = ['sent', 'delivered']
  })

  it('reactions come and go, edits and deletions of the Business app take effect', async () => {
    const { customer, ticket } = await world.mine.talking()
    const said = customer.write('o 42')
    await world.mine.last(ticket, ({ body }) => body === 'o 42')
    customer.react(said, '👍')
    const reactions = async () => Object.values((await world.mine.messages(ticket)).at(-1)!.reaction)
    await eventually(reactions, (found) => found.includes('👍'))
    customer.react(said, null)
    await eventually(reactions, (found) => found.length === 0)
    customer.edit(said, 'o 43')
    await world.mine.last(ticket, ({ body, edited }) => body === 'o 43' && edited)
    customer.revoke(said)
    expect(await world.mine.last(ticket, ({ isDeleted }) => isDeleted)).toMatchObject({ edited: true })
  })

  it('what is repeated, reversed and batched takes effect once', async () => {
    const { customer, ticket, name } = await world.mine.talking()
    const { deliveries } = world.mine.line
    deliveries.copies = 3
    deliveries.hold()
    for (let index = 0; index < 5; index++) customer.write(`m${index}`)
    deliveries.release('batch')
    await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 6,
    )
    deliveries.hold()
    const late = customer.write('um')
    customer.react(late, '❤️')
    customer.edit(late, 'um!')
    deliveries.release('reversed')
    await world.mine.last(ticket, ({ body, reaction }) => body === 'um!' && Object.values(reaction).includes('❤️'))
    await deliveries.idle()
    deliveries.copies = 1
    expect((await world.mine.messages(ticket)).map(({ body }) => body).toSorted()).toEqual([
      'Oi',
      'm0',
      'm1',
      'm2',
      'm3',
      'm4',
      'um!',
    ])
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('waits as long as it is told, repeats what was not sent, never what may have been', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.faults.plan('messages', { status: 400, code: 130429, message: 'Rate limit hit' })
    await world.mine.send(ticket, 'com calma')
    await world.mine.got(customer, 1)
    world.simulator.faults.plan('messages', 'dropBefore')
    await world.mine.send(ticket, 'talvez')
    expect(await world.mine.last(ticket, ({ status }) => status === 'unknown')).toMatchObject({ body: 'talvez' })
    expect(world.mine.line.sentTo(customer)).toHaveLength(1)
  })

  it('a status settles an attempt whose answer was lost', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.faults.plan('messages', 'dropAfter')
    await world.mine.send(ticket, 'chegou?')
    await world.mine.last(ticket, ({ status }) => status === 'delivered')
    expect(await world.mine.got(customer, 1)).toHaveLength(1)
  })

  it('a closed window is said by the answer or by a status', async () => {
    for (const closedWindowShows of ['answer', 'status'] as const) {
      const { customer, ticket } = await world.mine.talking()
      world.mine.line.closedWindowShows = closedWindowShows
      // Core does not know of the provider's clock.
      customer.lastSaidAt = 0
      await world.mine.send(ticket, 'Ainda aí?')
      expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
        code: '131047',
        message: expect.stringContaining('24 hours'),
      })
    }
  })

  it('whom WhatsApp does not know, and who has blocked us', async () => {
    const { customer, ticket } = await world.mine.talking()
    customer.isBlocked = true
    await world.mine.send(ticket, 'Oi?')
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      code: '131026',
    })
  })

  it('a new number and a hidden one keep the conversation', async () => {
    const { customer, ticket, name } = await world.mine.talking()
    const before = customer.bsuid
    customer.changeNumber()
    expect(customer.bsuid).not.toBe(before)
    customer.write('mudei de número')
    await world.mine.last(ticket, ({ body }) => body === 'mudei de número')
    await world.mine.send(ticket, 'anotado')
    expect((await world.mine.got(customer, 1))[0]!.message).toMatchObject({ to: customer.phone })
    customer.takeUsername('ana.silva')
    customer.write('agora sem número')
    await world.mine.last(ticket, ({ body }) => body === 'agora sem número')
    await world.mine.send(ticket, 'tudo bem')
    await world.mine.got(customer, 2)
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('who never shows a number is written to by user id, and keeps the conversation when it changes', async () => {
    const name = `Zoe ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    customer.takeUsername('zoe')
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('de novo eu')
    await world.mine.last(ticket, ({ body }) => body === 'de novo eu')
    await world.mine.send(ticket, 'olá de novo')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer!.message).toMatchObject({ recipient: customer.bsuid })
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('what is said while the node restarts arrives once', async () => {
    const { customer, ticket } = await world.mine.talking()
    const restarted = world.restart()
    customer.write('tem alguém?')
    await restarted
    await world.mine.connected()
    await world.mine.last(ticket, ({ body }) => body === 'tem alguém?')
    await world.mine.send(ticket, 'sim')
    await world.mine.got(customer, 1)
    expect((await world.mine.messages(ticket)).map(({ body }) => body)).toEqual(['Oi', 'tem alguém?', 'sim'])
  })

  it('without user ids the number is the conversation, and a new number keeps it', async () => {
    const name = `Rui ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    customer.bsuid = undefined
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('novo número')
    await world.mine.last(ticket, ({ body }) => body === 'novo número')
    await world.mine.send(ticket, 'certo')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer!.message).toMatchObject({ to: customer.phone })
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('who was known by number alone and now has a user id goes on in the same conversation', async () => {
    const name = `Lia ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    const { bsuid } = customer
    customer.bsuid = undefined
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('novo número')
    await world.mine.last(ticket, ({ body }) => body === 'novo número')
    customer.bsuid = bsuid
    customer.write('com id')
    await world.mine.last(ticket, ({ body }) => body === 'com id')
    await world.mine.send(ticket, 'certo')
    await world.mine.got(customer, 1)
    customer.takeUsername('lia')
    customer.write('sem número')
    await world.mine.last(ticket, ({ body }) => body === 'sem número')
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('a group is one conversation in which everybody is called by name', async () => {
    const [ana, bia] = [world.mine.line.customer(`Ana ${randomUUID().slice(0, 8)}`), world.mine.line.customer('Bia')]
    const group = `Y2FwaV9ncm91cDo${randomUUID().replaceAll('-', '')}`
    ana.say({ type: 'text', text: { body: 'chegou?' } }, { group_id: group })
    bia.say({ type: 'text', text: { body: 'ainda não' } }, { group_id: group })
    const ticket = await world.mine.ticket(group.slice(-6))
    expect(ticket).toMatchObject({ isGroup: true, status: 'group' })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 2,
    )
    expect(messages.map(({ username, body }) => [username, body])).toEqual([
      [ana.name, 'chegou?'],
      ['Bia', 'ainda não'],
    ])
  })

  it('places, people, choices and templates go out as the Cloud API has them', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.templates.approve(
      world.simulator.templates.add(world.mine.line.account.id, {
        name: 'pedido_pronto',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' }],
      }),
    )
    await world.mine.send(ticket, {
      parts: [
        { kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja', address: 'Rua A' },
        { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+5511987650000'] }] },
        {
          kind: 'interactive',
          body: 'Posso ajudar?',
          buttons: [
            { id: 's', label: 'Sim' },
            { id: 'n', label: 'Não' },
          ],
        },
        {
          kind: 'interactive',
          body: 'Setor',
          list: [
            { id: 'v', label: 'Vendas', hint: 'Orçamentos' },
            { id: 's', label: 'Suporte' },
          ],
        },
        {
          kind: 'template',
          name: 'pedido_pronto',
          language: 'pt_BR',
          vars: { 1: 'Ana', 2: '42' },
          text: 'Olá Ana, seu pedido 42 está pronto.',
        },
      ],
    })
    const got = await world.mine.got(customer, 5)
    expect(got.map(({ message }) => message)).toMatchObject([
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A' } },
      {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+5511987650000', wa_id: '5511987650000' }] }],
      },
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          action: { buttons: [{ reply: { id: 's', title: 'Sim' } }, { reply: { id: 'n', title: 'Não' } }] },
        },
      },
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          action: {
            button: 'Opções',
            sections: [
              {
                rows: [
                  { id: 'v', title: 'Vendas', description: 'Orçamentos' },
                  { id: 's', title: 'Suporte' },
                ],
              },
            ],
          },
        },
      },
      {
        type: 'template',
        template: {
          name: 'pedido_pronto',
          language: { code: 'pt_BR' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ana' },
                { type: 'text', text: '42' },
              ],
            },
          ],
        },
      },
    ])
    customer.tap(got[2]!, 's')
    expect((await world.mine.last(ticket, ({ body }) => body === 'Sim')).parts).toEqual([
      { kind: 'interactiveReply', id: 's', label: 'Sim' },
    ])
  })

  it('an agent’s reaction reaches the customer, and can be taken back', async () => {
    const { customer, ticket } = await world.mine.talking()
    const said = customer.write('obrigada!')
    const { id } = await world.mine.last(ticket, ({ body }) => body === 'obrigada!')
    await world.mine.admin.ok('POST', `/messagesReaction/${id}`, { reaction: '❤️' })
    await eventually(() => said.reactions['business'] === '❤️')
    await world.mine.admin.ok('POST', `/messagesReaction/${id}`, { reaction: null })
    await eventually(() => said.reactions['business'] === undefined)
    await world.mine.send(ticket, 'de nada')
    const ours = await world.mine.last(ticket, ({ status }) => status === 'delivered')
    expect(await world.mine.admin.refused('POST', `/messagesEdit/${ours.id}`, { body: 'de nada!' })).toMatch(/^4/)
    expect(await world.mine.admin.refused('DELETE', `/messages/${ours.id}`)).toMatch(/^4/)
  })

  it('an agent who reads marks as read, and who writes is seen writing', async () => {
    const { customer, ticket } = await world.mine.talking()
    const said = customer.write('alguém aí?')
    await world.mine.last(ticket, ({ body }) => body === 'alguém aí?')
    await world.mine.send(ticket, 'sim')
    await world.mine.got(customer, 1)
    const { socket } = await world.mine.admin.listen()
    socket.emit(`${world.a.id}:clientTyping`, { ticketId: ticket.id, mode: 'text' })
    await eventually(() => world.mine.line.typingShownFor.includes(said.id))
    expect(said.isRead).toBe(true)
  })

  it('what WhatsApp reports beside conversations does not disturb them', async () => {
    const { customer, ticket } = await world.mine.talking()
    const { line } = world.mine
    line.push({
      errors: [
        { code: 131000, title: 'Something went wrong', message: 'Something went wrong', error_data: { details: 'x' } },
      ],
    })
    line.deliveries.push({ account: line.account.id, field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } })
    line.deliveries.push({
      account: line.account.id,
      field: 'phone_number_quality_update',
      value: { display_phone_number: line.phone, event: 'FLAGGED', current_limit: 'TIER_1K' },
    })
    line.deliveries.push({
      account: line.account.id,
      field: 'message_template_status_update',
      value: {
        event: 'APPROVED',
        message_template_id: 1,
        message_template_name: 'oi',
        message_template_language: 'pt_BR',
        reason: 'NONE',
      },
    })
    line.deliveries.push({ account: line.account.id, field: 'teleports', value: {} })
    customer.write('depois')
    await world.mine.last(ticket, ({ body }) => body === 'depois')
    expect(line.deliveries.lastError).toBeUndefined()
  })

  it('the card of a channel shows the number, to who manages channels', async () => {
    const { admin, connection, line } = world.mine
    const shown = await admin.ok('GET', `/p/waba/numbers/${connection.id}`)
    expect(shown).toMatchObject(
      provider === 'meta'
        ? { phone: `+${line.phone}`, name: 'Loja Exemplo', quality: 'GREEN', limit: 'TIER_1K', trouble: null }
        : { canSend: 'AVAILABLE', trouble: null },
    )
    expect(await world.theirs.admin.refused('GET', `/p/waba/numbers/${connection.id}`)).toBe('404 ERR_NO_WAPP_FOUND')
    expect(await (await world.signIn(world.a.user)).refused('GET', `/p/waba/numbers/${connection.id}`)).toBe(
      '403 ERR_NO_PERMISSION',
    )
    world.simulator.faults.plan('number', { status: 400, code: 100, message: 'Invalid parameter', details: 'no' })
    expect(await admin.ok('GET', `/p/waba/numbers/${connection.id}`)).toMatchObject({
      phone: null,
      trouble: { code: '100' },
    })
  })

  it('S4-067 disconnecting gives the webhook back, and connecting takes it again', async () => {
    const { admin, line, connection } = world.theirs
    await admin.ok('DELETE', `/whatsappsession/${connection.id}`)
    await eventually(() => line.webhook === undefined)
    await admin.ok('POST', `/whatsappsession/${connection.id}`)
    await world.theirs.connected()
    expect(line.webhook?.url).toBe((await world.theirs.status()).webhookUrl)
    await world.theirs.talking('Volta')
  })

  it('a token that is taken away shows on the channel, and a new one opens it again', async () => {
    const side = await world.connect(world.mine.admin, world.simulator.addLine(provider))
    await side.connected()
    const { ticket } = await side.talking('Tom')
    const giveBack = side.line.withdrawAccess()
    await side.send(ticket, 'Oi')
    await eventually(
      () => side.status(),
      ({ status }) => status === 'disconnected',
    )
    expect((await side.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      code: provider === 'meta' ? '190' : '401',
    })
    giveBack()
    await side.send(ticket, 'de novo')
    await side.connected()
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    await eventually(() => side.line.webhook === undefined)
  })
})

describe('official WhatsApp at Meta', () => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld()
  })
  afterAll(() => world.close())

  it('S5-108 wants all its fields and keeps its secrets', async () => {
    const { admin } = world.mine
    const { type, config } = settingsOf(world.simulator.addLine(), world.simulator)
    const create = (change: object) =>
      admin.refused('POST', '/whatsapp', { name: randomUUID(), type, config: { ...config, ...change } })
    for (const field of ['phoneNumberId', 'businessAccountId', 'appId', 'accessToken', 'appSecret', 'verifyToken'])
      expect(await create({ [field]: undefined }), field).toBe('422 ERR_VALIDATION')
    for (const change of [
      { phoneNumberId: '+55 11' },
      { appSecret: 'short' },
      { version: '25' },
      { version: '' },
      { verifyToken: 'short' },
    ])
      expect(await create(change), JSON.stringify(change)).toBe('422 ERR_VALIDATION')
    const shown = JSON.stringify(await world.mine.status())
    const { accessToken, appSecret } = world.mine.line.account
    for (const secret of [accessToken, appSecret, 'a verification token']) expect(shown).not.toContain(secret)
  })

  it('the check names the broken step', async () => {
    const { admin, connection, line } = world.mine
    const check = (id = connection.id) => admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
    expect((await world.mine.status()).number).toBe(`+${line.phone}`)
    expect(await check()).toEqual({ ok: true, identity: `+${line.phone} · Loja Exemplo` })
    const other = world.simulator.addAccount()
    const broken = async (change: object) => {
      const side = await world.connect(admin, world.simulator.addAccount().addLine(), change)
      const result = await check(side.connection.id)
      await admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
      return result
    }
    expect(await broken({ accessToken: 'E'.repeat(40) })).toMatchObject({ ok: false, step: 'token', code: '190' })
    expect(await broken({ phoneNumberId: '123456789012345' })).toMatchObject({ ok: false, step: 'number' })
    expect(await broken({ businessAccountId: other.id })).toMatchObject({ ok: false, step: 'account' })
    expect(await broken({ appSecret: '0'.repeat(32) })).toMatchObject({ ok: false, step: 'secret' })
    expect(await broken({ apiRoot: 'http://127.0.0.1:1' })).toMatchObject({ ok: false, step: 'reach' })
    line.account.scopes = ['whatsapp_business_messaging']
    expect(await check()).toMatchObject({
      ok: false,
      step: 'permissions',
      message: expect.stringContaining('management'),
    })
    line.account.scopes = ['whatsapp_business_messaging', 'whatsapp_business_management']
    line.account.isSubscribed = false
    expect(await check()).toMatchObject({ ok: false, step: 'subscription' })
    line.account.isSubscribed = true
    const { webhook } = line
    line.webhook = { url: 'https://elsewhere.example/hook' }
    expect(await check()).toMatchObject({ ok: false, step: 'webhook' })
    line.webhook = webhook
    expect(await check()).toMatchObject({ ok: true })
  })

  it('nothing that Meta did not sign is taken, and only who knows the token may subscribe', async () => {
    const { line } = world.mine
    const url = line.webhook!.url.replace('https://recado.example', world.base)
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: line.account.id,
          changes: [
            {
              field: 'messages',
              value: {
                metadata: { phone_number_id: line.id },
                messages: [
                  { from: '5511987654321', id: 'wamid.forged', timestamp: '1', type: 'text', text: { body: 'forged' } },
                ],
              },
            },
          ],
        },
      ],
    })
    const { createHmac } = await import('node:crypto')
    const signed = (secret: string, over = body) => `sha256=${createHmac('sha256', secret).update(over).digest('hex')}`
    const { appSecret } = line.account
    const forgeries = [
      undefined,
      '',
      'sha256=',
      signed(''),
      signed(world.theirs.line.account.appSecret),
      signed(appSecret, `${body} `),
      signed(appSecret).slice(0, -1),
      signed(appSecret).replace('sha256', 'sha1'),
    ]
    for (const signature of forgeries)
      expect(
        (
          await fetch(url, {
            method: 'POST',
            body,
            headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
          })
        ).status,
        String(signature),
      ).toBe(401)
    const ask = (query: Record<string, string>) => fetch(`${url}?${new URLSearchParams(query)}`)
    expect(
      await (
        await ask({
          'hub.mode': 'subscribe',
          'hub.challenge': '1158201444',
          'hub.verify_token': 'a verification token',
        })
      ).text(),
    ).toBe('1158201444')
    for (const query of [
      { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'wrong' },
      { 'hub.mode': 'unsubscribe', 'hub.challenge': '1', 'hub.verify_token': 'a verification token' },
      { 'hub.mode': 'subscribe', 'hub.challenge': '<script>', 'hub.verify_token': 'a verification token' },
    ]) {
      expect((await ask(query as unknown as Record<string, string>)).status).toBe(403)
    }
  })

  it('a batch for two numbers of one account reaches each its own', async () => {
    const { admin, line } = world.mine
    const second = await world.connect(admin, line.account.addLine())
    await second.connected()
    expect(line.webhook!.url).not.toBe(second.line.webhook!.url)
    const [here, there] = [
      line.customer(`Aqui ${randomUUID().slice(0, 8)}`),
      second.line.customer(`Ali ${randomUUID().slice(0, 8)}`),
    ]
    line.deliveries.hold()
    here.write('para o primeiro')
    line.deliveries.push({
      account: line.account.id,
      field: 'messages',
      value: {
        metadata: { phone_number_id: second.line.id },
        contacts: [{ profile: { name: there.name }, wa_id: there.phone, user_id: there.bsuid }],
        messages: [
          {
            from: there.phone,
            from_user_id: there.bsuid,
            id: 'wamid.astray',
            timestamp: '1780000000',
            type: 'text',
            text: { body: 'para o segundo' },
          },
        ],
      },
    })
    line.deliveries.release('batch')
    const ticket = await world.mine.ticket(here.name)
    expect((await world.mine.messages(ticket)).map(({ body }) => body)).toEqual(['para o primeiro'])
    expect(await world.mine.tickets(there.name)).toEqual([])
    there.write('agora sim')
    expect((await second.messages(await second.ticket(there.name))).map(({ body }) => body)).toEqual(['agora sim'])
    await admin.ok('DELETE', `/whatsapp/${second.connection.id}`)
  })

  it('a file of the past takes the place of what announced it, and does not count as edited', async () => {
    const { line } = world.mine
    const customer = line.customer(`Rui ${randomUUID().slice(0, 8)}`)
    const [before, after] = [randomUUID(), randomUUID()].map((id) => `wamid.${id}`)
    const past = { from: customer.phone, timestamp: '1780000000' }
    const brought = (id: string) => {
      const { id: media } = line.keep(Buffer.from('%PDF-1.7 pedido'), 'application/pdf', 7)
      line.push(
        {
          messages: [
            { ...past, id, type: 'document', document: { id: media, mime_type: 'application/pdf', filename: 'a.pdf' } },
          ],
        },
        'history',
      )
    }
    // One comes before its message is known: parts of an import have no order.
    brought(before!)
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        history: [
          {
            metadata: { phase: 0, chunk_order: 1, progress: 60 },
            threads: [
              {
                id: customer.phone,
                messages: [before, after].map((id) => ({ ...past, id, type: 'media_placeholder' })),
              },
            ],
          },
        ],
      },
      'history',
    )
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    brought(after!)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.filter(({ parts }) => parts[0]!.kind === 'media').length === 2,
    )
    expect(messages.map(({ parts, edited }) => [parts[0]!.kind, edited])).toEqual([
      ['media', false],
      ['media', false],
      ['text', false],
    ])
  })

  it('how far an import is, and that it was declined, stands on the card of the number', async () => {
    const { admin, connection, line } = world.mine
    const past = (state: string) =>
      eventually(
        async () =>
          (await admin.ok<{ history: { state: string } | null }>('GET', `/p/waba/numbers/${connection.id}`)).history,
        (history) => history?.state === state,
      )
    const told = (chunk: object): void => line.push({ history: [chunk] }, 'history')
    told({ errors: [{ code: 2593109, title: 'History sync is turned off', message: 'turned off' }] })
    expect(await past('declined')).toMatchObject({ progress: null, reason: 'History sync is turned off' })
    told({ metadata: { phase: 1, progress: 70 }, threads: [] })
    expect(await past('running')).toMatchObject({ progress: 70, reason: null })
    told({ metadata: { phase: 0, progress: 20 }, threads: [] })
    told({ metadata: { phase: 2, progress: 100 }, threads: [] })
    expect(await past('done')).toMatchObject({ progress: 100 })
  })

  it('that a message was passed on is shown, also of one that was sent in the Business app', async () => {
    const { customer, ticket } = await world.mine.talking()
    const { line } = world.mine
    customer.say(
      { type: 'text', text: { body: 'corrente' } },
      { context: { forwarded: true, frequently_forwarded: true } },
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'corrente')).toMatchObject({ forwarded: 'often' })
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone,
            id: `wamid.${randomUUID()}`,
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'veja' },
            context: { forwarded: true },
          },
        ],
      },
      'smb_message_echoes',
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'veja')).toMatchObject({
      forwarded: 'once',
      fromMe: true,
    })
  })

  it('an echo without the ninth digit is said to the same person', async () => {
    const { line } = world.mine
    const customer = line.customer(
      `Lia ${randomUUID().slice(0, 8)}`,
      `55119${String(Date.now()).slice(-8).replace(/^./, '8')}`,
    )
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone.replace(/^55119/, '5511'),
            id: `wamid.${randomUUID()}`,
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'do celular' },
          },
        ],
      },
      'smb_message_echoes',
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'do celular')).toMatchObject({ fromMe: true })
  })

  it('what was sent in the Business app and before it was connected is there, and disturbs nobody', async () => {
    const { line } = world.mine
    const customer = line.customer(`Eva ${randomUUID().slice(0, 8)}`)
    const history = (from: string, id: string, body: string, timestamp: string) => ({
      from,
      id,
      timestamp,
      type: 'text',
      text: { body },
      history_context: { status: 'READ' },
    })
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        history: [
          {
            metadata: { phase: 0, chunk_order: 1, progress: 100 },
            threads: [
              {
                id: customer.phone,
                messages: [
                  history(customer.phone, 'wamid.h1', 'ontem', '1780000000'),
                  history(line.phone, 'wamid.h2', 'respondido', '1780000060'),
                ],
              },
            ],
          },
        ],
      },
      'history',
    )
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone,
            id: 'wamid.e1',
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'do celular' },
          },
        ],
      },
      'smb_message_echoes',
    )
    customer.write('voltei')
    const ticket = await world.mine.ticket(customer.name)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 4,
    )
    expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['ontem', false],
      ['respondido', true],
      ['do celular', true],
      ['voltei', false],
    ])
    expect((await world.mine.tickets(customer.name))[0]).toMatchObject({ unreadMessages: 1 })
  })
})
