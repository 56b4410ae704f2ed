import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@recado/contracts'
import { describe, expect, it } from 'vitest'

const known = new Set(
  Object.values<unknown>(contracts).flatMap((value) =>
    typeof value === 'object' && value !== null && 'visibility' in value && 'name' in value ? [value.name] : [],
  ),
)
const source = join(import.meta.dirname, '..')
const functions = globSync('*/functions/*.sql', { cwd: source })

describe('functions of SQL', () => {
  it('name events that core defines, and no other', () => {
    const named = functions.flatMap((path) =>
      [...readFileSync(join(source, path), 'utf8').matchAll(/'([a-z]+\.[a-z_.]+\.v\d+)'/g)].map(([, name]) => name!),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})
