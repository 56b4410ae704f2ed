import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { errorCodes } from '@recado/contracts'
import type { ClientErrorCode } from '@recado/sdk/ui'
import { describe, expect, it } from 'vitest'
import { scripts as scriptsOfPlugins } from '../../sdk/create-plugin/src/scaffold.ts'
import { housePlugins } from '../../scripts/reference/house-plugins.ts'
import { codeOf, documents, proseOf, read, root } from './documents.ts'

const links = (path: string): string[] =>
  [...proseOf(read(path)).matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
/** Paths of the repository that a text names as code: `core/src/app.ts`, not `plugins/<id>`. */
const namedPaths = (path: string): string[] =>
  [...proseOf(read(path)).matchAll(/`((?:core|sdk|shell|plugins|tests|scripts|docs)\/[\w./-]+)`/g)].map(
    ([, target]) => target!,
  )
const commands = (path: string): string[] =>
  [...read(path).matchAll(/\bnpm (?:run )?(start|test|dev|build|bench|lint|typecheck|docs|run [\w:-]+)\b/g)].map(
    ([, name]) => name!.replace('run ', ''),
  )

/** Codes that never leave a server: a client gives them to calls that got no answer. */
const ofClients: readonly ClientErrorCode[] = ['ERR_NETWORK', 'ERR_ABORTED', 'ERR_UNREADABLE_ANSWER']

const ofPlugins = (await housePlugins()).flatMap((plugin) => Object.keys(plugin.errors))

it('finds the documents', () => {
  expect(documents()).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/architecture.md',
      'docs/concepts/plugins.md',
      'docs/examples/hello-plugin/README.md',
      'plugins/webchat/README.md',
    ]),
  )
})

describe.each(documents())('%s', (path) => {
  it('links to what exists', () => {
    const relative = links(path).filter((target) => !/^[a-z]+:/.test(target))
    expect(relative.filter((target) => !existsSync(join(root, posix.dirname(path), target.split('#', 1)[0]!)))).toEqual(
      [],
    )
  })

  it('names files and commands that exist', () => {
    expect(namedPaths(path).filter((target) => !existsSync(join(root, target)))).toEqual([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(commands(path).filter((name) => !(name in scripts || name in scriptsOfPlugins))).toEqual([])
  })

  it('names error codes that exist', () => {
    const named = [...read(path).matchAll(/\bERR_[A-Z_]+\b/g)].map(([code]) => code)
    expect(named.filter((code) => !([...errorCodes, ...ofPlugins, ...ofClients] as string[]).includes(code))).toEqual(
      [],
    )
  })

  it('speaks of no machine and no package registry', () => {
    expect(read(path)).not.toMatch(
      /(^|[\s`"'(=])\/(work|tmp|home|root|Users)\/|\bregistry[.-]|\bnpmjs\b|artifactory|verdaccio/m,
    )
  })
})

it('the README shows the plugin that the tests run', () => {
  const shown = codeOf(read('README.md'))
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code)
  expect(shown).toEqual(['plugin', 'server'].map((name) => read(`docs/examples/hello-plugin/src/${name}.ts`)))
})
