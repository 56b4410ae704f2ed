import { useLocation } from '@tanstack/react-router'
import { useContext } from 'react'
import { PluginPanel } from '../base/federation/index.ts'
import { NotFound } from './frame/NotFound.tsx'
import { ScreenSkeleton } from '../base/ui/ScreenSkeleton.tsx'
import { pageContribution } from '../base/federation/contributions.ts'
import { useManifest, WorkplaceContext } from '../data/workplace/workplace-context.ts'

/** A path that is not the product's: a plugin's page, or not found. */
export const PluginPage = () => (useContext(WorkplaceContext) ? <PageOfManifest /> : <NotFound />)

function PageOfManifest() {
  const { pathname } = useLocation()
  const page = pageContribution(useManifest(), pathname)
  if (!page) return <NotFound />
  return (
    <div className={page.part.layout === 'full' ? 'h-full overflow-hidden' : 'scroll-thin h-full overflow-y-auto'}>
      <PluginPanel
        key={page.key}
        plugin={page.plugin}
        panel={page.part.panel}
        slot="page"
        props={{ path: page.part.path }}
        fallback={<ScreenSkeleton />}
      />
    </div>
  )
}
