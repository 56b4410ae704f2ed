import { useLocation } from '@tanstack/react-router'
import { pageContribution } from '../app/contributions.ts'
import { tierAllows, tierOfPath, type ShellManifest, type Tier } from '../contracts.ts'
import { settingsPages } from '../settings/settings-pages.ts'

/** The tier that a path asks for and the company does not have (S5-031): of the product's table, of the house's page, of a plugin's. */
export function missingTier(manifest: ShellManifest, pathname: string): Tier | undefined {
  const path = pathname.replace(/\/+$/, '')
  const asked = [tierOfPath(path), settingsPages.find((page) => page.path === path)?.tier, pageContribution(manifest, path)?.part.tier]
  return asked.find((tier): tier is Tier => tier !== undefined && !tierAllows(manifest.tier, tier))
}

export const useMissingTier = (manifest: ShellManifest): Tier | undefined => missingTier(manifest, useLocation().pathname)
