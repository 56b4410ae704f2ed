import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useContext } from 'react'
import { PluginPanel } from '../base/federation/index.ts'
import { withWords } from '../base/i18n/i18n.ts'
import { NotFound } from './frame/NotFound.tsx'
import { ScreenSkeleton } from '../base/ui/ScreenSkeleton.tsx'
import { pageContribution, pageThatIsOff } from '../base/federation/contributions.ts'
import { useManifest, WorkplaceContext } from '../data/workplace/workplace-context.ts'

const PageIsOff = lazy(() => withWords('settings', import('./frame/PageIsOff.tsx')))

/** A path that is not the product's: a plugin's page, or not found. */
export const PluginPage = () => (useContext(WorkplaceContext) ? <PageOfManifest /> : <NotFound />)

function PageOfManifest() {
  const { pathname } = useLocation()
  const manifest = useManifest()
  const page = pageContribution(manifest, pathname)
  const off = page ? undefined : pageThatIsOff(manifest, pathname)
  if (off)
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <PageIsOff title={off.title} />
      </Suspense>
    )
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
