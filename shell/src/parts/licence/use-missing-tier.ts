import { useLocation } from '@tanstack/react-router'
import { pageContribution } from '../../base/federation/contributions.ts'
import { tierAllows, tierOfPath, type ShellManifest, type Tier } from '../../base/contracts.ts'
import { settingsPages } from '../navigation/settings-pages.ts'

/**
 * The tier that a page requires and the company does not have (S5-031): of the product's table, of the product's page,
 * of a plugin's. Undefined at a path without a page: no upgrade is offered for it.
 */
export function missingTier(manifest: ShellManifest, pathname: string): Tier | undefined {
  const path = pathname.replace(/\/+$/, '')
  const page = settingsPages.find((one) => one.path === path) ?? pageContribution(manifest, path)?.part
  if (!page) return undefined
  const asked = [tierOfPath(path), page.tier].filter((tier) => tier !== undefined)
  return asked.find((tier) => !tierAllows(manifest.tier, tier))
}

export function useMissingTier(manifest: ShellManifest): Tier | undefined {
  return missingTier(manifest, useLocation().pathname)
}
