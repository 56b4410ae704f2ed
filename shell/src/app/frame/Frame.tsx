import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SsoDomainNotice } from './SsoDomainNotice.tsx'
import type { Locale, ShellManifest } from '../../base/contracts.ts'
import { LicenceBanner } from './LicenceBanner.tsx'
import { TierNotice } from '../../parts/licence/TierNotice.tsx'
import { useTierWatch } from '../../data/licence/use-licence.ts'
import { useMissingTier } from '../../parts/licence/use-missing-tier.ts'
import { changeLocale } from '../../base/i18n/i18n.ts'
import { useInAppNotices } from '../notices/use-in-app-notices.ts'
import { applyTheme, themeOf } from '../../base/preferences/theme.ts'
import { usePreferences } from '../../base/preferences/use-preferences.ts'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useFrameEntries, useNavigation } from '../../parts/navigation/navigation.tsx'
import { EndingBanner } from './EndingBanner.tsx'
import { Rail } from './Rail.tsx'
import { useKeyedActs } from '../../base/shortcuts/use-shortcut.ts'
import { productShortcuts } from '../../base/shortcuts/product-shortcuts.ts'
import { ScreenSkeleton } from '../../base/ui/ScreenSkeleton.tsx'

const Palette = lazy(() => import('./Palette.tsx'))
const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

/** Frame of every screen: navigation, the state of the connection, palette and shortcuts. */
export function Frame({ manifest }: { manifest: ShellManifest }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { pathname } = useLocation()
  const entries = useNavigation(manifest)
  const frameEntries = useFrameEntries(entries)
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | null>(null)
  // Pages of the settings say it beside their list.
  const tier = useMissingTier(manifest)
  const locked = pathname.startsWith('/configuracoes') ? undefined : tier
  useAppearance()
  useTierWatch()
  useInAppNotices(manifest.timeZone)
  const toggle = (which: 'palette' | 'shortcuts') => () => setOverlay((shown) => (shown === which ? null : which))
  const go = (path: string) => () => void router.navigate({ to: path as '/home' })
  useKeyedActs([
    { id: 'palette', run: toggle('palette') },
    { id: 'help', run: toggle('shortcuts') },
    ...Object.entries(productShortcuts).flatMap(([id, act]) =>
      'path' in act && entries.some(({ path }) => path === act.path) ? [{ id, run: go(act.path) }] : [],
    ),
    ...manifest.plugins.flatMap((plugin) =>
      plugin.commands.map(({ id, path }) => ({ id: `${plugin.id}/${id}`, run: go(path) })),
    ),
  ])
  const close = () => setOverlay(null)
  const inTicket = /^\/atendimento\/(?!chats\/?$)[^/]+/.test(pathname)

  return (
    <div className="flex h-full flex-col pane:flex-row">
      <a
        href="#content"
        className="k-button absolute left-2 -top-20 z-50 focus:top-2"
        data-variant="primary"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('frame.skip')}
      </a>
      <Rail
        entries={frameEntries}
        onPalette={() => setOverlay('palette')}
        onShortcuts={() => setOverlay('shortcuts')}
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <LicenceBanner />
        <EndingBanner />
        <SsoDomainNotice />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          {locked ? (
            <TierNotice tier={locked} />
          ) : (
            <Suspense fallback={<ScreenSkeleton />}>
              <Outlet />
            </Suspense>
          )}
        </main>
      </div>
      {!inTicket && (
        <BottomBar
          entries={frameEntries}
          onPalette={() => setOverlay('palette')}
          onShortcuts={() => setOverlay('shortcuts')}
        />
      )}
      <Suspense fallback={null}>
        {overlay === 'palette' && (
          <Palette entries={entries} manifest={manifest} onClose={close} onShortcuts={() => setOverlay('shortcuts')} />
        )}
        {overlay === 'shortcuts' && <ShortcutList manifest={manifest} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Theme and language are the user's, wherever they sign in. */
function useAppearance(): void {
  const [{ isDark, locale }] = usePreferences()
  const { i18n } = useTranslation()
  useEffect(() => applyTheme(themeOf(isDark)), [isDark])
  useEffect(() => {
    if (locale && locale !== i18n.language) void changeLocale(locale as Locale)
  }, [locale, i18n])
}
