import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'

/**
 * Every place in the database where one of these words stands, whatever the column, as `schema.table: word`. Read as the
 * superuser, past all walls. A row is looked at as text, and its binary columns as what the bytes say.
 */
export async function foundInDatabase(owner: Sql, words: readonly string[]): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'`
  const found: string[] = []
  for (const { name } of tables) {
    for (const word of words) {
      const hex = Buffer.from(word).toString('hex')
      const rows = await owner.unsafe<{ row: string }[]>(`select left(t::text, 300) as row from ${name} t where position(lower($1) in lower(t::text)) > 0 or position($2 in t::text) > 0 limit 1`, [word, hex])
      if (rows.length > 0) found.push(`${name}: ${word} in ${rows[0]!.row}`)
    }
  }
  return found
}

/** Files below a folder in whose name or bytes one of these words stands. */
export function foundInFiles(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).filter((path) => {
    const bytes = readFileSync(path)
    return words.some((word) => path.toLowerCase().includes(word) || bytes.includes(word) || bytes.includes(word.toUpperCase()))
  })
}
