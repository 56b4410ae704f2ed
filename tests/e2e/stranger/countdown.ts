import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locales } from '@recado/contracts'
import { inAllLanguages, type PublisherKey } from '../../harness/packed-plugin.ts'
import { stranger } from '../../harness/stranger.ts'

let panels: Promise<Record<string, Uint8Array>> | undefined

async function builtPanels(): Promise<Record<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-stranger-'))
  try {
    const { VITEST: _runner, NODE_ENV: _mode, ...env } = process.env
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts'), folder], { env })
    const files = await readdir(folder)
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [`dist/ui/${file}`, await readFile(join(folder, file))] as const)),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface CountdownOptions {
  readonly version: string
  readonly title: string
  readonly days: number
  readonly key?: PublisherKey
  readonly egress?: readonly string[]
}

/** A stranger's plugin with a page: how many days are left, asked of its own server. */
export async function countdown({ version, title, days, key, egress = [] }: CountdownOptions): Promise<Buffer> {
  const words = JSON.stringify({ title, left: 'Faltam {{days}} dias', permission: { see: 'Ver a contagem' } })
  return stranger('countdown', {
    version,
    definition: `
      title: ${JSON.stringify(inAllLanguages(title))},
      permissions: { see: { titleKey: 'permission.see', roles: ['user', 'super', 'admin'] } },
      egress: ${JSON.stringify(egress)},
      routes: {
        left: defineRoute({
          method: 'GET', path: '/left', summary: 'Days left.', rate: 'read',
          access: { kind: 'session', permission: 'countdown.see' },
          response: z.object({ days: z.int() }),
        }),
      },
      ui: {
        pages: [{
          path: '/contagem', panel: 'Countdown', titleKey: 'title',
          nav: { group: 'work', icon: 'calendar' }, when: { permission: 'see' },
        }],
      },`,
    implementation: `routes: { left: () => ({ days: ${days} }) },`,
    manifest: {
      title: inAllLanguages(title),
      egress: [...egress],
      pages: ['/contagem'],
      permissions: [
        { name: 'countdown.see', title: inAllLanguages('Ver a contagem'), roles: ['user', 'super', 'admin'] },
      ],
    },
    files: {
      ...(await (panels ??= builtPanels())),
      ...Object.fromEntries(locales.map((locale) => [`locales/${locale}.json`, words])),
    },
    ...(key ? { key } : {}),
  })
}
