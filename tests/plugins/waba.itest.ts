import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { wabaWorld, type WabaWorld } from './waba.rig.ts'

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
