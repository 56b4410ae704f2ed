import { describe, expect, it } from 'vitest'
import { tierOfPath, tiers, type PageContribution, type ShellManifest, type Tier } from '../../base/contracts.ts'
import { missingTier } from './use-missing-tier.ts'

/** The manifest of a company with one plugin, which has these pages. */
function manifest(tier: Tier, ...pages: Pick<PageContribution, 'path' | 'tier'>[]): ShellManifest {
  return {
    contract: '1.0.0',
    off: [],
    channels: [],
    permissions: [],
    role: 'admin',
    tier,
    texts: {},
    stream: { epoch: 'none', seq: 0 },
    timeZone: 'America/Sao_Paulo',
    plugins: [
      {
        id: 'sample',
        version: '1.0.0',
        title: {},
        namespace: 'plugin.sample',
        locales: {},
        errors: [],
        slots: [],
        commands: [],
        pages: pages.map((page) => ({ panel: 'page', titleKey: 'title', ...page })),
        remote: { entry: '/plugins/sample/entry.js', contract: { major: 1, minor: 0 }, preload: [] },
      },
    ],
  }
}

describe('the tier that a page asks for', () => {
  it('is told below it and not from it on', () => {
    const pages = [
      ['/notas', 'plus'],
      ['/configuracoes/templates', 'plus'],
      ['/painel-proprio', 'basic'],
    ] as const
    for (const [page, asks] of pages) {
      const told = tiers.map((tier) => missingTier(manifest(tier, { path: page, tier: asks }), page))
      expect(told, page).toEqual(tiers.map((tier) => (tiers.indexOf(tier) < tiers.indexOf(asks) ? asks : undefined)))
    }
  })

  it('is that of the product’s table where a page does not say it itself', () => {
    expect(missingTier(manifest('basic', { path: '/kanban' }), '/kanban/')).toBe('plus')
    expect(missingTier(manifest('premium', { path: '/kanban' }), '/kanban')).toBeUndefined()
  })

  it('is that of the house’s own page', () => {
    expect(missingTier(manifest('basic'), '/configuracoes/grupos')).toBe('plus')
    expect(missingTier(manifest('plus'), '/configuracoes/grupos')).toBeUndefined()
  })

  it('is none where there is no page, whatever the table says of its name', () => {
    const absent = ['/kanban', '/agendamentos', '/notas', '/campanhas', '/campanhas/018f', '/configuracoes/prompt']
    expect(absent.map(tierOfPath)).not.toContain('free')
    const told = tiers.flatMap((tier) => absent.map((path) => missingTier(manifest(tier), path)))
    expect(new Set(told)).toEqual(new Set([undefined]))
  })
})
