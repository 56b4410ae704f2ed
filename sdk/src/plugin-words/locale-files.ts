import { locales } from '@recado/contracts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of a plugin by language, flat: `check.token.title`. */
export type Words = Readonly<Record<(typeof locales)[number], ReadonlyMap<string, unknown>>>

/** @throws Error for a file that is missing or no JSON */
export function readWords(folder: string): Words {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      new Map(leaves(JSON.parse(readFileSync(join(folder, 'locales', `${locale}.json`), 'utf8')))),
    ]),
  ) as unknown as Words
}

function leaves(tree: unknown, prefix = ''): [string, unknown][] {
  if (typeof tree !== 'object' || tree === null) return [[prefix, tree]]
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, prefix === '' ? key : `${prefix}.${key}`))
}

/** Languages have different plurals, so their forms count as one. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
