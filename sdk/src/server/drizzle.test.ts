import { eq, sql } from 'drizzle-orm'
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { drizzleOn } from './drizzle.ts'

const notes = pgSchema('plg_notes').table('notes', {
  id: uuid().primaryKey(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
const id = '018f0000-0000-7000-8000-000000000001'

test('typed queries are read from arrays in the order they were selected', async () => {
  const db = drizzleOn({
    query: (statement, params, mode) => {
      expect({ params, mode }).toEqual({ params: [id], mode: 'array' })
      expect(statement).toContain('"plg_notes"."notes"')
      return Promise.resolve([['2026-11-20T10:00:00Z', 'hello']])
    },
  })
  expect(await db.select({ createdAt: notes.createdAt, body: notes.body }).from(notes).where(eq(notes.id, id))).toEqual(
    [{ createdAt: new Date('2026-11-20T10:00:00Z'), body: 'hello' }],
  )
})

test('plain statements answer objects, and a transaction inside the transaction is refused', async () => {
  const db = drizzleOn({ query: (_statement, _params, mode) => Promise.resolve([{ mode }]) })
  expect(await db.execute(sql`select 1`)).toEqual([{ mode: 'object' }])
  await expect(db.transaction(() => Promise.resolve())).rejects.toThrow('not supported')
})
