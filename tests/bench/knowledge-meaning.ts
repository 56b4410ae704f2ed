import { randomUUID } from 'node:crypto'
import type { PluginDatabase } from '@recado/sdk'
import type { TestCompany } from '../../sdk/src/testing/host/test-company.ts'
import { packed } from '../../plugins/knowledge/src/meaning/packed-vector.ts'
import {
  readUnread,
  searchMeanings,
  writeMeanings,
  type Place,
  type UnreadPassage,
} from '../../plugins/knowledge/src/meaning/meaning-store.ts'
import { SignMemory } from '../../plugins/knowledge/src/meaning/sign-memory.ts'
import { atLeast, atMost, type Figure } from './figure.ts'
import { percentile } from './measure.ts'

/* Vectors without a model: as many numbers as OpenAI's smaller one gives, in topics and parts of topics, because texts
   of a company are about few things. */

const dimensions = 1_536
/** Passages of a topic, and of a part of it. */
const ofTopic = 2_000
const ofPart = 200
const batch = 100
/** One batch of so many is inserted plainly too, beside it. */
const plainEvery = 25
const model = 'measured'
/** First answers of which those of a full comparison are looked for. */
const first = 10

export interface Stocked {
  readonly company: TestCompany
  readonly at: PluginDatabase
  /** Another company in the same tables. */
  readonly beside: { readonly tenant: string; readonly at: PluginDatabase }
  readonly random: () => number
  readonly textOf: (words: number) => string
  readonly passages: number
  /** Of the plugin of the company; this changes them. */
  readonly platformSettings: { knowledgeIndexFrom: number }
  /** The database has pgvector, and so the index. */
  readonly hasIndex: boolean
  readonly quick: boolean
}

type Vector = Float32Array

/** Gives passages and questions of the same topics. */
function subjects(random: () => number, passages: number) {
  const drawn = (): Vector => {
    const values = Float32Array.from({ length: dimensions }, () => random() * 2 - 1)
    const length = Math.hypot(...values)
    return values.map((value) => value / length)
  }
  const common = drawn()
  const wide = Array.from({ length: Math.ceil(passages / ofTopic) }, drawn)
  const narrow = Array.from({ length: Math.ceil(passages / ofPart) }, drawn)
  return (): number[] => {
    const noise = 0.3 + random()
    const part = Math.floor(random() * narrow.length)
    const [topic, own] = [wide[Math.floor((part * ofPart) / ofTopic)]!, drawn()]
    return Array.from(
      own,
      (value, at) => noise * value + 0.4 * common[at]! + 0.5 * topic[at]! + 0.7 * narrow[part]![at]!,
    )
  }
}

