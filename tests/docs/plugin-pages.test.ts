import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeOf, read } from './documents.ts'

describe('the tutorial of a channel', () => {
  const blocks = codeOf(read('docs/plugins/tutorial.md'))
  const server = read('tests/stranger/line/src/server.ts')
  const conformance = read('tests/stranger/line/conformance.test.ts')
  const shown = blocks.filter(({ language }) => language === 'ts').map(({ code }) => code)

  it('shows no code but what is compiled, tested and packed', () => {
    expect(shown.filter((code) => !server.includes(code) && !conformance.includes(code))).toEqual([])
  })

  it('shows the whole channel, in its order', () => {
    const lines = (text: string) => text.split('\n').filter((line) => line !== '')
    expect(shown.filter((code) => server.includes(code)).flatMap(lines)).toEqual(lines(server))
  })

  it('shows the words as they are', () => {
    const { config } = JSON.parse(read('tests/stranger/line/locales/en.json')) as { config: unknown }
    expect(blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code) as unknown)).toEqual(
      [config],
    )
  })

  it('begins with files that the generator writes', () => {
    const templates = new Set(
      globSync('sdk/create-plugin/templates/{common,channel}/**/*').map((path) =>
        path.replace(/^sdk\/create-plugin\/templates\/(common|channel)\//, ''),
      ),
    )
    for (const path of ['src/server.ts', 'conformance.test.ts', 'src/ui', 'locales', 'vite.config.ts'])
      expect(
        [...templates].some((file) => file === path || file.startsWith(`${path}/`)),
        path,
      ).toBe(true)
  })
})

it('the index of the plugin pages names them all', () => {
  const index = read('docs/plugins/index.md')
  const pages = globSync('docs/plugins/*.md')
    .map((path) => path.replace('docs/plugins/', ''))
    .filter((name) => name !== 'index.md')
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([])
})
