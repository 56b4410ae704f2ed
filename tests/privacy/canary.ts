import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'

/**
 * Every place in the database where one of these words stands, whatever the column, as `schema.table: word`. Read as
 * the superuser, past all walls. A row is looked at as text, and its binary columns as what the bytes say.
 */
export async function foundInDatabase(owner: Sql, words: readonly string[]): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm')
       and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_toast%'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await owner.unsafe<{ word: string; row: string }[]>(
      `
      select distinct on (w.word) w.word, left(t.line, 300) as row from (select lower(t::text) as line from ${name} t) t
        join unnest($1::text[], $2::text[]) w (word, hex) on position(lower(w.word) in t.line) > 0
            or position(w.hex in t.line) > 0`,
      [[...words], words.map((word) => Buffer.from(word).toString('hex'))],
    )
    for (const { word, row } of rows) found.push(`${name}: ${word} in ${row}`)
  }
  return found
}

/** Files below a folder in whose name or bytes one of these words stands. */
export function foundInFiles(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return words.some(
        (word) => path.toLowerCase().includes(word) || bytes.includes(word) || bytes.includes(word.toUpperCase()),
      )
    })
}
