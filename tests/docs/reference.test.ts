import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { configurationTable } from '../../scripts/reference/configuration.ts'
import { housePlugins } from '../../scripts/reference/house-plugins.ts'
import { referencePages } from '../../scripts/reference/pages.ts'
import { read, root } from './documents.ts'

const pages = await referencePages()

describe('docs/reference', () => {
  it('holds the generated pages and no others', () => {
    expect(readdirSync(join(root, 'docs/reference')).sort()).toEqual(Object.keys(pages).sort())
  })

  it.each(Object.keys(pages))('%s reads as the source says; npm run docs writes it anew', (name) => {
    expect(read(`docs/reference/${name}`)).toBe(pages[name])
  })

  it('documents each error code once, and none that does not exist', async () => {
    const declared = (await housePlugins()).flatMap((plugin) => Object.keys(plugin.errors))
    expect([...read('docs/reference/errors.md').matchAll(/^\| `(ERR(?:OR)?_\w+)`/gm)].map(([, name]) => name)).toEqual([
      ...errorCodes,
      ...declared,
    ])
  })

  it('has a sentence for every event and variable', () => {
    for (const name of ['events.md', 'configuration.md']) expect(pages[name]).not.toMatch(/\| {2}\||^ In the SDK/m)
  })
})

it('the README shows the same variables', () => {
  expect(read('README.md')).toContain(configurationTable())
})
