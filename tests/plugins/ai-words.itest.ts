import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import type { Words } from '../../plugins/ai/src/words/words-store.ts'
import type { MessageSearchPage } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { forTests, ogg } from './ai.rig.ts'

const ai = forTests()

describe('a message', () => {
  const wordsOf = async (id: string): Promise<Words[]> =>
    (await ai.rig.ana.ok<{ words: Words[] }>('GET', `/p/ai/words/${id}`)).words

  it('S7-059 is written out on demand, once, and never for another company', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Vou mandar um áudio')
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const spoken = await eventually(
      async () => (await ai.rig.messagesOf(ticket.id)).find(({ media }) => media.length > 0),
      (found) => found !== undefined,
    )
    const path = `/messages/${spoken!.id}/transcribe`
    expect(await ai.rig.bia.refused('POST', path)).toBe('404 ERR_NO_MESSAGE_FOUND')
    const answer = await ai.rig.ana.ok<Words>('POST', path)
    expect(answer).toMatchObject({ kind: 'transcript', state: 'done', text: ai.rig.models.spoken, language: 'pt' })
    const asked = ai.rig.models.requests.length
    expect(await ai.rig.ana.ok<Words>('POST', path)).toEqual(answer)
    expect(ai.rig.models.requests).toHaveLength(asked)
    expect(await wordsOf(ticket.id)).toEqual([answer])
    expect(await ai.rig.bia.refused('GET', `/p/ai/words/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    const [text] = await ai.rig.messagesOf(ticket.id)
    expect(await ai.rig.ana.refused('POST', `/messages/${text!.id}/transcribe`)).toBe('422 ERR_AUDIO')
  })

  it('S7-051 S8-169 is written out by itself where the ticket says so, and a failure says why', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Áudio automático')
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}/audio-transcription`, { audioTranscription: true })
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const [words] = await eventually(
      () => wordsOf(ticket.id),
      (all) => all[0]?.state === 'done',
    )
    expect(words!.text).toBe(ai.rig.models.spoken)
    ai.rig.models.faults.plan('audio', { status: 400, description: 'invalid_file' })
    await one.attach('voz2.ogg', ogg, 'audio/ogg')
    const failed = await eventually(
      async () => (await wordsOf(ticket.id)).find(({ state }) => state === 'failed'),
      (found) => found !== undefined,
    )
    expect(failed!.failure).toBe('ERR_AI_ANSWER')
    ai.rig.models.faults.plan('audio', { status: 400, description: 'invalid_file' })
    expect(await ai.rig.ana.refused('POST', `/messages/${failed!.messageId}/transcribe`)).toBe('502 ERR_TRANSCRIPTION')
    expect(await ai.rig.ana.ok<Words>('POST', `/messages/${failed!.messageId}/transcribe`)).toMatchObject({
      state: 'done',
    })
  })

  it('is not sent to a model that is known to answer texts, nor a text to one that hears, each with the reason', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Modelo trocado')
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const spoken = await eventually(
      async () => (await ai.rig.messagesOf(ticket.id)).find(({ media }) => media.length > 0),
      (message) => message !== undefined,
    )
    await ai.rig.settings({ transcriptionModel: 'gpt-4' })
    const before = ai.rig.models.requests.length
    expect(await ai.rig.ana.refused('POST', `/messages/${spoken!.id}/transcribe`)).toBe('422 ERR_AI_AUDIO')
    await ai.rig.settings({ model: 'whisper-1' })
    const rewritten = await ai.rig.rewrite(ticket.id, 'Oi', { kind: 'shorten' })
    expect(rewritten.at(-1)!.data).toMatchObject({ error: 'ERR_AI_AUDIO' })
    expect(ai.rig.models.requests, 'nothing left').toHaveLength(before)
    await ai.rig.settings()
    expect(await ai.rig.ana.ok<Words>('POST', `/messages/${spoken!.id}/transcribe`)).toMatchObject({ state: 'done' })
    const { models } = await ai.rig.ana.ok<{ models: { id: string; audio: string | null }[] }>('POST', '/p/ai/models')
    const audio = new Map(models.map((model) => [model.id, model.audio]))
    expect(['gpt-transcribe', 'tts-1', 'gpt-4o', 'gpt-6-luna'].map((id) => audio.get(id))).toEqual([
      'hears',
      'speaks',
      'none',
      null,
    ])
  })

  it('is written out by a server that is compatible with Whisper, where the provider hears nothing, with its language', async () => {
    const whisper = await ModelSimulator.start()
    whisper.spoken = 'O portão azul.'
    const spoken = async () => {
      const { visitor: one, ticket } = await ai.rig.visitor(`Para o Whisper ${whisper.requests.length}`)
      await one.attach('voz.ogg', ogg, 'audio/ogg')
      const found = await eventually(
        async () => (await ai.rig.messagesOf(ticket.id)).find(({ media }) => media.length > 0),
        (message) => message !== undefined,
      )
      return `/messages/${found!.id}/transcribe`
    }
    const own = {
      provider: 'anthropic',
      url: undefined,
      transcriptionUrl: whisper.baseUrl,
      transcriptionApiKey: 'sk-wrong',
      transcriptionModel: 'Systran/faster-whisper-small',
    }
    try {
      await ai.rig.withdrawn('sk-wrong', () => ai.rig.settings(own), whisper)
      const path = await spoken()
      const before = ai.rig.models.requests.length
      expect(await ai.rig.ana.refused('POST', path)).toBe('502 ERR_AI_KEY')
      await ai.rig.settings({ ...own, transcriptionApiKey: whisper.apiKey })
      const heard = { state: 'done', text: 'O portão azul.' }
      expect(await ai.rig.ana.ok<Words>('POST', path)).toMatchObject({ ...heard, language: 'pt' })
      expect(ai.rig.models.requests, 'the other provider is not asked').toHaveLength(before)
      expect(JSON.stringify(await ai.rig.ana.ok('GET', '/api/plugins'))).not.toContain(whisper.apiKey)
      // Some of these servers tell the text alone.
      whisper.isTerse = true
      expect(await ai.rig.ana.ok<Words>('POST', await spoken())).toMatchObject({ ...heard, language: null })
    } finally {
      await ai.rig.settings({ provider: 'openai', transcriptionApiKey: null })
      await whisper.close()
    }
  })

  it('S7-052 S8-170 is translated by itself where the ticket says so, and on demand', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Здравствуйте, где мой заказ?')
    const [first] = await ai.rig.messagesOf(ticket.id)
    const path = `/p/ai/messages/${first!.id}/translate`
    expect(await ai.rig.ana.ok<Words>('POST', path, { to: 'pt-BR' })).toMatchObject({
      kind: 'translation',
      state: 'done',
      language: 'pt-BR',
      fromLanguage: 'ru',
      text: '[pt-BR] Здравствуйте, где мой заказ?',
    })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}/translation-settings`, {
      translationEnabled: true,
      clientLanguage: 'ru',
      agentLanguage: 'en',
    })
    await one.say('Он не пришёл.')
    const found = await eventually(
      async () => (await wordsOf(ticket.id)).find(({ text }) => text.includes('Он не пришёл')),
      (words) => words !== undefined,
    )
    expect(found).toMatchObject({ language: 'en', text: '[en] Он не пришёл.' })
    expect((await ai.rig.messagesOf(ticket.id)).map(({ body }) => body)).toContain('Он не пришёл.')
    ai.rig.models.script('sem JSON')
    const [latest] = (await ai.rig.messagesOf(ticket.id)).filter(({ body }) => body === 'Он не пришёл.')
    expect(await ai.rig.ana.refused('POST', `/p/ai/messages/${latest!.id}/translate`, { to: 'es' })).toBe(
      '502 ERR_TRANSLATION',
    )
    expect(await ai.rig.bia.refused('POST', path, { to: 'es' })).toBe('404 ERR_NO_MESSAGE_FOUND')
  })

  it('keeps what an agent wrote before its translation was sent, with what is sent of it and nothing else', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Where is my order?')
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    const path = `/p/ai/written/${ticket.id}`
    const draft = { text: 'Chega na sexta-feira.', translation: 'It arrives on Friday.' }
    expect(await ai.rig.bia.refused('PUT', path, draft)).toBe('404 ERR_NO_TICKET_FOUND')
    await ai.rig.ana.ok('PUT', path, draft)
    const say = (body: string) => ai.rig.ana.ok('POST', `/messages/${ticket.id}`, { body })
    await say('Just a moment')
    await say('It arrives on *Friday*!')
    await say('It arrives on Friday.')
    const kept = await eventually(
      () => wordsOf(ticket.id),
      (all) => all.length > 0,
    )
    const sent = (await ai.rig.messagesOf(ticket.id)).find(({ body }) => body.endsWith('!'))
    expect(kept).toMatchObject([{ messageId: sent!.id, kind: 'written', state: 'done', text: draft.text }])
    await ai.rig.ana.ok('PUT', path, { text: 'Nunca enviado', translation: 'Never sent' })
    await ai.rig.ana.ok('POST', '/privacy/erasures', { contactId: ticket.contactId, reason: 'request' })
    await eventually(
      () => wordsOf(ticket.id),
      (all) => all.length === 0,
    )
    one.close()
  })

  it('S7-051 is written out by itself as the company says, unless its ticket says otherwise, and is found', async () => {
    await ai.rig.settings({ transcribeAll: true })
    ai.rig.models.spoken = 'A mangueira estourou.'
    const [{ visitor: one, ticket: off }, { visitor: other, ticket }] = [
      await ai.rig.visitor('Não transcreva'),
      await ai.rig.visitor('Como a empresa quiser'),
    ]
    await ai.rig.ana.ok('PUT', `/tickets/${off.id}/audio-transcription`, { audioTranscription: false })
    const heard = () => ai.rig.models.requests.filter(({ url }) => url.pathname.endsWith('transcriptions')).length
    const before = heard()
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    await other.attach('voz.ogg', ogg, 'audio/ogg')
    const [words] = await eventually(
      () => wordsOf(ticket.id),
      (all) => all[0]?.state === 'done',
    )
    expect(words).toMatchObject({ kind: 'transcript', text: 'A mangueira estourou.', language: 'pt' })
    const search = () => ai.rig.ana.ok<MessageSearchPage>('GET', '/messages/search?searchParam=mangueira')
    const found = await search()
    expect(found.results.map(({ ticket: { id } }) => id)).toEqual([ticket.id])
    expect([heard() - before, await wordsOf(off.id)]).toEqual([1, []])
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}/audio-transcription`, { audioTranscription: false })
    await ai.rig.ana.ok('PUT', `/tickets/${off.id}/audio-transcription`, { audioTranscription: null })
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    await eventually(
      () => wordsOf(off.id),
      (all) => all[0]?.state === 'done',
    )
    await ai.rig.settings()
  })

  it('is translated by itself out of any language but the own one, and so is what was spoken, by the glossary', async () => {
    await ai.rig.settings({ glossary: 'pt: mala = en: suitcase' })
    ai.rig.models.spoken = 'Não achei a mala.'
    const { visitor: one, ticket } = await ai.rig.visitor('Oi, translate')
    const set = (change: object) => ai.rig.ana.ok('PUT', `/tickets/${ticket.id}/translation-settings`, change)
    const asked = async () => (await ai.rig.ana.ok<{ asked: number }>('GET', `/p/ai/usage/${ticket.id}`)).asked
    await set({ translationEnabled: true, clientLanguage: null, agentLanguage: 'pt-BR' })
    await one.say('Bom dia, não achei uma coisa.')
    await eventually(asked, (times) => times === 1)
    expect(
      await eventually(
        () => wordsOf(ticket.id),
        (all) => all.length === 0,
      ),
      'the customer writes as the team reads',
    ).toEqual([])
    await set({ agentLanguage: 'en' })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}/audio-transcription`, { audioTranscription: true })
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const all = await eventually(
      () => wordsOf(ticket.id),
      (words) => words.length === 2 && words.every(({ state }) => state === 'done'),
    )
    expect(all.find(({ kind }) => kind === 'translation')).toMatchObject({
      language: 'en',
      fromLanguage: 'pt-BR',
      text: '[en] Não achei a suitcase.',
    })
    await ai.rig.settings({ glossary: '' })
  })

  it('is translated with the words of the company, in both directions, and with those of no other', async () => {
    const { ticket } = await ai.rig.visitor('Where is the invoice of Recado?')
    const [message] = await ai.rig.messagesOf(ticket.id)
    const glossary = 'pt: nota fiscal = en: invoice\nRecado\npt: troca = en: exchange'
    await ai.rig.settings({ glossary })
    await ai.rig.settings({ glossary: 'pt: segue = en: attached' }, ai.rig.bia)
    try {
      const path = `/p/ai/messages/${message!.id}/translate`
      expect(await ai.rig.ana.ok<Words>('POST', path, { to: 'pt-BR' })).toMatchObject({
        text: '[pt-BR] Where is the nota fiscal of Recado?',
      })
      const [system] = ai.rig.models.exchanges.at(-1)!.body.messages
      expect(String(system!.content)).toContain('"invoice" as "nota fiscal"; "Recado" as "Recado".')
      const seen = await ai.rig.rewrite(ticket.id, 'Segue a nota fiscal.', { kind: 'translate', to: 'en' })
      expect(seen.at(-1)!.data['text']).toBe('[en] Segue a invoice.')
      const wrong = { url: ai.rig.models.baseUrl, apiKey: ai.rig.models.apiKey, glossary: 'a = b' }
      expect(await ai.rig.ana.refused('PUT', '/api/plugins/ai', { settings: wrong })).toBe('422 ERR_VALIDATION')
    } finally {
      for (const admin of [ai.rig.ana, ai.rig.bia]) await ai.rig.settings({ glossary: '' }, admin)
    }
    const seen = await ai.rig.rewrite(ticket.id, 'Segue a nota fiscal.', { kind: 'translate', to: 'en' })
    expect(seen.at(-1)!.data['text']).toBe('[en] Segue a nota fiscal.')
  })
})

describe('a company', () => {
  it('has what is known of somebody erased with them', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Quero sumir com um atendente')
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const spoken = await eventually(
      async () => (await ai.rig.messagesOf(ticket.id)).find(({ media }) => media.length > 0),
      (found) => found !== undefined,
    )
    await ai.rig.ana.ok('POST', `/messages/${spoken!.id}/transcribe`)
    expect((await ai.rig.ana.ok<{ words: Words[] }>('GET', `/p/ai/words/${ticket.id}`)).words).toHaveLength(1)
    await ai.rig.events(`/p/ai/summaries/${ticket.id}`, {})
    const { visitor: other, ticket: beside } = await ai.rig.visitor('Eu fico')
    await ai.rig.rewrite(beside.id, 'Um texto.', { kind: 'shorten' })
    const asked = async (id: string) => (await ai.rig.ana.ok<{ asked: number }>('GET', `/p/ai/usage/${id}`)).asked
    const summary = () => ai.rig.ana.ok<{ summary: object | null }>('GET', `/p/ai/summaries/${ticket.id}`)
    expect(await asked(ticket.id), 'what left is listed with the contact').toBe(2)
    expect((await summary()).summary).not.toBeNull()
    await ai.rig.ana.ok('POST', '/privacy/erasures', { contactId: ticket.contactId, reason: 'request' })
    await eventually(
      async () => (await ai.rig.ana.ok<{ words: Words[] }>('GET', `/p/ai/words/${ticket.id}`)).words,
      (words) => words.length === 0,
    )
    expect(await asked(ticket.id)).toBe(0)
    expect(await summary()).toEqual({ summary: null })
    expect(await asked(beside.id), 'what is known of others stays').toBe(1)
    other.close()
  })
})

describe('a recording', () => {
  const found = (words: string, who: Person = ai.rig.ana, more = ''): Promise<MessageSearchPage['results']> =>
    who
      .ok<MessageSearchPage>('GET', `/messages/search?searchParam=${encodeURIComponent(words)}${more}`)
      .then(({ results }) => results)

  it('is found by what is spoken in it, where it is now, by those who may see it, until it is erased', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Ouça isto')
    ai.rig.models.spoken = 'A geladeira veio amassada, com um risco na porta.'
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const spoken = await eventually(
      async () => (await ai.rig.messagesOf(ticket.id)).find(({ media }) => media.length > 0),
      (message) => message !== undefined,
    )
    expect(await found('geladeira')).toEqual([])
    await ai.rig.ana.ok('POST', `/messages/${spoken!.id}/transcribe`)
    for (const more of ['', `&ticketId=${ticket.id}`]) {
      const [result, ...others] = await found('AMASSADA gelad', ai.rig.ana, more)
      expect(others).toEqual([])
      expect(result).toMatchObject({ ticket: { id: ticket.id }, hits: [{ id: spoken!.id, isBeside: true }] })
      expect(result!.hits[0]!.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
        'geladeira',
        'amassada',
      ])
    }
    expect(await found('geladeira', ai.rig.bia)).toEqual([])
    const [written] = await found('ouca')
    expect(written!.hits).toMatchObject([{ isBeside: false }])
    await ai.rig.ana.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.admin.id })
    expect(await found('geladeira', ai.rig.ugo)).toEqual([])
    await ai.rig.ana.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'disabled' })
    expect(await found('geladeira', ai.rig.ugo)).toHaveLength(1)

    const { ticket: other } = await ai.rig.visitor('Sou eu de novo')
    await ai.rig.ana.ok('POST', `/contacts/${other.contactId}/merge`, { from: ticket.contactId })
    await ai.rig.ana.ok('POST', `/tickets/${other.id}/merge`, { from: ticket.id })
    for (const more of ['', `&ticketId=${other.id}`])
      expect(await found('geladeira', ai.rig.ana, more)).toMatchObject([{ ticket: { id: other.id } }])
    expect(await found('geladeira', ai.rig.ana, `&ticketId=${ticket.id}`)).toEqual([])
    await ai.rig.ana.ok('POST', '/privacy/erasures', { contactId: other.contactId, reason: 'request' })
    await eventually(
      () => ai.rig.node.database.owner`select message_id from core.added_words where message_id = ${spoken!.id}`,
      (kept) => kept.length === 0,
    )
    expect(await found('geladeira')).toEqual([])
  })
})
