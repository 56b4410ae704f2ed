import type { Prompt, PromptContent, PromptVersion } from '../../plugins/ai/src/prompts/prompt.ts'
import type { ReplayedTurn } from '../../plugins/ai/src/replay/routes.ts'
import { draftOf } from '../../plugins/ai/src/ui/prompts/new-draft.ts'
import { describe, expect, it } from 'vitest'
import { answersFirst } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

interface Listed {
  readonly publishedVersion: number | null
  readonly versions: readonly PromptVersion[]
}
const draft = { text: 'Você atende a padaria.', temperature: 0.5 }
const create = (name: string, more: object = {}) =>
  ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', { name, ...draft, ...more })
const save = (prompt: Prompt, change: object) =>
  ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${prompt.id}`, { ...draftOf(prompt), ...change })
const versionsOf = (id: string) => ai.rig.ana.ok<Listed>('GET', `/p/ai/prompts/${id}/versions`)
const choices = async () =>
  (await ai.rig.ana.ok<{ choices: { title: string }[] }>('GET', '/p/ai/choices')).choices.map(({ title }) => title)

describe('versions of a prompt', () => {
  it('are kept with each save: who, when, what changed and why', async () => {
    const prompt = await create('Com versões', { note: 'a primeira' })
    await save(prompt, { text: 'Você atende a confeitaria.', maxTurns: 7, note: 'agora doces' })
    const { publishedVersion, versions } = await versionsOf(prompt.id)
    expect(publishedVersion).toBe(2)
    expect(versions).toMatchObject([
      { version: 2, savedBy: ai.rig.node.a.admin.name, note: 'agora doces', changed: ['text', 'maxTurns'] },
      { version: 1, note: 'a primeira', changed: [] },
    ])
    expect(Date.parse(versions[0]!.savedAt)).toBeGreaterThan(Date.now() - 60_000)
    const first = await ai.rig.ana.ok<PromptContent>('GET', `/p/ai/prompts/${prompt.id}/versions/1`)
    expect(first).toMatchObject({ text: draft.text, maxTurns: 20, temperature: 0.5 })
    expect(JSON.stringify(first)).not.toContain('Key')
  })

  it('are drafts until they are published, and customers hear the published one', async () => {
    const prompt = await create('Publicada', { text: 'Só a primeira. CONTA: um.' })
    await answersFirst(ai.rig, prompt.id)
    const saved = await save(prompt, { text: 'A segunda, em rascunho.', publish: false })
    expect(saved).toMatchObject({ version: 2, publishedVersion: 1, text: 'A segunda, em rascunho.' })
    const { visitor, ticket } = await ai.rig.visitor('Oi, versão?')
    await ai.rig.saying(ticket.id, 'Você disse: Oi, versão?')
    const systemOf = () => String(ai.rig.models.exchanges.at(-1)!.body.messages[0]!.content)
    expect(systemOf()).toContain('Só a primeira.')
    const published = await ai.rig.ana.ok<Prompt>('POST', `/p/ai/prompts/${prompt.id}/versions/2/publish`, {})
    expect(published.publishedVersion).toBe(2)
    await visitor.say('E agora?')
    await ai.rig.saying(ticket.id, 'Você disse: E agora?')
    expect(systemOf()).toContain('A segunda, em rascunho.')
    await ai.rig.ana.ok('POST', `/p/ai/prompts/${prompt.id}/versions/1/publish`, {})
    expect((await versionsOf(prompt.id)).publishedVersion).toBe(1)
  })

  it('of a prompt that was never published answer nobody, and it cannot be chosen', async () => {
    const prompt = await create('Só rascunho', { publish: false })
    expect(prompt).toMatchObject({ version: 1, publishedVersion: null })
    expect(await choices()).not.toContain('Só rascunho')
    await save(prompt, {})
    expect(await choices()).toContain('Só rascunho')
  })

  it('are of the company alone, and for who manages prompts', async () => {
    const prompt = await create('Da casa')
    const path = `/p/ai/prompts/${prompt.id}/versions`
    expect(await ai.rig.bia.refused('GET', path)).toBe('404 ERR_NO_PROMPT_FOUND')
    expect(await ai.rig.bia.refused('GET', `${path}/1`)).toBe('404 ERR_NO_PROMPT_FOUND')
    expect(await ai.rig.bia.refused('POST', `${path}/1/publish`, {})).toBe('404 ERR_NO_PROMPT_FOUND')
    expect(await ai.rig.ugo.refused('GET', path)).toBe('403 ERR_NO_PERMISSION')
    expect(await ai.rig.ana.refused('POST', `${path}/9/publish`, {})).toBe('404 ERR_NO_PROMPT_FOUND')
  })
})

describe('a replay', () => {
  it('answers a conversation with a draft beside what was said, sends nothing and calls nothing', async () => {
    const tag = (await ai.rig.ana.ok<{ id: string }>('POST', '/tags', { tag: 'visto', color: '#0f766e' })).id
    const action = { plugin: 'automations', name: 'addTags', input: { tags: [tag] } }
    const prompt = await create('Repetida', {
      functions: [{ name: 'mark_seen', description: 'Sempre.', action }],
      refusedTopics: ['política'],
    })
    await ai.rig.ana.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
    const { visitor, ticket } = await ai.rig.visitor('Tem pão doce?')
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.admin.id })
    await ai.rig.ana.ok('POST', `/messages/${ticket.id}`, { body: 'Tem sim, fresquinho.' })
    await visitor.say('quero, mark seen')
    await ai.rig.ana.ok('POST', `/messages/${ticket.id}`, { body: 'Anotado.' })
    await visitor.say('E a política de hoje?')
    const before = await ai.rig.told(ticket.id)
    const body = { prompt: draftOf(prompt), id: prompt.id, ticketId: ticket.id }
    const seen = await ai.rig.events('/p/ai/prompts/replay', body)
    const turns = seen.filter(({ event }) => event === 'turn').map(({ data }) => data as unknown as ReplayedTurn)
    expect(turns.map(({ asked, said }) => [asked, said])).toEqual([
      ['Tem pão doce?', 'Tem sim, fresquinho.'],
      ['quero, mark seen', 'Anotado.'],
      ['E a política de hoje?', ''],
    ])
    expect(turns[0]!.rehearsal).toMatchObject({ text: 'Você disse: Tem pão doce?', handOver: null, calls: [] })
    expect(turns[1]!.rehearsal.calls).toEqual([{ name: 'mark_seen', arguments: {} }])
    expect(turns[2]!.rehearsal).toMatchObject({ handOver: 'scope: política', model: '' })
    expect(seen.at(-1)).toEqual({ event: 'done', data: { turns: 3 } })
    expect(await ai.rig.told(ticket.id)).toEqual(before)
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([])
    expect((await ai.rig.events('/p/ai/prompts/replay', body, ai.rig.bia))[0]!.data).toMatchObject({
      error: 'ERR_NO_TICKET_FOUND',
    })
    expect((await ai.rig.events('/p/ai/prompts/replay', body, ai.rig.ugo))[0]!.event).toBe('403')
    ai.rig.models.faults.plan('chat', { status: 401, description: 'invalid_api_key' })
    expect((await ai.rig.events('/p/ai/prompts/replay', body)).at(-1)).toEqual({
      event: 'error',
      data: { error: 'ERR_AI_KEY' },
    })
  })
})