/** The first ones by a comparison with every number of every passage. */
class FullComparison {
  readonly #nearest: { readonly text: string; readonly alike: number }[] = []
  readonly #question: Vector
  constructor(question: readonly number[]) {
    this.#question = Float32Array.from(question)
  }
  add(vector: Vector, text: string): void {
    let alike = 0
    for (let at = 0; at < dimensions; at += 1) alike += vector[at]! * this.#question[at]!
    if (this.#nearest.length === first && alike <= this.#nearest.at(-1)!.alike) return
    this.#nearest.push({ text, alike })
    this.#nearest.sort((a, b) => b.alike - a.alike)
    this.#nearest.length = Math.min(this.#nearest.length, first)
  }
  get texts(): string[] {
    return this.#nearest.map(({ text }) => text)
  }
}

/** Inserts as many rows as a batch has, of the same sizes, and nothing else; answers how long it took. */
async function insertPlainly({ tenant, at }: Stocked['beside'], article: string, vectors: readonly number[][]) {
  const rows = vectors.map(packed)
  const hashes = rows.map(() => randomUUID())
  const began = performance.now()
  await at.transaction(async (tx) => {
    await tx.query(
      `insert into plg_knowledge.meaning (tenant_id, article_id, hash, model, signs)
       select $1, $2, hash, $3, signs::bit varying from unnest($4::uuid[], $5::text[]) as r (hash, signs)`,
      [tenant, article, model, hashes, rows.map(({ signs }) => signs)],
      'array',
    )
    await tx.query(
      `insert into plg_knowledge.meaning_vector (tenant_id, article_id, hash, bytes)
       select $1, $2, hash, decode(bytes, 'base64') from unnest($3::uuid[], $4::text[]) as r (hash, bytes)`,
      [tenant, article, hashes, rows.map(({ bytes }) => bytes.toString('base64'))],
      'array',
    )
  })
  return performance.now() - began
}

/** Measures the search by meaning of a company whose articles are stored. */
export async function measureMeaning(stocked: Stocked): Promise<readonly Figure[]> {
  const { company, at, beside, random, textOf, passages, platformSettings, hasIndex, quick } = stocked
  const { tenant } = company
  const vectorOf = subjects(random, passages)
  const questions = Array.from({ length: quick ? 10 : 50 }, () => {
    const vector = vectorOf()
    return { vector, exact: new FullComparison(vector) }
  })
  const article = randomUUID()
  await beside.at.transaction((tx) =>
    tx.query(
      `insert into plg_knowledge.article (tenant_id, id, title, body, language, audience, is_published, saved_by)
       values ($1, $2, 'Plain', '', 'en', 'team', true, $2)`,
      [beside.tenant, article],
      'array',
    ),
  )
  const spent = { read: 0, readMs: 0, plain: 0, plainMs: 0 }
  let after: Place | undefined
  for (let batches = 0; ; batches += 1) {
    let began = performance.now()
    const unread: UnreadPassage[] = await at.transaction((tx) =>
      readUnread(tx, tenant, model, { article: undefined, after, limit: batch }),
    )
    spent.readMs += performance.now() - began
    const last = unread.at(-1)
    if (!last) break
    const vectors = unread.map(() => vectorOf())
    for (const [index, vector] of vectors.entries()) {
      const length = Math.hypot(...vector)
      const unit = Float32Array.from(vector, (value) => value / length)
      for (const { exact } of questions) exact.add(unit, unread[index]!.text)
    }
    began = performance.now()
    await at.transaction((tx) =>
      writeMeanings(
        tx,
        tenant,
        model,
        unread.map((passage, index) => ({ ...passage, vector: vectors[index]! })),
      ),
    )
    spent.readMs += performance.now() - began
    spent.read += unread.length
    if (batches % plainEvery === 0) {
      spent.plainMs += await insertPlainly(beside, article, vectors)
      spent.plain += vectors.length
    }
    after = last
  }
  /** Of the nearest passages, the part that is found, in hundredths. */
  const found = async (indexFrom: number): Promise<number> => {
    const memory = new SignMemory()
    let hits = 0
    for (const { vector, exact } of questions) {
      const nearest = await at.transaction((tx) =>
        searchMeanings(tx, tenant, { model, vector, audience: 'team', limit: first, indexFrom }, memory),
      )
      const texts = new Set(nearest.map(({ text }) => text))
      hits += exact.texts.filter((text) => texts.has(text)).length
    }
    return (hits / (questions.length * first)) * 100
  }
  let asked: number[] = []
  company.core.played.set('embeddings.model', () => ({ model }))
  company.core.played.set('embeddings.embed', () => ({ model, vectors: [asked] }))
  const took = async (audience: 'team' | 'customers'): Promise<number[]> => {
    const times: number[] = []
    for (let count = 0; count < (quick ? 50 : 400); count += 1) {
      asked = vectorOf()
      const query = textOf(8)
      const began = performance.now()
      await company.serve('knowledge.search', { query, audience, limit: 5 })
      times.push(performance.now() - began)
    }
    return times
  }
  async function indexFigures(): Promise<Figure[]> {
    const before = platformSettings.knowledgeIndexFrom
    platformSettings.knowledgeIndexFrom = 0
    const [ofTeam, ofCustomers] = [await took('team'), await took('customers')]
    const share = await found(0)
    platformSettings.knowledgeIndexFrom = before
    return [
      { what: 'by the index: a question by words and meaning, p50', value: percentile(ofTeam, 0.5), unit: 'ms' },
      { what: 'by the index: the same, p95', value: percentile(ofTeam, 0.95), unit: 'ms', aims },
      { what: 'by the index: for customers, p95', value: percentile(ofCustomers, 0.95), unit: 'ms', aims },
      { what: 'by the index: of the ten nearest, found', value: share, unit: '%', aims: [atLeast(95, 'value')] },
    ]
  }
  const aims = [atMost(50, 'value')]
  const [team, customers] = [await took('team'), await took('customers')]
  const inMemory = await found(platformSettings.knowledgeIndexFrom)
  const byIndex = hasIndex ? await indexFigures() : []
  return [
    { what: 'a question by words and meaning, p50', value: percentile(team, 0.5), unit: 'ms' },
    { what: 'a question by words and meaning, p95', value: percentile(team, 0.95), unit: 'ms', aims },
    { what: 'the same for customers, p95', value: percentile(customers, 0.95), unit: 'ms', aims },
    {
      what: 'of the ten nearest passages, those that are found',
      value: inMemory,
      unit: '%',
      aims: [atLeast(95, 'value')],
    },
    {
      what: 'passages whose vectors are stored',
      value: (spent.read / spent.readMs) * 1_000,
      unit: '/s',
      limit: { what: 'plain inserts of their rows', value: (spent.plain / spent.plainMs) * 1_000 },
      aims: [atLeast(0.25)],
    },
    ...byIndex,
  ]
}
