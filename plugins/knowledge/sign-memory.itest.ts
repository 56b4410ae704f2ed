import { testHost } from '@recado/sdk/testing'
import { expect, inject, test } from 'vitest'
import { searchMeanings } from './src/meaning/meaning-store.ts'
import { SignMemory } from './src/meaning/sign-memory.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
const model = 'numbers'
const words = ['carro', 'frete', 'troco', 'vidro']

/** A number for each word that stands in the text. */
const vectorOf = (text: string): number[] => words.map((word) => (text.includes(word) ? 1 : 0))

type Company = typeof host.a

const start = (company: Company): void => {
  company.core.played.set('embeddings.model', () => ({ model }))
  company.core.played.set('embeddings.embed', (input: unknown) => ({
    model,
    vectors: (input as { texts: string[] }).texts.map((text) => [...vectorOf(text), 0.1]),
  }))
}
async function write(company: Company, title: string, body: string, more: object = {}): Promise<string> {
  const article = { title, body, language: 'pt-BR', audience: 'team', isPublished: true, ...more }
  const { body: made } = await company.ask('POST', '/p/knowledge/articles', { body: article })
  await company.ask('GET', '/p/knowledge/meaning')
  await company.work()
  return (made as { id: string }).id
}
async function change(company: Company, id: string, more: object): Promise<void> {
  const path = `/p/knowledge/articles/${id}`
  const { body } = await company.ask('GET', path)
  const { title, body: text, language, audience, isPublished, revision } = body as Record<string, unknown>
  const article = { title, body: text, language, audience, isPublished, ...more }
  const { status } = await company.ask('PUT', path, { body: { revision, article } })
  expect(status).toBe(200)
  await company.work()
}
/** What a node finds with the memory that it has. */
const found = async (
  company: Company,
  memory: SignMemory,
  query: string,
  audience: 'team' | 'customers' = 'team',
): Promise<string[]> => {
  const vector = [...vectorOf(query), 0.1]
  const passages = await company
    .context()
    .db.transaction((tx) =>
      searchMeanings(tx, company.tenant, { model, vector, audience, limit: 10, indexFrom: 50_000 }, memory),
    )
  return passages.map(({ text }) => text).toSorted()
}

test('a node that has searched before finds what was written, changed and deleted at another one', async () => {
  start(host.a)
  const [one, other] = [new SignMemory(), new SignMemory()]
  const id = await write(host.a, 'Frota', 'Nosso carro.')
  expect(await found(host.a, one, 'carro')).toEqual(['Nosso carro.'])
  await write(host.a, 'Oficina', 'Conserto de carro.')
  for (const memory of [one, other])
    expect(await found(host.a, memory, 'carro')).toEqual(['Conserto de carro.', 'Nosso carro.'])
  await change(host.a, id, { body: 'Nosso frete.' })
  for (const memory of [one, other]) {
    expect(await found(host.a, memory, 'carro')).toEqual(['Conserto de carro.'])
    expect(await found(host.a, memory, 'frete')).toEqual(['Nosso frete.'])
  }
  await host.a.ask('DELETE', `/p/knowledge/articles/${id}`)
  for (const memory of [one, other]) expect(await found(host.a, memory, 'frete')).toEqual([])
})

test('an article that is for customers from now on is found for them, and not any more once it is for the team', async () => {
  start(host.a)
  const memory = new SignMemory()
  const id = await write(host.a, 'Vidros', 'Troca de vidro.')
  expect(await found(host.a, memory, 'vidro', 'customers')).toEqual([])
  await change(host.a, id, { audience: 'customers' })
  expect(await found(host.a, memory, 'vidro', 'customers')).toEqual(['Troca de vidro.'])
  await change(host.a, id, { audience: 'team' })
  expect(await found(host.a, memory, 'vidro', 'customers')).toEqual([])
  expect(await found(host.a, memory, 'vidro')).toEqual(['Troca de vidro.'])
})

test('a company finds its own passages, also where the memory has room for one company alone', async () => {
  start(host.a)
  start(host.b)
  const memory = new SignMemory(1)
  await write(host.a, 'Caixa', 'Levamos troco.')
  await write(host.b, 'Caixa', 'Sem troco.')
  for (let time = 0; time < 2; time += 1) {
    expect(await found(host.a, memory, 'troco')).toEqual(['Levamos troco.'])
    expect(await found(host.b, memory, 'troco')).toEqual(['Sem troco.'])
  }
})

test('where most of what is near was deleted, the rest is found', async () => {
  start(host.a)
  const memory = new SignMemory()
  const ids = []
  for (let at = 0; at < 8; at += 1) ids.push(await write(host.a, `Frete ${at}`, `O frete ${at}.`))
  expect(await found(host.a, memory, 'frete')).toHaveLength(8)
  for (const id of ids.slice(1)) await host.a.ask('DELETE', `/p/knowledge/articles/${id}`)
  expect(await found(host.a, memory, 'frete')).toEqual(['O frete 0.'])
})

test('searches at once of a node that knows nothing yet find the same', async () => {
  start(host.a)
  const memory = new SignMemory()
  await write(host.a, 'Retirada', 'Frete grátis no carro.')
  const all = await Promise.all(Array.from({ length: 6 }, () => found(host.a, memory, 'frete e carro')))
  expect(new Set(all.map((texts) => texts.join()))).toEqual(new Set([all[0]!.join()]))
  expect(all[0]).toContain('Frete grátis no carro.')
})
