import { rewriteStyles } from '../../plugins/ai/src/composer/styles.ts'
import type { TicketUsage } from '../../plugins/ai/src/usage/routes.ts'
import { audioOf } from '../../plugins/ai/src/words/audio-of.ts'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import type { BellPage, PrivacyRequest } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { unpacked } from '../harness/unpacked.ts'
import { forTests, ogg, png } from './ai.rig.ts'

const ai = forTests()

describe('a draft', () => {
  it.each([
    ['S9-036', 'professional'],
    ['S9-037', 'friendly'],
    ['S9-038', 'informal'],
    ['S9-039', 'cheerful'],
    ['S9-040', 'relaxed'],
    ['S9-041', 'marketing'],
    ['S9-042', 'explanatory'],
    ['S9-043', 'technical'],
    ['S9-044', 'motivational'],
    ['S9-045', 'summarized'],
    ['S9-046', 'educational'],
    ['S9-047', 'legal'],
    ['S9-048', 'correction'],
    ['S9-049', 'new'],
  ] as const)('%s is rewritten in the style %s, in pieces', async (_id, style) => {
    const { ticket } = await ai.rig.visitor(`Rascunho ${style}`)
    const seen = await ai.rig.rewrite(ticket.id, 'Seu pedido chega na sexta.', { kind: 'style', style })
    const pieces = seen.filter(({ event }) => event === 'piece').map(({ data }) => data['text'])
    expect(pieces.length).toBeGreaterThan(3)
    const done = seen.at(-1)!
    expect(done).toMatchObject({ event: 'done', data: { cut: false } })
    expect(pieces.join('')).toBe(done.data['text'])
    expect(done.data['text']).toContain('Seu pedido chega na sexta.')
    const [system] = ai.rig.models.exchanges.at(-1)!.body.messages
    expect(String(system!.content)).toContain(`in this style: ${rewriteStyles[style]}`)
  })

  it('S5-049 needs some text, of a ticket that the user may see', async () => {
    const { ticket } = await ai.rig.visitor('Sem texto')
    const shorten = { kind: 'shorten' }
    expect(await ai.rig.rewrite(ticket.id, '  ', shorten)).toMatchObject([
      { event: '422', data: { error: 'ERR_AI_TEXT_REQUIRED' } },
    ])
    expect(await ai.rig.rewrite(ticket.id, 'Oi', shorten, ai.rig.bia)).toMatchObject([
      { event: '404', data: { error: 'ERR_NO_TICKET_FOUND' } },
    ])
    expect(ai.rig.models.exchanges).toEqual([])
  })

  it('is shortened, and translated for the customer', async () => {
    const { ticket } = await ai.rig.visitor('Mais curto')
    expect((await ai.rig.rewrite(ticket.id, 'Um texto longo.', { kind: 'shorten' })).at(-1)!.data['text']).toBe(
      'Um texto…',
    )
    const translated = await ai.rig.rewrite(ticket.id, 'Chega hoje.', { kind: 'translate', to: 'ru' })
    expect(translated.at(-1)!.data['text']).toBe('[ru] Chega hoje.')
  })

  it('is rewritten by Google in its own protocol, in pieces', async () => {
    const { ticket } = await ai.rig.visitor('Pelo Google')
    await ai.rig.settings({ provider: 'google', url: ai.rig.models.googleUrl, model: 'gemini-3-flash' })
    const seen = await ai.rig.rewrite(ticket.id, 'O CPF 529.982.247-25 está certo.', {
      kind: 'style',
      style: 'friendly',
    })
    expect(seen.filter(({ event }) => event === 'piece').length).toBeGreaterThan(2)
    expect(seen.at(-1)!.data).toMatchObject({ text: 'O CPF 529.982.247-25 está certo. (friendly)', cut: false })
    expect(ai.rig.models.exchanges.at(-1)!.body.model).toBe('gemini-3-flash')
    expect(JSON.stringify(ai.rig.models.exchanges.at(-1)!.body)).not.toContain('529')
    const google = { provider: 'google', url: ai.rig.models.googleUrl, model: 'gemini-3-flash' }
    await ai.rig.withdrawn('wrong', () => ai.rig.settings({ ...google, apiKey: 'wrong' }))
    const refused = await ai.rig.rewrite(ticket.id, 'Oi', { kind: 'shorten' })
    expect(refused.at(-1)!.data).toMatchObject({ error: 'ERR_AI_KEY' })
    await ai.rig.settings()
  })

  it('is rewritten by responses, where the provider speaks those, in pieces and with the reasons of failures', async () => {
    const { ticket } = await ai.rig.visitor('Por responses')
    await ai.rig.settings({ provider: 'responses' })
    const wish = { kind: 'style', style: 'friendly' }
    const seen = await ai.rig.rewrite(ticket.id, 'O CPF 529.982.247-25 está certo.', wish)
    expect(ai.rig.models.requests.at(-1)!.url.pathname).toBe('/v1/responses')
    expect(seen.filter(({ event }) => event === 'piece').length).toBeGreaterThan(2)
    expect(seen.at(-1)!.data).toMatchObject({ text: 'O CPF 529.982.247-25 está certo. (friendly)', cut: false })
    expect(JSON.stringify(ai.rig.models.exchanges.at(-1)!.body)).not.toContain('529')
    for (const [fault, code] of [
      [{ status: 429, description: 'insufficient_quota' }, 'ERR_AI_QUOTA'],
      [{ status: 400, description: 'context_length_exceeded' }, 'ERR_AI_TOO_LONG'],
      ['truncated', 'ERR_AI_REWRITE'],
    ] as const) {
      ai.rig.models.faults.plan('chat', fault)
      const failed = await ai.rig.rewrite(ticket.id, 'Chega hoje.', wish)
      expect(failed.at(-1)).toEqual({ event: 'error', data: { error: code } })
    }
    await ai.rig.settings()
  })

  it('leaves without numbers and addresses of persons, which stand in the answer again', async () => {
    const { ticket } = await ai.rig.visitor('Dados pessoais')
    const text = 'O CPF 529.982.247-25 de ana@exemplo.com.br está certo.'
    const seen = await ai.rig.rewrite(ticket.id, text, { kind: 'style', style: 'friendly' })
    expect(seen.at(-1)!.data['text']).toBe(`${text} (friendly)`)
    const left = JSON.stringify(ai.rig.models.exchanges.at(-1)!.body)
    expect(left).not.toMatch(/529|ana@exemplo/)
    await ai.rig.settings({ hidePersonalData: false })
    await ai.rig.rewrite(ticket.id, text, { kind: 'style', style: 'friendly' })
    expect(JSON.stringify(ai.rig.models.exchanges.at(-1)!.body)).toContain('529.982.247-25')
    await ai.rig.settings()
  })

  it('leaves with no name of its contact or of a file, and no number, whatever it is asked for', async () => {
    await ai.rig.settings({ suggestTags: true, readImages: true })
    await ai.rig.ana.ok('POST', '/tags', { tag: 'Pedido', color: '#336699' })
    const profile = { name: 'Zoraide Quintanilha', email: 'zoraide.q@exemplo.com.br' }
    const { visitor: one, ticket } = await ai.rig.visitor('Meu telefone é (11) 98765-4321, segue o contrato.', profile)
    const files = [
      ['quintanilha-contrato.pdf', new TextEncoder().encode('%PDF-1.4 x'), 'application/pdf'],
      ['zoraide-529.982.247-25.png', png(7), 'image/png'],
      ['voz-da-zoraide.ogg', ogg, 'audio/ogg'],
    ] as const
    for (const [name, bytes, mime] of files) await one.attach(name, bytes, mime)
    const messages = await eventually(
      () => ai.rig.messagesOf(ticket.id),
      (all) => all.filter(({ media }) => media.length > 0).length === files.length,
    )
    const before = ai.rig.models.requests.length
    const path = (id: string, what: string) => `${what === 'transcribe' ? '' : '/p/ai'}/messages/${id}/${what}`
    for (const message of messages) {
      const { id } = message
      if (audioOf(message)) await ai.rig.ana.ok('POST', path(id, 'transcribe'))
      else await ai.rig.ana.call('POST', path(id, 'translate'), { to: 'en' })
    }
    const wish = { kind: 'style', style: 'friendly' }
    await ai.rig.rewrite(ticket.id, 'Ligue para +55 11 98765-4321.', wish)
    await ai.rig.events('/p/ai/suggest', { ticketId: ticket.id })
    await ai.rig.events(`/p/ai/summaries/${ticket.id}`, {})
    await ai.rig.ana.ok('POST', `/p/ai/hints/${ticket.id}`)
    const left = ai.rig.models.requests.slice(before)
    expect(left.length, 'a transcript, a translation, and four questions').toBeGreaterThanOrEqual(6)
    for (const { url, body } of left) {
      const sent = url.href + new TextDecoder().decode(body)
      expect(sent, url.pathname).not.toMatch(/zoraide|quintanilha|contrato\.pdf|529|98765|exemplo\.com/i)
    }
    expect(new TextDecoder().decode(left.at(-2)!.body), 'that there is a file is said').toContain('[media]')
    await ai.rig.settings()
  })

  it('is listed for the contact with when, to whom and how much of it left, and what did not come back', async () => {
    const { ticket } = await ai.rig.visitor('Quero saber o que saiu')
    await ai.rig.rewrite(ticket.id, 'O CPF 529.982.247-25 está certo.', { kind: 'shorten' })
    ai.rig.models.faults.plan('chat', { status: 401, description: 'invalid_api_key' })
    await ai.rig.rewrite(ticket.id, 'Chega hoje.', { kind: 'shorten' })
    const { contactId } = ticket
    const { id } = await ai.rig.ana.ok<PrivacyRequest>('POST', '/privacy/exports', { contactId })
    await eventually(
      () => ai.rig.ana.ok<PrivacyRequest>('GET', `/privacy/requests/${id}`),
      ({ state }) => state === 'done',
    )
    const { url } = await ai.rig.ana.ok<{ url: string }>('POST', `/privacy/exports/${id}/link`)
    const { asked } = JSON.parse((await unpacked(ai.rig.node.base + url)).get('plugins/ai.json')!) as {
      asked: { at: string; input_tokens: number }[]
    }
    const to = { purpose: 'rewrite', host: new URL(ai.rig.models.baseUrl).host, model: 'gpt-6-luna' }
    expect(asked).toMatchObject([
      { ...to, hidden: 1, failure: null },
      { ...to, hidden: 0, failure: 'ERR_AI_KEY', input_tokens: 0, output_tokens: 0 },
    ])
    expect(asked[0]!.input_tokens).toBeGreaterThan(10)
    expect(Date.now() - Date.parse(asked[0]!.at)).toBeLessThan(60_000)
    expect(JSON.stringify(asked)).not.toContain('529')
  })

  it.each([
    ['a wrong key', { status: 401, description: 'invalid_api_key' }, 'ERR_AI_KEY'],
    ['an account that is used up', { status: 429, description: 'insufficient_quota' }, 'ERR_AI_QUOTA'],
    ['a text that is too long', { status: 400, description: 'context_length_exceeded' }, 'ERR_AI_TOO_LONG'],
    ['a stream that is cut', 'truncated', 'ERR_AI_REWRITE'],
  ] as const)('S8-168 says why it is not rewritten: %s', async (_what, fault, code) => {
    const { ticket } = await ai.rig.visitor(`Falha ${code} ${_what}`)
    ai.rig.models.faults.plan('chat', fault)
    const before = ai.rig.models.requests.length
    const seen = await ai.rig.rewrite(ticket.id, 'Seu pedido chega na sexta.', { kind: 'shorten' })
    expect(seen.at(-1)).toEqual({ event: 'error', data: { error: code } })
    // Nobody is asked twice who cannot answer otherwise.
    expect(ai.rig.models.requests.length - before).toBe(1)
  })

  it('S8-168 is asked for again where the provider was busy, and of the next models where the first is gone', async () => {
    const { ticket } = await ai.rig.visitor('De novo')
    ai.rig.models.faults.plan('chat', { status: 503 }, { status: 429, retryAfter: 0 })
    expect((await ai.rig.rewrite(ticket.id, 'Oi, Ana.', { kind: 'shorten' })).at(-1)).toMatchObject({ event: 'done' })
    await ai.rig.settings({ model: 'gpt-9-nova', fallbackModel: 'llama3' })
    expect((await ai.rig.rewrite(ticket.id, 'Oi, Ana.', { kind: 'shorten' })).at(-1)).toMatchObject({ event: 'done' })
    expect(ai.rig.models.exchanges.at(-1)!.body).toMatchObject({ model: 'llama3' })
    await ai.rig.settings({ model: 'gpt-9-nova', fallbackModel: 'gpt-9-luna, llama3, gpt-4o' })
    expect((await ai.rig.rewrite(ticket.id, 'Oi, Ana.', { kind: 'shorten' })).at(-1), 'in their order').toMatchObject({
      event: 'done',
    })
    expect(ai.rig.models.exchanges.at(-1)!.body).toMatchObject({ model: 'llama3' })
    await ai.rig.settings()
  })

  it('is refused at once after a provider has not answered five times in a row', async () => {
    const { ticket } = await ai.rig.visitor('Fora do ar')
    const away = await ModelSimulator.start()
    const short = () => ai.rig.rewrite(ticket.id, 'Oi', { kind: 'shorten' })
    try {
      await ai.rig.settings({ url: away.baseUrl })
      away.faults.plan('chat', ...Array.from({ length: 5 }, () => 'truncated' as const))
      for (let time = 0; time < 5; time += 1) expect((await short()).at(-1)!.event).toBe('error')
      const before = away.requests.length
      expect((await short()).at(-1)).toEqual({ event: 'error', data: { error: 'ERR_AI_REWRITE' } })
      expect(away.requests.length, 'nobody was asked').toBe(before)
      await ai.rig.settings()
      expect((await short()).at(-1), 'another provider').toMatchObject({ event: 'done' })
    } finally {
      await away.close()
    }
  })

  it('may be closed by its reader as often as they like: the provider is asked again, and the log has all', async () => {
    const { ticket } = await ai.rig.visitor('Fecho antes do fim')
    const slow = await ModelSimulator.start()
    const draft = 'Seu pedido chega na sexta, entre as nove e as onze da manhã.'
    const body = JSON.stringify({ ticketId: ticket.id, text: draft, wish: { kind: 'style', style: 'friendly' } })
    const headers = { ...ai.rig.ana.credentials, 'content-type': 'application/json' }
    const log = () => ai.rig.ana.ok<TicketUsage>('GET', `/p/ai/usage/${ticket.id}`)
    try {
      await ai.rig.settings({ url: slow.baseUrl })
      for (let time = 0; time < 6; time += 1) {
        // Some while the next word is waited for, some while it has come and is not taken.
        const isWaiting = time % 2 === 0
        slow.pieceMs = isWaiting ? 40 : 0
        if (!isWaiting) slow.script(`${'palavra'.repeat(300)} `.repeat(8_000))
        const closing = new AbortController()
        const url = `${ai.rig.node.base}/p/ai/rewrite`
        const response = await fetch(url, { method: 'POST', headers, body, signal: closing.signal })
        let seen = ''
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
        while (!seen.includes('event: piece')) seen += (await reader.read()).value
        closing.abort()
        await reader.closed.catch(() => undefined)
        const { asked, tokens } = await eventually(log, (found) => found.asked > time)
        expect(asked).toBe(time + 1)
        expect(tokens, 'roughly what was sent and what had come').toBeGreaterThan(((time + 1) * draft.length) / 4)
      }
      slow.pieceMs = 0
      // Beside the one by which its key was tested.
      const asked = () => slow.requests.filter(({ url }) => !url.pathname.endsWith('/models')).length
      const before = asked()
      expect((await ai.rig.rewrite(ticket.id, draft, { kind: 'shorten' })).at(-1)).toMatchObject({ event: 'done' })
      expect([before, asked()]).toEqual([6, 7])
      expect((await log()).asked).toBe(7)
    } finally {
      await ai.rig.settings()
      await slow.close()
    }
  })

  it('is not rewritten beyond the budget, which says so', async () => {
    const { ticket } = await ai.rig.visitor('Orçamento')
    const { today: spentToday } = await ai.rig.ana.ok<{ today: number }>('GET', '/p/ai/usage')
    await ai.rig.settings({ dailyTokens: spentToday + 1_000 })
    const listening = await Promise.all([ai.rig.ana.listen(), ai.rig.ugo.listen()])
    const long = 'Um texto comprido. '.repeat(250)
    await ai.rig.rewrite(ticket.id, long, { kind: 'style', style: 'relaxed' })
    expect((await ai.rig.rewrite(ticket.id, 'Oi', { kind: 'shorten' })).at(-1)).toEqual({
      event: 'error',
      data: { error: 'ERR_AI_BUDGET' },
    })
    const usage = await ai.rig.ana.ok<{
      today: number
      dailyTokens: number
      spent: { purpose: string; asked: number }[]
    }>('GET', '/p/ai/usage')
    expect(usage.today).toBeGreaterThan(spentToday + 1_000)
    expect(usage.dailyTokens).toBe(spentToday + 1_000)
    const notice = await listening[0]!.next(
      `${ai.rig.node.a.id}:plugin`,
      ({ plugin, name }: { plugin: string; name: string }) => plugin === 'ai' && name === 'notice',
    )
    expect(notice).toMatchObject({
      data: { path: '/configuracoes/prompt', text: expect.stringContaining('tokens de hoje') },
    })
    expect(
      listening[1]!.received.filter(({ event }) => event.includes(':plugin')),
      'agents are not told',
    ).toEqual([])
    expect(usage.spent.find(({ purpose }) => purpose === 'rewrite')!.asked).toBeGreaterThan(10)
    expect(await ai.rig.ugo.refused('GET', '/p/ai/usage')).toBe('403 ERR_NO_PERMISSION')
    await ai.rig.settings()
  })

  it('beyond the budget rings the bell of who looks after models, and of nobody else', async () => {
    const { ana, ugo, bia } = ai.rig
    const rings = async (person: Person) =>
      (await person.ok<BellPage>('GET', '/notifications/entries')).entries.filter(({ kind }) => kind === 'plugin')
    const [rung] = await eventually(
      () => rings(ana),
      (entries) => entries.length > 0,
    )
    expect(rung).toMatchObject({
      read: false,
      ticketId: null,
      notice: { plugin: 'ai', textKey: 'budget.dayUsed', path: '/configuracoes/prompt', isFailure: true },
    })
    expect(await rings(ana), 'what was nearly so is taken back').toHaveLength(1)
    expect(await rings(ugo)).toEqual([])
    expect(await rings(bia)).toEqual([])
    await ana.ok('PUT', `/notifications/entries/${rung!.id}`, { read: true })
    expect((await rings(ana))[0]!.read).toBe(true)
    await ana.ok('PUT', '/api/plugins/ai', { enabled: false })
    expect(await rings(ana), 'of a plugin that is off').toEqual([])
    await ai.rig.settings()
    expect(await rings(ana)).toHaveLength(1)
  })
})

describe('a conversation', () => {
  it('has a reply suggested from what was said, and a summary that stays', async () => {
    const { ticket } = await ai.rig.visitor('Vocês abrem no sábado?')
    const suggested = await ai.rig.events('/p/ai/suggest', { ticketId: ticket.id })
    expect(suggested.at(-1)!.data['text']).toBe('Sobre “Vocês abrem no sábado?”: vou verificar e já respondo.')
    expect((await ai.rig.ana.ok<{ summary: unknown }>('GET', `/p/ai/summaries/${ticket.id}`)).summary).toBeNull()
    await ai.rig.events(`/p/ai/summaries/${ticket.id}`, {})
    const { summary } = await ai.rig.ana.ok<{ summary: object }>('GET', `/p/ai/summaries/${ticket.id}`)
    expect(summary).toMatchObject({ text: 'O cliente pede: Vocês abrem no sábado?', reason: null })
    expect(await ai.rig.bia.refused('GET', `/p/ai/summaries/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await ai.rig.told(ticket.id)).toEqual([])
  })
})
